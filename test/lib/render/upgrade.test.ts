import { expect, test } from '@jest/globals'
import type { Release } from '../../../src/lib/config/releases.ts'
import { upgradeCheck } from '../../../src/lib/flows/upgrade-check.ts'
import { describeUpgrade } from '../../../src/lib/render/upgrade.ts'
import { plainLine } from '../../../src/lib/tone.ts'
import { header } from '../config/documents.ts'

test.each<[string, Release, Release, readonly RegExp[]]>([
  ['authentication: {x509: {clientCAFile: /a}}\n', '1.30', '1.31', []],
  ['failCgroupV1: true\n', '1.30', '1.31', [/^f:3:15: info V68 failCgroupV1: depends on the host: .* \[new\]$/]],
  ['failCgroupV1: true\n', '1.31', '1.32', []],
])('of a host, only what is new is told: %j from %s to %s', async (body, from, to, expected) => {
  const report = await upgradeCheck({ file: 'f', bytes: new TextEncoder().encode(header + body), from, to })
  const told = describeUpgrade(report)
    .map(plainLine)
    .filter((line) => line.includes('depends on the host'))
  expect(told).toEqual(expected.map((line) => expect.stringMatching(line)))
})
