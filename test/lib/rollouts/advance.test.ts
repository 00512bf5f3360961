import { expect, test } from '@jest/globals'
import { describe, messageOf } from '../../../src/lib/message/describe.ts'
import type { Fact } from '../../../src/lib/message/fact.ts'
import { plainLine } from '../../../src/lib/message/line.ts'
import { advance } from '../../../src/lib/rollouts/advance.ts'
import { CheckSays } from '../../../src/lib/rollouts/check-messages.ts'
import type { Check, CheckAnswer } from '../../../src/lib/rollouts/checks.ts'
import type { SeenPods } from '../../../src/lib/rollouts/pod-evidence.ts'
import type { PodSign } from '../../../src/lib/rollouts/pod-sign.ts'
import { defaultPolicy, type RolloutPolicy, type Wave } from '../../../src/lib/rollouts/policy.ts'
import type { Rollout } from '../../../src/lib/rollouts/rollout.ts'
import { WaitsForApproval } from '../../../src/lib/rollouts/rollout-messages.ts'
import type { RolloutNode } from '../../../src/lib/rollouts/rollout-node.ts'
import { userChanges, withPolicy } from '../../../src/lib/rollouts/user-changes.ts'
import type { TimeWindow } from '../../../src/lib/rollouts/windows.ts'
import {
  begun,
  documentOf,
  type Effect,
  members,
  nothingShown,
  rolloutOf,
  SimulatedFleet,
  storedAndRead,
} from './simulated-fleet.ts'

const hour = 3_600_000
const minute = 60_000
const user = { by: 'jane', note: undefined, now: begun }

const wave = (to: Wave['to'], more: Partial<Wave> = {}): Wave => ({ to, soakMs: undefined, approval: false, ...more })
const all = wave({ kind: 'percent', percent: 100 })
const unusable: Fact = { reason: 'GlobalNotDecodable' }

function fleetOf(count: number, effect: (digest: string) => Effect = () => 'works', rollout: Rollout = rolloutOf()) {
  return new SimulatedFleet(
    members(count, (index) => ({ stratum: index % 10 === 0 ? 'rare' : 'usual' })),
    rollout,
    effect,
  )
}

const holdOf = (fleet: SimulatedFleet) => {
  const decision = fleet.decide()
  return decision.kind === 'hold' ? decision.because : decision.kind
}

test('a document that works reaches every node, never more at a time than the policy says', () => {
  const fleet = fleetOf(100)
  fleet.desired = documentOf('new')
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(100)
  expect(fleet.rollout).toMatchObject({ promoted: { digest: 'new', generation: 2 }, progress: undefined })
  expect(fleet.rollout.past[0]).toMatchObject({ digest: 'new', outcome: 'Promoted' })
  expect(fleet.mostAway).toBe(10)
})

test('one node of each kind comes first', () => {
  const fleet = fleetOf(100)
  fleet.desired = documentOf('new')
  fleet.pass(5 * minute)
  const touched = [...fleet.touched.get('new')!]
  expect(touched).toHaveLength(2)
  expect(touched.map((name) => Number(name.slice(5)) % 10 === 0).sort()).toEqual([false, true])
})

test.each([
  ['fails', 'NodesFailed'],
  ['hangs', 'NodesFailed'],
] as const)('a document that %s everywhere is gone again, and has touched the canaries only', (effect, reason) => {
  const fleet = fleetOf(100, (digest) => (digest === 'bad' ? effect : 'works'))
  fleet.desired = documentOf('bad')
  fleet.pass(6 * hour)
  expect(fleet.touched.get('bad')!.size).toBe(2)
  expect(fleet.rollout.progress).toBeUndefined()
  expect(fleet.rollout.past[0]).toMatchObject({ digest: 'bad', outcome: 'Aborted', cause: { reason } })
  if (effect === 'fails') expect(fleet.runs('old')).toHaveLength(100)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutRefused' })
})

