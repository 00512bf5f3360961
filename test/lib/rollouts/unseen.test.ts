import { expect, test } from '@jest/globals'
import { type Advance, advance, type Situation } from '../../../src/lib/rollouts/advance.ts'
import { positionOf } from '../../../src/lib/rollouts/gate.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../src/lib/rollouts/policy.ts'
import type { Progress } from '../../../src/lib/rollouts/rollout.ts'
import type { NodeReport, RolloutNode } from '../../../src/lib/rollouts/rollout-node.ts'
import { begun, documentOf, nothingShown, rolloutOf } from './simulated-fleet.ts'

const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

const reports = {
  'on the old one': { kind: 'proven', digest: 'old', runs: 'old' },
  'on trial': { kind: 'working', digest: 'new', runs: 'new' },
  'on the new one': { kind: 'proven', digest: 'new', runs: 'new' },
  'failing with it': { kind: 'failed', digest: 'new', runs: 'new', cause: undefined },
  back: { kind: 'failed', digest: 'new', runs: 'old', cause: undefined },
} as const satisfies Record<string, NodeReport>

const node = (name: string, report: keyof typeof reports): RolloutNode => ({
  name,
  createdAt: '2026-01-01T00:00:00Z',
  order: undefined,
  stratum: '',
  ready: true,
  report: reports[report],
})

const numbered = (one: RolloutNode, generation: number): RolloutNode => ({
  ...one,
  report: { ...one.report, generation },
})

interface UnderWay {
  readonly nodes: readonly RolloutNode[]
  readonly policy?: Partial<RolloutPolicy>
  readonly progress: Partial<Progress>
  readonly now: number
  readonly writtenAt?: number
}

const gateFor = (...names: readonly string[]) => ({ nodes: names, upTo: 0, seed: 'new', since: iso(begun) })

function decide({ nodes, policy = {}, progress, now, writtenAt }: UnderWay): Advance {
  const { kind: _, ...candidate } = documentOf('new')
  const usual: Progress = {
    phase: 'Progressing',
    candidate: { ...candidate, generation: 2 },
    gate: gateFor(),
    startedAt: iso(begun),
    canaries: nodes.map(({ name }) => name),
    wave: 0,
    approvedWave: -1,
    moves: [],
    late: [],
    soaksSince: undefined,
    cause: undefined,
  }
  const rollout = { ...rolloutOf({ ...defaultPolicy, ...policy }), progress: { ...usual, ...progress } }
  const pods = nothingShown(nodes)
  const situation: Situation = { rollout, desired: documentOf('new'), nodes, now, writtenAt, pods }
  return advance(situation)
}

const byName = (count: number, at: number) => ({ at: iso(at), upTo: 0, named: count })

test('nodes that are newer than the clock says are counted', () => {
  const young = { ...node('a', 'on the old one'), createdAt: iso(begun + 60 * minute) }
  const situation = { rollout: rolloutOf(), desired: documentOf('new'), nodes: [young], now: begun }
  expect(advance(situation)).toMatchObject({ step: 'start', next: { progress: { gate: { since: young.createdAt } } } })
})

const twoNamed = { gate: gateFor('a', 'b'), moves: [byName(1, begun), byName(2, begun + 20 * minute)] }

const oneNamed = { gate: gateFor('a'), moves: [byName(1, begun)] }

const late = (name: string, afterMinutes: number) => ({ name, at: iso(begun + afterMinutes * minute) })

