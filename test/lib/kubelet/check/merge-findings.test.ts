import { expect, test } from '@jest/globals'
import { mergeFindings } from '../../../../src/lib/kubelet/check/merge-findings.ts'
import { finding } from '../../../../src/lib/kubelet/decode/decode-rules.ts'
import type { Finding } from '../../../../src/lib/kubelet/model/finding.ts'
import { here, ofRelease } from '../../../../src/lib/kubelet/model/message.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkedBody } from './documents.ts'

const found = (message: string, line = 1): Finding =>
  finding('STRICT-UNKNOWN', { line, column: 1 }, { path: 'maxPod', message })

/** `line message [releases]` */
const merged = (judged: Partial<Record<Release, readonly Finding[]>>): string[] =>
  mergeFindings(Object.entries(judged).map(([release, findings]) => ({ release: release as Release, findings }))).map(
    ({ line, message, releases }) => `${line} ${message} [${releases.join(' ')}]`,
  )

test('equal findings are merged, in document order', () => {
  const shared = found('shared', 2)
  expect(merged({ '1.35': [shared, found('only here', 1)], '1.36': [shared], '1.37': [found('shared', 2)] })).toEqual([
    '1 only here [1.35]',
    '2 shared [1.35 1.36 1.37]',
  ])
})

test('a message that names its release names all of them', () => {
  const of = (release: Release): Finding =>
    finding('STRICT-UNKNOWN', { line: 1, column: 1 }, { path: 'maxPod', message: ofRelease`not in ${here(release)}` })
  expect(merged({ '1.35': [of('1.35')], '1.36': [of('1.36')] })).toEqual(['1 not in 1.35, 1.36 [1.35 1.36]'])
})

test('a release that all of them name is unchanged', () => {
  const since = found('known since 1.35')
  expect(merged({ '1.35': [since], '1.36': [since] })).toEqual(['1 known since 1.35 [1.35 1.36]'])
})

test('a value that looks like a release is unchanged', async () => {
  const body = 'hairpinMode: "1.36"\nregisterWithTaints: [{key: a, effect: "1.35"}]\n'
  const findings = mergeFindings(await Promise.all((['1.35', '1.36'] as const).map((one) => checkedBody(body, one))))
  expect(findings.map(({ message, releases }) => [message, releases])).toEqual([
    ["hairpinMode '1.36' must be none, hairpin-veth or promiscuous-bridge", ['1.35', '1.36']],
    ["effect '1.35' must be NoSchedule, PreferNoSchedule or NoExecute", ['1.35', '1.36']],
  ])
})

test('a release that reports it twice counts once', () => {
  expect(merged({ '1.36': [found('twice'), found('twice')] })).toEqual(['1 twice [1.36]'])
})

test.each([
  ['enforceNodeAllocatable: [foo]\n', "the entry 'foo' must be none, pods, system-reserved or kube-reserved"],
  [
    'featureGates: {NodeSwap: true}\nmemorySwap: {swapBehavior: x}\n',
    "memorySwap.swapBehavior 'x' must be LimitedSwap or empty",
  ],
])('one value that no release accepts is one finding, with the values that all accept: %j', async (body, message) => {
  const some = ['1.29', '1.30', '1.36'] as const
  const findings = mergeFindings(await Promise.all(some.map((one) => checkedBody(body, one))))
  expect(findings.filter(({ severity }) => severity === 'error').map((one) => [one.message, one.releases])).toEqual([
    [message, some],
  ])
})

test('values that no two releases share are those of the newest', () => {
  const of = (...values: string[]): Finding =>
    finding('DECODE-TYPE', { line: 1, column: 1 }, { path: 'a', message: { before: 'must be ', values } })
  expect(merged({ '1.35': [of('a', 'b')], '1.36': [of('c', 'd')] })).toEqual(['1 must be c or d [1.35 1.36]'])
})