test('a document that fails on one kind of node only is stopped there', () => {
  const fleet = new SimulatedFleet(
    members(50, (index) => ({ stratum: index === 49 ? 'arm64' : 'amd64' })),
    rolloutOf(),
    (digest, { stratum }) => (digest === 'bad' && stratum === 'arm64' ? 'fails' : 'works'),
  )
  fleet.desired = documentOf('bad')
  fleet.pass(3 * hour)
  expect(fleet.touched.get('bad')!.size).toBe(2)
  expect(fleet.runs('old')).toHaveLength(50)
})

test('what is stored meanwhile takes the nodes back first, and then begins at the canaries', () => {
  const fleet = fleetOf(20)
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  expect(fleet.runs('new').length).toBeGreaterThan(2)
  fleet.desired = documentOf('newer')
  fleet.pass(10 * minute)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Aborting', cause: { reason: 'RolloutSuperseded' } })
  fleet.pass(12 * hour)
  expect(fleet.runs('newer')).toHaveLength(20)
  expect(fleet.mostAway).toBeLessThanOrEqual(2)
})

test('a rollout whose document is taken back is over, and may be tried again', () => {
  const fleet = fleetOf(20)
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  fleet.desired = documentOf('old')
  fleet.pass(3 * hour)
  expect(fleet.runs('old')).toHaveLength(20)
  expect(fleet.rollout.past[0]).toMatchObject({ outcome: 'Aborted', cause: { reason: 'RolloutWithdrawn' } })
  expect(holdOf(fleet)).toBe('idle')
  // Nothing was said against it.
  fleet.desired = documentOf('new')
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(20)
})