test.each<[string, UnderWay, object]>([
  [
    'a node has its time from its own admission, also by name',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on trial')],
      progress: { ...twoNamed, late: [late('b', 35)] },
      now: begun + 40 * minute,
    },
    { kind: 'hold', because: { reason: 'WaitsForNodes' }, until: begun + 50 * minute },
  ],
  [
    'and has failed after it',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on trial')],
      progress: { ...twoNamed, late: [late('b', 35)] },
      now: begun + 50 * minute,
    },
    { kind: 'move', step: 'abort' },
  ],
  [
    'a node that takes more than half of its time is noticed',
    { nodes: [node('a', 'on trial')], progress: oneNamed, now: begun + 15 * minute },
    { kind: 'move', step: 'note', next: { progress: { late: [late('a', 15)] } } },
  ],
  [
    'and not before',
    { nodes: [node('a', 'on trial')], progress: oneNamed, now: begun + 15 * minute - 1 },
    { kind: 'hold', because: { reason: 'WaitsForNodes' }, until: begun + 15 * minute },
  ],
  [
    'a node that the gate admits since long, and that is seen there now, has its whole time from now on',
    { nodes: [node('a', 'on trial')], progress: { ...oneNamed, late: [late('a', 60)] }, now: begun + 89 * minute },
    { kind: 'hold', because: { reason: 'WaitsForNodes' }, until: begun + 90 * minute },
  ],
  [
    'and has failed then',
    { nodes: [node('a', 'on trial')], progress: { ...oneNamed, late: [late('a', 60)] }, now: begun + 90 * minute },
    { kind: 'move', step: 'abort' },
  ],
  [
    'one that has proven it after all is forgotten',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on trial')],
      progress: { ...twoNamed, late: [late('a', 20), late('b', 35)] },
      now: begun + 40 * minute,
    },
    { kind: 'move', step: 'note', next: { progress: { late: [late('b', 35)] } } },
  ],
  [
    'a node that is tolerated, and still on trial, is away',
    {
      nodes: [node('a', 'on trial'), node('b', 'on the old one')],
      policy: { maxFailures: 2 },
      progress: { ...oneNamed, late: [late('a', 15)] },
      now: begun + 60 * minute,
    },
    { kind: 'hold', because: { reason: 'FleetUnavailable', nodes: ['a'] } },
  ],
  [
    'one that is tolerated, and back, is not',
    {
      nodes: [node('a', 'back'), node('b', 'on the old one')],
      policy: { maxFailures: 2 },
      progress: { gate: gateFor('a'), moves: [byName(1, begun)] },
      now: begun + 60 * minute,
    },
    { kind: 'move', step: 'admit' },
  ],
  [
    'a wave soaks anew when the clock was set back',
    {
      nodes: [node('a', 'on the new one')],
      progress: { gate: gateFor('a'), soaksSince: iso(begun + 60 * minute) },
      now: begun,
    },
    {
      kind: 'move',
      step: 'clock',
      next: { progress: { startedAt: iso(begun - 60.5 * minute), soaksSince: iso(begun - 0.5 * minute) } },
    },
  ],
  [
    'the clocks of two API servers that are seconds apart begin no soak anew',
    {
      nodes: [node('a', 'on the new one')],
      progress: { gate: gateFor('a'), soaksSince: iso(begun + 20_000) },
      now: begun,
    },
    { kind: 'hold', because: { reason: 'WaveSoaks' } },
  ],
  [
    'an abort is not over where a kubelet that has failed still runs the document',
    {
      nodes: [node('a', 'failing with it'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor('a'), moves: [byName(1, begun)] },
      now: begun + minute,
    },
    { kind: 'move', step: 'close' },
  ],
  [
    'a gate closes for no more nodes than may be away, those among them that have not answered it',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', ...twoNamed },
      now: begun + 20 * minute,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { nodes: ['a'] } } } },
  ],
  [
    'nor for all at once of which nothing new was seen since they were admitted',
    {
      nodes: [node('a', 'on the old one'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', ...twoNamed },
      now: begun + 60 * minute,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { nodes: ['a'] } } } },
  ],
  [
    'what it has closed for may report a restart of right before',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor('a'), moves: [byName(2, begun), byName(1, begun + minute)] },
      now: begun + minute + 29_999,
    },
    { kind: 'hold', because: { reason: 'ReportsDue' }, until: begun + minute + 30_000 },
  ],
  [
    'and then goes on',
    {
      nodes: [node('a', 'on the new one'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor('a'), moves: [byName(2, begun), byName(1, begun + minute)] },
      now: begun + minute + 30_000,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { nodes: [] } } } },
  ],
  [
    'nor is an abort over before',
    {
      nodes: [node('a', 'on the old one')],
      progress: {
        phase: 'Aborting',
        gate: gateFor(),
        moves: [
          { at: iso(begun), upTo: positionOf({ name: 'a', order: undefined }, 'new'), named: 0 },
          { at: iso(begun + minute), upTo: 0, named: 0 },
        ],
      },
      now: begun + minute,
    },
    { kind: 'hold', because: { reason: 'ReportsDue' } },
  ],
  [
    'where all that it has let in were rolled back, an abort is over at once',
    {
      nodes: [node('a', 'back'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor('a'), moves: [byName(1, begun)] },
      now: begun + minute,
    },
    { kind: 'move', step: 'end' },
  ],
  [
    'but not where one of them is not seen any more',
    {
      nodes: [node('a', 'back'), node('c', 'on the old one')],
      progress: { phase: 'Aborting', ...twoNamed },
      now: begun + 20 * minute,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { nodes: [] } } } },
  ],
  [
    'nor where the gate is open for whoever comes',
    {
      nodes: [node('a', 'back')],
      progress: { phase: 'Aborting', gate: { ...gateFor(), upTo: positionOf({ name: 'a', order: undefined }, 'new') } },
      now: begun + minute,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { upTo: 0 } } } },
  ],
  [
    'nor where the gate has closed for others right before',
    {
      nodes: [node('a', 'back'), node('b', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor('a'), moves: [byName(2, begun), byName(1, begun + minute)] },
      now: begun + minute,
    },
    { kind: 'hold', because: { reason: 'ReportsDue' } },
  ],
  [
    'a clock that was set back since does not keep it',
    {
      nodes: [node('a', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor(), moves: [byName(1, begun), byName(0, begun + minute)] },
      now: begun - 60 * minute,
    },
    {
      ...{ kind: 'move', step: 'clock' },
      next: { progress: { moves: [byName(1, begun - 61.5 * minute), byName(0, begun - 60.5 * minute)] } },
    },
  ],
  [
    'nor does a write of a time to come',
    {
      nodes: [node('a', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor(), moves: [byName(1, begun), byName(0, begun + minute)] },
      ...{ now: begun + 2 * minute, writtenAt: begun + 60 * minute },
    },
    { kind: 'move', step: 'end' },
  ],
  [
    'a gate that closes long after that was decided has closed when it was stored',
    {
      nodes: [node('a', 'on the old one')],
      progress: { phase: 'Aborting', gate: gateFor(), moves: [byName(1, begun), byName(0, begun + minute)] },
      ...{ now: begun + 60 * minute, writtenAt: begun + 60 * minute },
    },
    { kind: 'hold', because: { reason: 'ReportsDue' }, until: begun + 60 * minute + 30_000 },
  ],
  [
    'what a node has proven in an earlier rollout of the same document does not count',
    {
      nodes: [numbered(node('a', 'on the new one'), 1)],
      progress: oneNamed,
      now: begun + minute,
    },
    { kind: 'hold', because: { reason: 'WaitsForNodes', nodes: ['a'] } },
  ],
  [
    'nor what has failed in one',
    {
      nodes: [numbered(node('a', 'back'), 1)],
      progress: oneNamed,
      now: begun + minute,
    },
    { kind: 'hold', because: { reason: 'WaitsForNodes', nodes: ['a'] } },
  ],
  [
    'what it has proven in this one does',
    {
      nodes: [numbered(node('a', 'on the new one'), 2)],
      progress: oneNamed,
      now: begun + minute,
    },
    { kind: 'move', step: 'soak' },
  ],
  [
    'nor do all nodes go back at once that have proven it in an earlier one',
    {
      nodes: [numbered(node('a', 'on the new one'), 1), numbered(node('b', 'on the new one'), 1)],
      progress: { phase: 'Aborting', ...twoNamed },
      now: begun + 20 * minute,
    },
    { kind: 'move', step: 'close', next: { progress: { gate: { nodes: ['a'] } } } },
  ],
])('%s', (_, situation, expected) => {
  expect(decide(situation)).toMatchObject(expected)
})
