import { expect, test } from '@jest/globals'
import type { Config } from '../../../../src/lib/agent/model/config.ts'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { writeReport } from '../../../../src/lib/agent/report/report.ts'
import { reportOf } from '../../../../src/lib/agent/report/report-of.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import type { Node } from '../../../../src/lib/api/node.ts'
import { rolloutFleet } from '../../../../src/lib/fleet/rollout/rollout-fleet.ts'
import { agent, rollout } from '../../../../src/lib/names.ts'
import { status } from '../../agent/report/statuses.ts'
import { node } from '../../pods/samples.ts'

const now = Date.parse('2026-11-29T12:00:00Z')
const configOf = (digest: string): Config => ({
  ...{ source: 'global', digest, checkpoint: '1'.repeat(64), uid: 'uid', resourceVersion: '1', revision: undefined },
})
const [old, new_] = [configOf('old'), configOf('new')]

function nodeWith(given: Partial<AgentStatus>, more: Partial<Node> = {}): Node {
  const annotations = { [agent.annotation.status]: writeReport(reportOf(status({ since: now, ...given }))) }
  const heard = new Date(now).toISOString()
  const agentCondition = { status: 'True', reason: '', message: '', heartbeatAt: heard, writtenAt: heard }
  return node({ annotations, agentCondition, ...more })
}

const memberOf = (given: Partial<AgentStatus>, more?: Partial<Node>) =>
  rolloutFleet([nodeWith(given, more)], { own: new Set(), now }).members[0]

const fact = (reason: string) => ({ reason, message: reason }) as never

test.each<[Phase, Partial<AgentStatus>, object]>([
  ['Good', { assigned: new_, active: new_ }, { kind: 'proven', digest: 'new', runs: 'new' }],
  ['Idle', { assigned: { source: 'local' }, active: { source: 'local' } }, { kind: 'proven', digest: 'local' }],
  ['Resolving', { assigned: new_, active: old }, { kind: 'working', digest: 'new', runs: 'old' }],
  ['Resolving', { assigned: undefined, active: old }, { kind: 'working', digest: '', runs: 'old' }],
  ['Applying', { assigned: new_, active: old }, { kind: 'working', digest: 'new', runs: 'old' }],
  ['Trial', { assigned: new_, active: new_ }, { kind: 'working', digest: 'new', runs: 'new' }],
  ['Rejected', { assigned: new_, active: old, problem: fact('PolicyViolated') }, { kind: 'failed', digest: 'new' }],
  ['Held', { assigned: new_, active: old, problem: fact('PodsWouldEnd') }, { kind: 'failed', runs: 'old' }],
  ['Held', { assigned: new_, active: old, problem: fact('BalloonHoldsRoom') }, { kind: 'working', runs: 'old' }],
  ['RolledBack', { assigned: new_, active: old, problem: fact('KubeletExits') }, { kind: 'failed', digest: 'new' }],
  ['DeadEnd', { assigned: new_, active: old, problem: fact('KubeletExits') }, { kind: 'failed', digest: 'new' }],
])('an agent in %s', (phase, given, report) => {
  expect(memberOf({ phase, ...given })?.report).toMatchObject(report)
})

test('an agent that follows a rollout says which of its documents it has read', () => {
  const given = { phase: 'Good', assigned: new_, active: new_ } as const
  expect(memberOf({ ...given, gated: true })?.report.generation).toBe(1)
  expect(memberOf(given)?.report.generation).toBeUndefined()
  const local = { source: 'local' } as const
  const none = { ...given, assigned: local, active: local, gated: true }
  expect(memberOf({ ...none, generation: 3 })?.report.generation).toBe(3)
  expect(memberOf(none)?.report.generation).toBeUndefined()
  const odd = { ...new_, resourceVersion: 'odd' } as Config
  expect(memberOf({ ...given, assigned: odd, gated: true })?.report.generation).toBeUndefined()
})

test('a kubelet that does not stay up has failed, whatever it proved', () => {
  const member = memberOf({ phase: 'Good', assigned: new_, active: new_, trouble: fact('KubeletCrashLoop') })
  expect(member).toMatchObject({ report: { kind: 'failed', digest: 'new', cause: { reason: 'KubeletCrashLoop' } } })
})

test('a node that is not heard is not ready, and what it said last still counts', () => {
  const silent = { agentCondition: undefined }
  expect(memberOf({ phase: 'Good', assigned: new_, active: new_ }, silent)).toMatchObject({
    ready: false,
    report: { kind: 'proven' },
  })
  expect(memberOf({ phase: 'Good', assigned: new_, active: new_ }, { ready: false })?.ready).toBe(false)
})

test('its place in the order is what its label says', () => {
  const labels = { [rollout.orderLabel]: 'early' }
  expect(memberOf({}, { labels })).toMatchObject({ order: 'early', createdAt: '2026-01-01T00:00:00Z' })
})

test('nodes of another kind can be told apart', () => {
  const kinds: readonly Partial<Node>[] = [
    {},
    { kubeletVersion: 'v1.35.1' },
    { osImage: 'Talos' },
    { operatingSystem: 'windows' },
    { containerRuntime: 'cri-o://1.36' },
    { labels: { 'kubernetes.io/arch': 'arm64' } },
    { labels: { 'topology.kubernetes.io/zone': 'b' } },
  ]
  expect(new Set(kinds.map((more) => memberOf({}, more)?.stratum)).size).toBe(kinds.length)
  expect(memberOf({}, { containerRuntime: 'containerd://2.1' })?.stratum).toBe(
    memberOf({}, { containerRuntime: 'containerd://2.2' })?.stratum,
  )
})

test.each<[string, Node, string]>([
  ['a document of its own', nodeWith({}, { name: 'own' }), 'OwnDocumentCounts'],
  ['the control plane', nodeWith({}, { labels: { 'node-role.kubernetes.io/control-plane': '' } }), 'RunsControlPlane'],
  ['no agent', node(), 'AgentDoesNotReport'],
  ['nonsense', node({ annotations: { [agent.annotation.status]: '{' } }), 'AgentReportsUnreadably'],
  ['an opt-out', nodeWith({ optOut: { by: 'file', mode: 'freeze' } }), 'AgentOptsOut'],
])('a node with %s is left out, and named', (_, one, reason) => {
  const fleet = rolloutFleet([one], { own: new Set(['own']), now })
  expect(fleet).toMatchObject({ members: [], leftOut: [{ reason, subject: { name: one.name } }] })
})

test('an agent that does not follow rollouts is a member, and named', () => {
  const fleet = rolloutFleet([nodeWith({ followsRollouts: false })], { own: new Set(), now })
  expect([fleet.members.length, fleet.ahead]).toEqual([1, ['node-a']])
})