test('a document that has failed stays refused, also when another one was stored before it was given up', () => {
  const fleet = fleetOf(20, (digest) => (digest === 'bad' ? 'fails' : 'works'), rolloutOf({ onFailure: 'pause' }))
  fleet.desired = documentOf('bad')
  fleet.pass(hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutPaused', cause: { reason: 'NodesFailed' } })
  for (const digest of ['newer', 'bad']) {
    fleet.desired = documentOf(digest)
    fleet.pass(12 * hour)
  }
  expect(fleet.runs('newer')).toHaveLength(20)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutRefused', cause: { reason: 'NodesFailed' } })
  // Another one that was replaced since does not stand before it.
  fleet.desired = documentOf('newest')
  fleet.pass(hour)
  fleet.desired = documentOf('bad')
  fleet.pass(6 * hour)
  expect(fleet.rollout.past.map(({ digest }) => digest)).toEqual(['newest', 'newer', 'bad'])
  fleet.rollout = userChanges.retry(fleet.rollout, user)
  expect(fleet.rollout.past.map(({ digest }) => digest)).toEqual(['newest', 'newer'])
})

test('a document that was aborted is tried again only when somebody asks for it', () => {
  let works = false
  const fleet = fleetOf(20, (digest) => (digest === 'new' && !works ? 'fails' : 'works'))
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutRefused' })
  works = true
  fleet.rollout = userChanges.retry(fleet.rollout, user)
  for (const machine of fleet.machines) machine.failed.clear()
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(20)
})

test('the deletion of the document is rolled out, too', () => {
  const fleet = fleetOf(20)
  fleet.desired = documentOf('local')
  fleet.pass(hour)
  expect(fleet.runs('local').length).toBeGreaterThan(0)
  expect(fleet.runs('local').length).toBeLessThan(20)
  fleet.pass(12 * hour)
  expect(fleet.runs('local')).toHaveLength(20)
})

test('a node that joins in mid-rollout stays on what is promoted until the end', () => {
  const fleet = fleetOf(10)
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  const [machine] = new SimulatedFleet([{ name: 'late', createdAt: '2026-11-29T12:30:00Z' }], rolloutOf()).machines
  fleet.machines.push(machine!)
  fleet.pass(hour)
  expect(fleet.runs('old')).toContain('late')
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toContain('late')
})

test('a node that an open gate comes to admit much later has its time, and a silent one has failed after it', () => {
  const fleet = fleetOf(10, undefined, rolloutOf({ waves: [all], soakMs: 24 * hour }))
  fleet.desired = documentOf('new')
  fleet.pass(10 * hour)
  expect(fleet.runs('new')).toHaveLength(10)
  const [back] = new SimulatedFleet([{ name: 'opts-in' }], rolloutOf()).machines
  fleet.machines.push(back!)
  fleet.pass(hour)
  expect(fleet.runs('new')).toContain('opts-in')
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Progressing', late: [] })
  const [silent] = new SimulatedFleet([{ name: 'silent' }], rolloutOf()).machines
  fleet.machines.push({ ...silent!, down: true })
  fleet.pass(29 * minute)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Progressing', late: [{ name: 'silent' }] })
  fleet.pass(2 * minute)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Aborting', cause: { reason: 'NodesFailed' } })
})

test('a wave waits for an approval, and a paused rollout for people', () => {
  const waves = [wave({ kind: 'canary' }), wave({ kind: 'percent', percent: 100 }, { approval: true })]
  const fleet = fleetOf(10, undefined, rolloutOf({ waves }))
  fleet.desired = documentOf('new')
  fleet.pass(3 * hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'WaitsForApproval', wave: 2 })
  expect(fleet.runs('new')).toHaveLength(2)
  fleet.rollout = userChanges.pause(fleet.rollout, { ...user, note: 'lunch' })
  expect(() => userChanges.pause(fleet.rollout, user)).toThrow('RolloutPausedAlready')
  fleet.rollout = userChanges.approve(fleet.rollout, user)
  expect(() => userChanges.approve(fleet.rollout, user)).toThrow('NothingToApprove')
  fleet.pass(hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutPaused', cause: { message: 'by jane: lunch' } })
  expect(fleet.runs('new')).toHaveLength(2)
  fleet.rollout = userChanges.resume(fleet.rollout, user)
  fleet.pass(6 * hour)
  expect(fleet.runs('new')).toHaveLength(10)
})

test.each<[string, (fleet: SimulatedFleet) => void]>([
  ['an approval', () => undefined],
  ['a document that no kubelet could decode', (fleet) => (fleet.desired = { kind: 'unusable', because: unusable })],
])('nodes that fail end a rollout that waits for %s', (_, thenWaits) => {
  const waves = [wave({ kind: 'canary' }), { ...all, approval: true }]
  const fleet = fleetOf(10, undefined, rolloutOf({ waves }))
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  thenWaits(fleet)
  const [canary] = fleet.rollout.progress!.gate.nodes
  fleet.machines.find(({ member }) => member.name === canary)!.failed.add('new')
  fleet.pass(minute)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Aborting', cause: { reason: 'NodesFailed' } })
})

test('an abort takes the nodes back in steps, the last first', () => {
  const fleet = fleetOf(30, undefined, rolloutOf({ maxUnavailable: { kind: 'count', count: 2 }, waves: [all] }))
  fleet.desired = documentOf('new')
  fleet.pass(2 * hour)
  const before = fleet.runs('new')
  expect(before.length).toBeGreaterThan(6)
  fleet.rollout = userChanges.abort(fleet.rollout, user)
  expect(() => userChanges.abort(fleet.rollout, user)).toThrow('RolloutAbortsAlready')
  fleet.pass(5 * minute)
  expect(fleet.machines.filter(({ change }) => change?.digest === 'old')).toHaveLength(2)
  fleet.pass(6 * hour)
  expect(fleet.runs('old')).toHaveLength(30)
  expect(fleet.mostAway).toBeLessThanOrEqual(2)
})

test('a break of the glass promotes at once, with who did it and why', () => {
  const fleet = fleetOf(30)
  fleet.desired = documentOf('new')
  fleet.pass(minute)
  fleet.rollout = userChanges.promote(fleet.rollout, { ...user, note: 'certificates' })
  fleet.pass(hour)
  expect(fleet.runs('new')).toHaveLength(30)
  expect(fleet.rollout.past[0]).toMatchObject({ outcome: 'Promoted', cause: { message: 'by jane: certificates' } })
})

test('it does not begin while as many nodes are away as may be, and names them', () => {
  const fleet = fleetOf(20)
  for (const machine of fleet.machines.slice(0, 2)) machine.ready = false
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'FleetUnavailable', nodes: ['node-0', 'node-1'] })
  expect(fleet.touched.get('new')).toBeUndefined()
  fleet.machines[0]!.ready = true
  fleet.pass(minute)
  expect(fleet.rollout.progress?.phase).toBe('Progressing')
})

