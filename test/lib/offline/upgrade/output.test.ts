import { expect, test } from '@jest/globals'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { describeUpgrade } from '../../../../src/lib/offline/upgrade/output.ts'
import { upgradeCheck } from '../../../../src/lib/offline/upgrade/upgrade-check.ts'
import { header } from '../../kubelet/check/documents.ts'

async function linesOf(body: string, from: Release, to: Release): Promise<readonly string[]> {
  const report = await upgradeCheck({ file: 'f', bytes: new TextEncoder().encode(header + body) }, { from, to })
  return describeUpgrade(report).map(plainLine)
}

test('what can stop the kubelet comes first, then what it does differently, then the rest', async () => {
  const lines = await linesOf('maxpods: 5\nfeatureGates: {NodeSwap: true}\nrunOnce: true\n', '1.30', '1.37')
  const kinds = lines.map((line) => /^f:.* (?:error|info) \S+|^\w+(?: \w+)?/.exec(line)![0].replace(/^f:[\d:]+ /, ''))
  expect(kinds.filter((kind, i) => kind !== kinds[i - 1])).toEqual([
    'error V35',
    'new field',
    'error STRICT-CASE',
    'evictionHard',
    'default of',
    'feature gate',
    'new field',
    'all feature',
    'f',
  ])
  expect(lines[1]).toMatch(
    /^new field failCgroupV1: true by default: on hosts with cgroup v1 the kubelet does not start/,
  )
})

test('a value that means something else is told with what it meant, and what to do', async () => {
  expect(await linesOf('eventRecordQPS: 0\n', '1.36', '1.37')).toContain(
    'eventRecordQPS: from 1.37 on, 0 is no limit on events, and eventBurst has no effect; ' +
      'up to 1.36, 0 was 5 per second, the default of the client; write 5 to keep that; the default is 50',
  )
})

test.each<[string, Release, Release, readonly RegExp[]]>([
  ['authentication: {x509: {clientCAFile: /a}}\n', '1.30', '1.31', []],
  ['failCgroupV1: true\n', '1.30', '1.31', [/^f:3:15: info V68 failCgroupV1: depends on the host: .* \[new\]$/]],
  ['failCgroupV1: true\n', '1.31', '1.32', []],
])('of a host, only what is new is told: %j from %s to %s', async (body, from, to, expected) => {
  const told = (await linesOf(body, from, to)).filter((line) => line.includes('depends on the host'))
  expect(told).toEqual(expected.map((line) => expect.stringMatching(line)))
})
