import { expect, test } from '@jest/globals'
import type { ReportedConfig } from '../../../../src/lib/agent/report/report.ts'
import { type Stuck, waysOn, waysOnOfAll } from '../../../../src/lib/fleet/status/ways-on.ts'

const held = (node: string, ...hints: readonly string[]): Stuck => ({
  node,
  state: 'Held',
  cause: { reason: 'PodsWouldEnd', message: 'pods would end', hints },
  assigned: undefined,
})

test('what an agent knows is told', () => {
  expect(waysOn(held('node-a', 'drain the node', 'or accept it'))).toEqual(['drain the node', 'or accept it'])
  expect(waysOn({ ...held('node-a'), cause: undefined })).toEqual([])
})

const digest = `v1:sha256:390c893b96d9${'0'.repeat(52)}`
const assigned = (source: 'node' | 'global', revision: number | undefined): ReportedConfig => ({
  ...{ source, digest, revision },
  ...{ uid: '0b5c1d7e', resourceVersion: '4711' },
})
const stuck = (state: 'RolledBack' | 'DeadEnd', reason: string, config: ReportedConfig | undefined): Stuck => ({
  node: 'node-a',
  state,
  cause: { reason, message: 'the kubelet exits' },
  assigned: config,
})

const forget = (node: string) =>
  `if the cause lies elsewhere, mend it, then: kubeletcfg bad forget 390c893b96d9 --node ${node}`
const corrected = 'a corrected document, or go back: kubeletcfg'
const mend = expect.stringMatching(/^see on the node why its kubelet fails: .*; once it is healthy, the agent goes on$/)

test.each<[string, Stuck, readonly unknown[]]>([
  [
    'a rollback',
    stuck('RolledBack', 'KubeletExits', assigned('global', 2)),
    [`push ${corrected} rollback --global`, forget('node-a')],
  ],
  [
    'a rollback of the document of a node',
    stuck('RolledBack', 'KubeletExits', assigned('node', undefined)),
    [`push ${corrected} rollback --node node-a`, forget('node-a')],
  ],
  [
    'a rollback of the first revision',
    stuck('RolledBack', 'LeaseNotRenewed', assigned('global', 1)),
    [`push ${corrected} delete --global`, forget('node-a')],
  ],
  ['a rollback after which it is tried again', stuck('RolledBack', 'WaitsForEvidence', assigned('global', 2)), []],
  ["a rollback from the node's own files", stuck('RolledBack', 'KubeletExits', { source: 'local' }), []],
  [
    'a dead end',
    stuck('DeadEnd', 'KubeletExits', assigned('global', 2)),
    [mend, `or push ${corrected} rollback --global`],
  ],
  ['a dead end without a document', stuck('DeadEnd', 'KubeletExits', undefined), [mend]],
])('after %s', (_, node, hints) => {
  expect(waysOn(node)).toEqual(hints)
})

test('for several nodes it is told once, with the nodes where it is not for all', () => {
  const some = [held('node-a', 'drain the node'), held('node-b', 'drain the node')]
  expect(waysOnOfAll(some)).toEqual(['drain the node'])
  expect(waysOnOfAll([...some, held('node-c', 'give the room back')])).toEqual([
    'node-a, node-b: drain the node',
    'node-c: give the room back',
  ])
  const back = stuck('RolledBack', 'KubeletExits', assigned('global', 2))
  expect(waysOnOfAll([back, { ...back, node: 'node-b' }])).toEqual([
    `push ${corrected} rollback --global`,
    forget('NODE'),
  ])
  const many = Array.from({ length: 9 }, (_, i) => held(`node-${i}`, `${i}`))
  expect(waysOnOfAll(many)).toHaveLength(7)
})