test('a node that has proven the document and reboots holds the wave, and does not end it', () => {
  const fleet = fleetOf(20)
  fleet.desired = documentOf('new')
  fleet.pass(15 * minute)
  const canary = fleet.machines.find(({ runs }) => runs === 'new')!
  canary.ready = false
  fleet.pass(3 * hour)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Progressing', wave: 0, soaksSince: undefined })
  expect(holdOf(fleet)).toMatchObject({ reason: 'WaitsForNodes', nodes: [canary.member.name] })
  canary.ready = true
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(20)
})

test('with onFailure: pause, a failed node pauses it, and it goes on past as many as are tolerated', () => {
  const bad = new Set<string>()
  const policy = { maxFailures: 2, onFailure: 'pause' } as const
  const fleet = new SimulatedFleet(members(20), rolloutOf(policy), (digest, { name }) =>
    digest === 'new' && bad.has(name) ? 'fails' : 'works',
  )
  fleet.desired = documentOf('new')
  bad.add('node-7')
  fleet.pass(12 * hour)
  expect(fleet.rollout.past[0]).toMatchObject({ outcome: 'Promoted' })
  expect(fleet.runs('old')).toEqual(['node-7'])
  bad.add('node-3')
  fleet.desired = documentOf('newer')
})

test('a node that still comes back from the rollout before is one that is away', () => {
  const fleet = fleetOf(4)
  fleet.desired = documentOf('new')
  const back: RolloutNode = {
    ...fleet.nodes()[0]!,
    report: { kind: 'working', digest: 'old', runs: 'old' },
  }
  const nodes = [back, ...fleet.nodes().slice(1)]
  const decision = fleet.decide({ nodes })
  expect(decision).toMatchObject({ kind: 'hold', because: { reason: 'FleetUnavailable', nodes: [back.name] } })
})

test('without nodes, nothing is promoted, unless a user says so', () => {
  const fleet = fleetOf(0)
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  expect(fleet.decide({})).toMatchObject({ kind: 'hold', because: { reason: 'NoNodeToTry' } })
  expect(fleet.rollout.promoted.digest).toBe('old')
  fleet.rollout = userChanges.promote(fleet.rollout, user)
  expect(fleet.rollout.promoted.digest).toBe('new')
})

test('when all nodes were replaced in mid-rollout, it begins anew with those that came', () => {
  const fleet = fleetOf(4)
  fleet.desired = documentOf('new')
  fleet.pass(5 * minute)
  const { gate } = fleet.rollout.progress!
  expect(gate.nodes).not.toEqual([])
  const createdAt = new Date(fleet.now).toISOString()
  const nodes = fleet.nodes().map((node) => ({ ...node, name: `new-${node.name}`, createdAt }))
  const decision = fleet.decide({ nodes })
  expect(decision).toMatchObject({
    kind: 'move',
    step: 'start',
    next: {
      promoted: { digest: 'old' },
      progress: {
        wave: 0,
        gate: { nodes: [], upTo: 0 },
        canaries: expect.arrayContaining([expect.stringMatching(/^new-/)]),
      },
    },
  })
})

test('what has failed on all nodes is not promoted, however many failures are tolerated', () => {
  const fleet = new SimulatedFleet(members(1), rolloutOf({ maxFailures: 2 }), (digest) =>
    digest === 'new' ? 'fails' : 'works',
  )
  fleet.desired = documentOf('new')
  fleet.pass(hour)
  expect(fleet.rollout).toMatchObject({
    promoted: { digest: 'old' },
    past: [{ digest: 'new', outcome: 'Aborted', cause: { reason: 'NodesFailed' } }],
  })
})

test('a policy that is released moves nothing; another one counts at once', () => {
  const rollout = rolloutOf()
  const situation = { desired: documentOf('new'), nodes: [], now: begun }
  expect(advance({ ...situation, rollout: { ...rollout, policy: undefined } })).toEqual({ kind: 'idle' })
  expect(withPolicy(rollout, { ...defaultPolicy, waves: [all] }).policy?.waves).toEqual([all])
})

