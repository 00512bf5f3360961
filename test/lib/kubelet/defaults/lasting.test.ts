import { expect, test } from '@jest/globals'
import { checkForEach } from '../../../../src/lib/kubelet/check/check.ts'
import { Effective } from '../../../../src/lib/kubelet/defaults/effective.ts'
import { type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { documentOf, header } from '../check/documents.ts'

type Ask = (config: Effective) => unknown

test.each<[what: string, body: string, ask: Ask, since: Release, until: Release]>([
  ['nothing', '', () => 0, '1.28', '1.37'],
  ['a field of all releases', 'maxPods: 5\n', (config) => config.int('maxPods'), '1.28', '1.37'],
  ['a field before its first release', '', (config) => config.has('singleProcessOOMKill'), '1.28', '1.31'],
  ['a field from its first release on', '', (config) => config.has('singleProcessOOMKill'), '1.32', '1.37'],
  ['a default that changed', '', (config) => config.bool('failCgroupV1'), '1.31', '1.34'],
  ['a default of all releases', '', (config) => config.text('address'), '1.28', '1.37'],
  [
    'a value in place of a changed default',
    'failCgroupV1: true\n',
    (config) => config.written('failCgroupV1'),
    '1.31',
    '1.34',
  ],
  ['a default that depends on others', '', (config) => config.map('evictionHard'), '1.28', '1.29'],
  ['the same, the last change before', '', (config) => config.map('evictionHard'), '1.33', '1.37'],
  ['a release before', '', (config) => config.isAtLeast('1.33'), '1.30', '1.32'],
  ['a release after', '', (config) => config.isAtLeast('1.33'), '1.33', '1.37'],
  ['the release itself', '', (config) => config.release, '1.30', '1.30'],
  ['a gate', '', (config) => config.enabled('NodeSwap'), '1.30', '1.33'],
  ['a gate that no release has', '', (config) => config.enabled('NoSuchGate'), '1.28', '1.37'],
  [
    'a gate beside another one',
    'featureGates: {AllAlpha: true}\n',
    (config) => config.enabled('NodeSwap'),
    '1.34',
    '1.37',
  ],
  [
    'a gate beside one that is unknown',
    'featureGates: {NodeSwop: true}\n',
    (config) => config.enabled('NodeSwap'),
    '1.34',
    '1.34',
  ],
  ['all gates', '', (config) => config.gates.problems, '1.34', '1.34'],
  ['the shortest of several', '', (config) => [config.isAtLeast('1.36'), config.bool('failCgroupV1')], '1.31', '1.34'],
])('an answer that depends on %s', async (_, body, ask, since, until) => {
  const config = new Effective(await documentOf(body, since), since)
  const first = config.lasting(() => ask(config))
  expect([first.since, first.until].map((age) => releases[age])).toEqual([since, until])
  // What is known already counts as much.
  expect(config.lasting(() => ask(config)).until).toBe(first.until)
  expect(config.lasting(() => config.lasting(() => ask(config))).until).toBe(first.until)
})

test('a rule is asked once for all releases in which nothing differs that it reads', async () => {
  const reading = await readDocument(new TextEncoder().encode(`${header}maxPods: -1\nfailCgroupV1: true\n`))
  const found = checkForEach(reading, releases).map(({ findings }) => findings.find(({ rule }) => rule === 'V25'))
  expect(new Set(found).size).toBe(1)
  expect(found[0]).toMatchObject({ path: 'maxPods' })
})

test('answers do not depend on the order of the releases', async () => {
  const reading = await readDocument(
    new TextEncoder().encode(`${header}failCgroupV1: false\nfeatureGates: {NodeSwap: false}\n`),
  )
  const backwards = checkForEach(reading, releases.toReversed()).toReversed()
  expect(backwards).toEqual(checkForEach(reading, releases))
})
