import { expect, test } from '@jest/globals'
import { asksPods, judgePods, nodesToLookAt, ofOldClock, withoutPods } from '../../../src/lib/rollouts/pod-evidence.ts'
import type { PodSign } from '../../../src/lib/rollouts/pod-sign.ts'
import type { Progress } from '../../../src/lib/rollouts/rollout.ts'
import type { RolloutNode } from '../../../src/lib/rollouts/rollout-node.ts'
import { begun, documentOf, rolloutOf } from './simulated-fleet.ts'

const minute = 60_000
const hour = 60 * minute
const now = begun + 20 * minute
const iso = (at: number): string => new Date(at).toISOString()

interface Scene {
  readonly admitted: number
  readonly untouched: number
  readonly signs: readonly PodSign[]
  readonly at?: number
  /** From the beginning of the rollout to the admission. */
  readonly admittedAfter?: number
}

const named = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}-${index}`)

const progressOf = (canaries: readonly string[], admittedAfter = 0): Progress => {
  const { kind: _, ...candidate } = documentOf('new')
  return {
    ...{ phase: 'Progressing', candidate: { ...candidate, generation: 2 }, startedAt: iso(begun), canaries },
    gate: { nodes: canaries, upTo: 0, seed: 'new', since: iso(begun) },
    ...{ wave: 0, approvedWave: -1, late: [], soaksSince: undefined, cause: undefined },
    moves: [{ at: iso(begun + admittedAfter), upTo: 0, named: canaries.length }],
  }
}

const nodeOf = (name: string, digest: string): RolloutNode => ({
  ...{ name, createdAt: '2026-01-01T00:00:00Z', order: undefined, stratum: '', ready: true },
  report: { kind: 'proven', digest, runs: digest },
})

function judge({ admitted, untouched, signs, at = now, admittedAfter }: Scene) {
  const [canaries, others] = [named('new', admitted), named('old', untouched)]
  const nodes = [...canaries.map((name) => nodeOf(name, 'new')), ...others.map((name) => nodeOf(name, 'old'))]
  const seen = { kind: 'seen', signs, looked: new Set([...canaries, ...others]) } as const
  return judgePods({ progress: progressOf(canaries, admittedAfter), nodes, seen, now: at })
}

let count = 0
const sign = (node: string, more: Partial<PodSign> = {}): PodSign => {
  const pod = `shop/pod-${count++}`
  return { ...{ node, pod, workload: pod, shows: 'evicted', reason: 'Evicted', at: begun + 15 * minute }, ...more }
}
const signs = (nodes: readonly string[], more: Partial<PodSign> = {}) => nodes.map((node) => sign(node, more))
const times = (many: number, node: string, more: Partial<PodSign> = {}) =>
  Array.from({ length: many }, () => sign(node, more))

const sysctl = { shows: 'refused', reason: 'SysctlForbidden' } as const
const room = { shows: 'no-room', reason: 'OutOfcpu' } as const
const before = { at: begun - 2 * hour }
const crash = { shows: 'not-started', reason: 'CrashLoopBackOff' } as const

type Says = 'against' | 'goesOn' | 'notStarted'

test.each<[string, Scene, Partial<Record<Says, number>>]>([
  ['nothing was shown', { admitted: 1, untouched: 3, signs: [] }, {}],
  [
    'one eviction on a canary, none elsewhere',
    { admitted: 1, untouched: 3, signs: signs(['new-0']) },
    { against: 1, goesOn: 1 },
  ],
  [
    'one refusal for a sysctl on a canary',
    { admitted: 1, untouched: 3, signs: [sign('new-0', sysctl)] },
    { against: 1, goesOn: 1 },
  ],
  ['of three kinds, one is hurt', { admitted: 3, untouched: 97, signs: signs(['new-2']) }, { against: 1, goesOn: 1 }],
  ['all canaries', { admitted: 3, untouched: 97, signs: signs(named('new', 3)) }, { against: 3, goesOn: 3 }],
  ['before it was admitted', { admitted: 1, untouched: 3, signs: [sign('new-0', before)] }, {}],
  ['only elsewhere', { admitted: 1, untouched: 3, signs: signs(['old-0', 'old-1']) }, {}],
  ['on a node that is none of it', { admitted: 1, untouched: 3, signs: signs(['control-plane']) }, {}],
  // A race between the scheduler and the kubelet.
  ['two pods without room', { admitted: 1, untouched: 3, signs: times(2, 'new-0', room) }, {}],
  ['many pods without room', { admitted: 1, untouched: 3, signs: times(5, 'new-0', room) }, { against: 1, goesOn: 1 }],
  // The control group.
  [
    'all nodes at once',
    { admitted: 3, untouched: 97, signs: signs([...named('new', 3), ...named('old', 97)]) },
    { goesOn: 3 },
  ],
  [
    'all nodes at once, right after a canary was admitted',
    { admitted: 1, untouched: 97, admittedAfter: 14 * minute, signs: signs(['new-0', ...named('old', 97)]) },
    { goesOn: 1 },
  ],
  [
    'all others, before the canary was admitted',
    {
      ...{ admitted: 1, untouched: 97, admittedAfter: 14 * minute },
      signs: [...signs(named('old', 97), { at: begun + minute }), sign('new-0')],
    },
    { against: 1, goesOn: 1 },
  ],
  [
    'some nodes at once, and a canary is one of them',
    { admitted: 3, untouched: 97, signs: signs(['new-1', ...named('old', 10)]) },
    { goesOn: 1 },
  ],
  [
    'all nodes at once, a while ago',
    { admitted: 3, untouched: 97, signs: signs([...named('new', 3), ...named('old', 97)]), at: now + 10 * minute },
    {},
  ],
  [
    'all canaries, and few others',
    { admitted: 10, untouched: 90, signs: signs([...named('new', 10), 'old-3', 'old-4']) },
    { against: 10, goesOn: 10 },
  ],
  [
    'what happened on many nodes in the hours before, too',
    {
      ...{ admitted: 50, untouched: 50 },
      signs: [...signs(named('old', 50), before), ...signs(named('new', 50), before), ...signs(['new-7'])],
    },
    {},
  ],
  ['nobody is left to compare with', { admitted: 4, untouched: 0, signs: signs(['new-1', 'new-2']) }, { goesOn: 2 }],
  [
    'nobody is left, and it is nothing unusual',
    {
      ...{ admitted: 1_000, untouched: 0, at: begun + 3 * hour },
      signs: [...signs(named('new', 9), before), sign('new-700', { at: begun + 175 * minute })],
    },
    {},
  ],
  // Workloads.
  [
    'a workload that fails everywhere, again and again',
    {
      ...{ admitted: 1, untouched: 3 },
      signs: ['new-0', ...named('old', 3)].flatMap((node) => times(9, node, { ...sysctl, workload: 'shop/web' })),
    },
    {},
  ],
  [
    'a workload that was evicted once elsewhere, and is here each time',
    {
      ...{ admitted: 1, untouched: 99 },
      signs: [sign('old-3', { workload: 'log' }), ...times(3, 'new-0', { workload: 'log' })],
    },
    { against: 1, goesOn: 1 },
  ],
  [
    'a node that was as bad all day',
    {
      ...{ admitted: 1, untouched: 99 },
      signs: [...[1, 2, 3, 4, 5, 6, 7, 8].map((ago) => sign('new-0', { at: begun - ago * hour })), sign('new-0')],
    },
    {},
  ],
  // New pods that do not get to run.
  ['a crash loop on a canary only', { admitted: 1, untouched: 3, signs: [sign('new-0', crash)] }, { notStarted: 1 }],
  ['a crash loop of an older pod', { admitted: 1, untouched: 3, signs: [sign('new-0', { ...crash, ...before })] }, {}],
  [
    'the same workload crashes elsewhere',
    { admitted: 1, untouched: 3, signs: signs(['new-0', 'old-2'], { ...crash, workload: 'shop/web' }) },
    {},
  ],
  [
    'other workloads crash elsewhere as often',
    { admitted: 2, untouched: 3, signs: signs(['new-0', 'old-0', 'old-1'], crash) },
    {},
  ],
  [
    'crash loops, and nobody is left to compare with',
    { admitted: 4, untouched: 0, signs: signs(['new-0'], crash) },
    {},
  ],
])('%s', (_, scene, expected) => {
  const { against, goesOn, notStarted } = judge(scene)
  expect({ against: against.length, goesOn: goesOn.length, notStarted: notStarted.length }).toEqual({
    ...{ against: 0, goesOn: 0, notStarted: 0, ...expected },
  })
})

test('a verdict has the nodes, their pods and the figures of both sides', () => {
  const [evicted] = signs(['new-0'])
  expect(judge({ admitted: 2, untouched: 98, signs: [evicted!] })).toMatchObject({
    against: [{ node: 'new-0', pods: [{ pod: evicted!.pod, reason: 'Evicted' }] }],
    ...{ admitted: { hurt: 1, of: 2 }, untouched: { hurt: 0, of: 98 } },
  })
})

test('a node that is admitted, and does not run the candidate yet, or any more, is on neither side', () => {
  const waits = { ...nodeOf('new-0', 'new'), report: { kind: 'working', digest: 'new', runs: 'old' } as const }
  const seen = { kind: 'seen', signs: signs(['new-0']), looked: undefined } as const
  const nodes = [waits, nodeOf('old-0', 'old')]
  expect(judgePods({ progress: progressOf(['new-0']), nodes, seen, now })).toMatchObject({
    ...{ against: [], goesOn: [], admitted: { hurt: 0, of: 0 }, untouched: { hurt: 0, of: 1 } },
  })
  expect(asksPods({ ...rolloutOf(), progress: progressOf(['new-0']) }, nodes)).toBe(false)
  const runs = [nodeOf('new-0', 'new')]
  expect(asksPods({ ...rolloutOf(), progress: progressOf(['new-0']) }, runs)).toBe(true)
  expect(asksPods({ ...rolloutOf({ pods: 'ignore' }), progress: progressOf(['new-0']) }, runs)).toBe(false)
  expect(asksPods({ ...rolloutOf(), progress: { ...progressOf(['new-0']), phase: 'Aborting' } }, runs)).toBe(false)
})

test('of a large fleet, few nodes of each side are looked at one by one, canaries among them', () => {
  const canaries = named('canary', 3)
  const progress = progressOf(canaries)
  const gate = { ...progress.gate, upTo: 2 ** 32 + 2 ** 31 }
  const others = named('node', 5_000)
  const nodes = [...canaries, ...others].map((name) => nodeOf(name, 'new'))
  const names = nodesToLookAt({ ...progress, gate }, nodes)
  expect(names.slice(0, 3)).toEqual(canaries)
  expect(new Set(names).size).toBe(40)
})

test('what was shown before the clock was set back by long is known by its time, and left out from then on', () => {
  const [old, ahead, usual] = [sign('a', { at: now + hour }), sign('b', { at: now + minute }), sign('c')]
  const seen = { kind: 'seen', signs: [old, ahead, usual], looked: undefined } as const
  expect(ofOldClock(seen, now)).toEqual([old.pod])
  expect(withoutPods(seen, new Set(ofOldClock(seen, now)))).toEqual({ ...seen, signs: [ahead, usual] })
  const unread = { kind: 'unread', because: { reason: 'AccessDenied' } } as const
  expect([ofOldClock(unread, now), withoutPods(unread, new Set(['a']))]).toEqual([[], unread])
})