test.each(Object.keys(userChanges) as (keyof typeof userChanges)[])('%s needs a rollout', (change) => {
  expect(() => userChanges[change](rolloutOf(), user)).toThrow(
    change === 'retry' ? 'NothingRefused' : 'NothingRolledOut',
  )
})

/** Of 2026-11-29, a Sunday, on which the rollouts of these tests begin at 12:00. */
const openFor = (from: number, to: number): TimeWindow => ({
  days: ['Sun'],
  from: from * 60,
  to: to * 60,
  timeZone: 'UTC',
})

const nextSunday = begun + 7 * 24 * hour

test('outside of its windows, a rollout does not begin, and says when it may', () => {
  const fleet = fleetOf(20, undefined, rolloutOf({ windows: [openFor(13, 14)] }))
  fleet.desired = documentOf('new')
  const situation = { rollout: fleet.rollout, desired: fleet.desired, nodes: fleet.nodes(), now: begun }
  expect(advance(situation)).toMatchObject({
    kind: 'hold',
    because: { reason: 'OutsideWindows', opens: { at: '2026-11-29T13:00:00.000Z', leftMs: hour } },
    until: begun + hour,
  })
  fleet.pass(hour)
  expect(fleet.touched.get('new')).toBeUndefined()
  fleet.pass(minute)
  expect(fleet.touched.get('new')?.size).toBeGreaterThan(0)
})

test('when a window closes, admitted nodes finish their trial and soak, and nothing else goes on', () => {
  const fleet = fleetOf(20, undefined, rolloutOf({ windows: [openFor(12, 13)], soakMs: 40 * minute }))
  fleet.desired = documentOf('new')
  fleet.now = begun + 55 * minute
  fleet.pass(4 * minute)
  const touched = fleet.touched.get('new')!.size
  expect(fleet.machines.filter(({ change }) => change !== undefined).length).toBeGreaterThan(0)
  fleet.pass(3 * hour)
  expect(fleet.touched.get('new')!.size).toBe(touched)
  expect(fleet.runs('new')).toHaveLength(touched)
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Progressing', soaksSince: expect.any(String) })
  expect(holdOf(fleet)).toMatchObject({ reason: 'OutsideWindows' })
  fleet.now = nextSunday
  fleet.pass(50 * minute)
  expect(fleet.touched.get('new')!.size).toBeGreaterThan(touched)
})

test('in the middle of a wave, too: the rest of it waits for the next window', () => {
  const policy = { windows: [openFor(12, 13)], waves: [all], maxUnavailable: { kind: 'count', count: 4 } } as const
  const fleet = fleetOf(60, undefined, rolloutOf(policy))
  fleet.desired = documentOf('new')
  fleet.pass(59 * minute)
  fleet.pass(minute)
  const touched = fleet.touched.get('new')!.size
  expect(touched).toBeLessThan(60)
  fleet.pass(hour)
  expect(fleet.touched.get('new')!.size).toBe(touched)
  expect(holdOf(fleet)).toMatchObject({ reason: 'OutsideWindows' })
})

test('a hold outside of windows ends early enough to notice a node that takes long', () => {
  const policy = { windows: [openFor(12, 13)], waves: [all], maxUnavailable: { kind: 'count', count: 4 } } as const
  const fleet = fleetOf(60, (digest) => (digest === 'new' ? 'hangs' : 'works'), rolloutOf(policy))
  fleet.now = begun + 58 * minute
  fleet.desired = documentOf('new')
  fleet.pass(minute)
  const [first] = fleet.rollout.progress!.moves
  // Three of four are proven: as many as a batch may be away again.
  const nodes = fleet.nodes()
  const admitted = nodes.filter(({ report }) => report.digest === 'new')
  const proven = admitted.slice(1).map(({ name }) => name)
  const seen = nodes.map((node) =>
    proven.includes(node.name) ? { ...node, report: { kind: 'proven', digest: 'new', runs: 'new' } as const } : node,
  )
  const decision = fleet.decide({ nodes: seen, now: begun + hour })
  expect(admitted).toHaveLength(4)
  expect(decision).toMatchObject({
    because: { reason: 'OutsideWindows' },
    until: Date.parse(first!.at) + defaultPolicy.nodeDeadlineMs / 2,
  })
})

test('what fails outside of windows is taken back at once', () => {
  const policy = { windows: [openFor(12, 13)], soakMs: 45 * minute }
  const fleet = fleetOf(20, undefined, rolloutOf(policy))
  fleet.desired = documentOf('new')
  fleet.pass(58 * minute)
  const running = fleet.runs('new')
  expect(running.length).toBeGreaterThan(0)
  fleet.pass(hour)
  for (const machine of fleet.machines.filter(({ runs }) => runs === 'new').slice(0, 1)) machine.failed.add('new')
  fleet.pass(2 * hour)
  expect(fleet.rollout.past[0]).toMatchObject({ outcome: 'Aborted', cause: { reason: 'NodesFailed' } })
  expect(fleet.runs('new')).toEqual([])
})

test('a document that is replaced outside of windows is taken back at once, and people may still abort and promote', () => {
  const fleet = fleetOf(20, undefined, rolloutOf({ windows: [openFor(12, 13)] }))
  fleet.desired = documentOf('new')
  fleet.pass(59 * minute)
  fleet.now = begun + 2 * hour
  const promoted = userChanges.promote(fleet.rollout, user)
  expect(promoted.promoted.digest).toBe('new')
  fleet.desired = documentOf('newer')
  fleet.pass(4 * hour)
  expect(fleet.rollout.past[0]).toMatchObject({ outcome: 'Aborted', cause: { reason: 'RolloutSuperseded' } })
  expect(fleet.runs('old')).toHaveLength(20)
  expect(holdOf(fleet)).toMatchObject({ reason: 'OutsideWindows' })
})

test('promotion waits for a window', () => {
  const fleet = fleetOf(4, undefined, rolloutOf({ windows: [openFor(12, 13)], waves: [all], soakMs: 55 * minute }))
  fleet.desired = documentOf('new')
  fleet.now = begun + 20 * minute
  fleet.pass(5 * hour)
  expect(fleet.runs('new')).toHaveLength(4)
  expect(holdOf(fleet)).toMatchObject({ reason: 'OutsideWindows' })
  fleet.now = nextSunday
  fleet.pass(minute)
  expect(fleet.rollout.promoted.digest).toBe('new')
})

const checks: readonly Check[] = ['errors', 'smoke'].map((name) => ({ kind: 'url', name, url: 'https://ci.example' }))
const go: readonly CheckAnswer[] = checks.map(({ name }) => ({ name, says: 'go' }))
const says = (result: 'hold' | 'abort'): readonly CheckAnswer[] => [
  go[0]!,
  { name: 'smoke', says: result, because: CheckSays({ result, text: 'pods fail' }) },
]

/** Its canaries have soaked, and nobody has asked the checks. */
function soaked(policy: Partial<RolloutPolicy> = {}): SimulatedFleet {
  const fleet = fleetOf(20, undefined, rolloutOf({ checks, ...policy }))
  fleet.desired = documentOf('new')
  return fleet.pass(hour)
}

const decided = (fleet: SimulatedFleet, answers: readonly CheckAnswer[] | undefined) => fleet.decide({ answers })

test.each<[string, readonly CheckAnswer[] | undefined, object]>([
  [
    'nobody has asked',
    undefined,
    { kind: 'hold', because: { reason: 'ChecksNotPassed', checks: [{ name: 'errors' }, { name: 'smoke' }] } },
  ],
  [
    'one was not asked',
    go.slice(0, 1),
    { kind: 'hold', because: { checks: [{ name: 'smoke', because: { reason: 'CheckNotAsked' } }] } },
  ],
  [
    'one says hold',
    says('hold'),
    { kind: 'hold', because: { checks: [{ name: 'smoke', because: { text: 'pods fail' } }] }, until: undefined },
  ],
  ['all say go', go, { kind: 'move', step: 'next-wave' }],
  ['one says abort', says('abort'), { kind: 'move', step: 'abort' }],
])('when a wave has soaked and %s', (_, answers, expected) => {
  const fleet = soaked()
  expect(fleet.rollout.progress?.wave).toBe(0)
  expect(decided(fleet, answers)).toMatchObject(expected)
})

test('what checks say counts only when the wave has soaked and its nodes are well', () => {
  const fleet = soaked()
  fleet.machines.find(({ runs }) => runs === 'new')!.ready = false
  expect(decided(fleet, says('abort'))).toMatchObject({ kind: 'move', step: 'soak' })
  fleet.pass(minute)
  expect(decided(fleet, go)).toMatchObject({ because: { reason: 'WaitsForNodes' } })
})

test('a check that says abort outside of windows ends the rollout; one that says go waits for a window', () => {
  const fleet = soaked({ windows: [openFor(12, 13)] })
  fleet.now = begun + 3 * hour
  expect(decided(fleet, go)).toMatchObject({ because: { reason: 'OutsideWindows' } })
  expect(decided(fleet, undefined)).toMatchObject({ because: { reason: 'ChecksNotPassed' } })
  expect(decided(fleet, says('abort'))).toMatchObject({ step: 'abort' })
})

test('a document that a check has failed is refused until somebody asks for it again', () => {
  const fleet = soaked()
  const decision = decided(fleet, says('abort'))
  if (decision.kind !== 'move') throw new Error('it did not move')
  fleet.rollout = storedAndRead(decision.next)
  const cause = { reason: 'CheckFailed', message: 'check smoke failed: it says abort: pods fail' }
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Aborting', cause })
  // Another document that is stored meanwhile takes nothing of it back.
  fleet.desired = documentOf('newer')
  fleet.pass(6 * hour)
  expect(fleet.rollout.past[0]).toMatchObject({ digest: 'new', outcome: 'Aborted', cause })
  fleet.rollout = userChanges.abort(fleet.rollout, user)
  fleet.desired = documentOf('new')
  fleet.pass(6 * hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutRefused', cause })
})

test('with onFailure: pause, a check that says abort pauses it, and the pause says how to go on', () => {
  const fleet = soaked({ onFailure: 'pause' })
  const decision = decided(fleet, says('abort'))
  if (decision.kind !== 'move') throw new Error('it did not move')
  expect(decision).toMatchObject({ step: 'pause', next: { progress: { phase: 'Paused' } } })
  fleet.rollout = decision.next
  const paused = decided(fleet, go)
  if (paused.kind !== 'hold') throw new Error('it does not hold')
  expect(describe(paused.because).hints.join()).toMatch(/take it out of the policy/)
  fleet.rollout = userChanges.resume(fleet.rollout, user)
  fleet.desired = documentOf('newer')
  expect(decided(fleet, go)).toMatchObject({ step: 'abort' })
})

const signOn = (node: string, at: number, more: Partial<PodSign> = {}): PodSign => ({
  ...{ node, pod: `shop/on-${node}`, workload: `shop/on-${node}`, shows: 'evicted', reason: 'Evicted', at, ...more },
})

const shown = (fleet: SimulatedFleet, ...signs: readonly PodSign[]): SeenPods => ({
  ...nothingShown(fleet.machines.map(({ member }) => member)),
  signs,
})

/** The canary of four nodes has proven the document, and its wave has soaked. */
function canaried(policy: Partial<RolloutPolicy> = {}): readonly [fleet: SimulatedFleet, canary: string] {
  const fleet = new SimulatedFleet(members(4), rolloutOf({ soakMs: hour, ...policy }))
  fleet.desired = documentOf('new')
  fleet.pass(20 * minute)
  expect(holdOf(fleet)).toMatchObject({ reason: 'WaveSoaks' })
  return [fleet, fleet.runs('new')[0]!]
}

test('a kubelet that evicts pods with the document, as no other does, has failed', () => {
  const [fleet, canary] = canaried()
  fleet.pods = shown(fleet, signOn(canary, fleet.now))
  fleet.pass(minute)
  const message = `node ${canary} failed: since it has the document, its kubelet has evicted or refused shop/on-${canary} (Evicted); of the nodes without it, 0 of 3 do`
  expect(fleet.rollout.progress).toMatchObject({ phase: 'Aborting', cause: { reason: 'NodesFailed', message } })
  fleet.pass(2 * hour)
  expect(fleet.runs('old')).toHaveLength(4)
  expect(holdOf(fleet)).toMatchObject({ reason: 'RolloutRefused' })
})

test('with pods: hold, it waits while that goes on', () => {
  const [fleet, canary] = canaried({ pods: 'hold', soakMs: 15 * minute })
  fleet.pods = shown(fleet, signOn(canary, fleet.now))
  fleet.pass(8 * minute)
  expect(holdOf(fleet)).toMatchObject({ reason: 'PodsHurt', nodes: [canary] })
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(4)
})

test.each<[string, Partial<RolloutPolicy>]>([
  ['with pods: ignore, nobody asks', { pods: 'ignore' }],
  ['as many failures as the policy says are tolerated', { maxFailures: 2 }],
])('%s', (_, policy) => {
  const [fleet, canary] = canaried(policy)
  fleet.pods = shown(fleet, signOn(canary, fleet.now))
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(4)
})

test('where kubelets without the document evict pods, too, the wave waits until that is over', () => {
  const [fleet, canary] = canaried({ soakMs: 15 * minute })
  fleet.pass(3 * minute)
  const at = fleet.now
  fleet.pods = shown(fleet, ...fleet.machines.map(({ member }) => signOn(member.name, at)))
  fleet.pass(4 * minute)
  expect(holdOf(fleet)).toMatchObject({
    ...{ reason: 'PodsHurt', nodes: [canary], admitted: { hurt: 1, of: 1 }, untouched: { hurt: 3, of: 3 } },
  })
  expect(fleet.decide()).toMatchObject({ until: at + 10 * minute })
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(4)
})

test('new pods that do not get to run hold the wave, with their names, until they do', () => {
  const [fleet, canary] = canaried({ soakMs: 5 * minute })
  const crashes = signOn(canary, fleet.now, { shows: 'not-started', reason: 'CrashLoopBackOff' })
  fleet.pods = shown(fleet, crashes)
  fleet.pass(2 * hour)
  const hold = holdOf(fleet)
  expect(hold).toMatchObject({ reason: 'PodsNotStarted', nodes: [canary] })
  expect(
    describe(hold as Fact)
      .lines.map(plainLine)
      .join(''),
  ).toContain(`shop/on-${canary} (CrashLoopBackOff on ${canary})`)
  fleet.pods = shown(fleet)
  fleet.pass(12 * hour)
  expect(fleet.runs('new')).toHaveLength(4)
})

test.each<[string, SeenPods | undefined, string]>([
  ['nobody has looked at', undefined, 'kubeletcfg rollout run has to read them'],
  ['cannot be read', { kind: 'unread', because: WaitsForApproval({ wave: 3 }) }, 'wave 3 needs an approval'],
  ['were not looked at one by one', { kind: 'seen', signs: [], looked: undefined }, 'has to read them'],
])('no more nodes get a document while its pods %s', (_, pods, said) => {
  const [fleet] = canaried({ soakMs: 15 * minute })
  fleet.pods = pods
  fleet.pass(hour)
  const hold = holdOf(fleet)
  expect(hold).toMatchObject({ reason: 'PodsNotSeen' })
  expect(messageOf(hold as Fact)).toContain(said)
})

test.each<[string, SeenPods | undefined]>([
  ['nobody can see its pods', { kind: 'unread', because: WaitsForApproval({ wave: 3 }) }],
  ['nobody has looked', undefined],
])('also within a wave, no more nodes get a document while %s', (_, pods) => {
  const fleet = new SimulatedFleet(members(20), rolloutOf({ waves: [all] }))
  fleet.desired = documentOf('new')
  fleet.pass(5 * minute)
  fleet.pods = pods
  fleet.pass(2 * hour)
  expect(holdOf(fleet)).toMatchObject({ reason: 'PodsNotSeen' })
  expect(fleet.touched.get('new')!.size).toBe(2)
})
