import type { IfFull } from '../../../../../src/lib/sizes/plan/plan.ts'
import type { Dice } from '../../../../support/schedules/dice.ts'
import type { CallKind } from './call-kind.ts'
import type { StreamTrouble } from './streams.ts'

/** What happens to two replicas of a reconciler and to the cluster that they keep, in order. */
export interface Schedule {
  readonly clocks: readonly [ClockKind, ClockKind]
  /** The stored size of each node in cores at the start; 0: none. */
  readonly sizes: readonly number[]
  readonly ops: readonly Op[]
}

/** How the clocks of a machine differ from those of the cluster. */
export interface ClockKind {
  /** Of the time of day. */
  readonly aheadMs: number
  /** Seconds of its monotonic clock for each second. */
  readonly rate: number
}

/** What goes wrong with one request. */
export type Trouble =
  /** Stopped before it is sent (SIGSTOP), or paused with its machine, whose clocks stand still. */
  | { readonly kind: 'freeze'; readonly ms: number; readonly clocks: 'run' | 'stand' }
  | { readonly kind: 'die'; readonly when: 'before' | 'after' }
  | { readonly kind: 'lose-answer' | 'drop' | 'refuse' | 'hang' }
  /** It arrives so much later, whatever has become of who sent it; no answer comes back. */
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'answer'; readonly status: 409 | 410 | 429 | 500 | 503 }

/** 0 or 1. */
type Index = number

export type Change =
  /** The next `times` requests of a kind. */
  | {
      readonly kind: 'trouble'
      readonly replica: Index
      readonly on: CallKind
      readonly times: number
      readonly trouble: Trouble
    }
  | { readonly kind: 'freeze'; readonly replica: Index; readonly ms: number; readonly clocks: 'run' | 'stand' }
  | { readonly kind: 'kill' | 'terminate'; readonly replica: Index }
  | { readonly kind: 'streams'; readonly replica: Index; readonly ms: number; readonly trouble: StreamTrouble }
  | { readonly kind: 'break-watches' }
  | { readonly kind: 'api-down'; readonly ms: number }
  | { readonly kind: 'backup' | 'restore' }
  | { readonly kind: 'lease'; readonly how: 'delete' | 'touch' | 'steal' }
  /** `nodesize set`, `reset`, `cancel`; killed before its n-th request. */
  | {
      readonly kind: 'command'
      readonly node: Index
      readonly size: number | 'max' | 'granted'
      readonly ifFull: IfFull
      readonly diesAt: number | undefined
    }
  /** A person edits what is stored. */
  | { readonly kind: 'edit'; readonly node: Index; readonly to: number | 'nonsense' | 'nothing' }
  | { readonly kind: 'by-hand'; readonly node: Index; readonly cpu: number }
  | { readonly kind: 'delete-balloon' | 'late-pod'; readonly node: Index }
  /** `bound`: past the scheduler. */
  | { readonly kind: 'start-pod'; readonly node: Index; readonly milliCpu: number; readonly bound: boolean }
  | { readonly kind: 'end-pod' }
  | { readonly kind: 'node'; readonly node: Index; readonly how: 'delete' | 'create' }
  | { readonly kind: 'allocatable'; readonly node: Index; readonly cpu: number }
  | { readonly kind: 'kubelet'; readonly node: Index; readonly how: 'stop' | 'start' }
  | { readonly kind: 'kubelet-delay'; readonly ms: number }
  | { readonly kind: 'person'; readonly node: Index; readonly how: 'cordon' | 'uncordon' }
  | { readonly kind: 'limits'; readonly what: 'limit-range' | 'quota'; readonly how: 'set' | 'remove' }

/** `after`: milliseconds since the one before. */
export type Op = { readonly after: number } & Change

export function randomSchedule(dice: Dice): Schedule {
  return {
    clocks: [randomClock(dice), randomClock(dice)],
    sizes: [dice.pick([0, 1, 2, 3]), dice.pick([0, 0, 2])],
    ops: Array.from({ length: 1 + dice.below(9) }, () => ({ after: delay(dice), ...randomChange(dice) })),
  }
}

/** Slewing is slow, a broken clock may be a tenth too fast or too slow: less than the third that two terms are apart. */
const randomClock = (dice: Dice): ClockKind => ({
  aheadMs: dice.pick([0, 0, 3_600_000, -3_600_000, 86_400_000]),
  rate: dice.pick([1, 1, 1.0005, 0.9995, 1.1, 0.9]),
})

/** At once, within a resize, within a period of the election, within the time of a lease, after it. */
const delay = (dice: Dice): number => dice.pick([0, 0, 3, 260, 1_000, 2_000, 5_000, 9_000, 12_000, 20_000, 45_000])

const kinds: readonly Change['kind'][] = [
  ...Array<Change['kind']>(6).fill('trouble'),
  ...Array<Change['kind']>(4).fill('command'),
  ...(['freeze', 'freeze', 'kill', 'terminate', 'terminate', 'streams', 'streams', 'break-watches'] as const),
  ...(['api-down', 'backup', 'restore', 'restore', 'lease', 'edit', 'edit', 'by-hand', 'delete-balloon'] as const),
  ...(['delete-balloon', 'late-pod', 'start-pod', 'start-pod', 'end-pod', 'node', 'allocatable', 'kubelet'] as const),
  ...(['kubelet-delay', 'person', 'person', 'limits'] as const),
]

function randomChange(dice: Dice): Change {
  const kind = dice.pick(kinds)
  const [replica, node] = [dice.below(2), dice.below(2)]
  switch (kind) {
    case 'trouble':
      return { kind, replica, ...randomTrouble(dice), times: dice.pick([1, 1, 2, 5]) }
    case 'freeze':
      return { kind, replica, ms: frozenMs(dice), clocks: dice.pick(['run', 'run', 'stand']) }
    case 'kill':
    case 'terminate':
      return { kind, replica }
    case 'streams':
      return { kind, replica, ms: dice.pick([2_000, 30_000, 120_000]), trouble: dice.pick(streamTroubles) }
    case 'break-watches':
    case 'backup':
    case 'restore':
    case 'end-pod':
      return { kind }
    case 'api-down':
      return { kind, ms: dice.pick([300, 4_000, 12_000, 40_000]) }
    case 'lease':
      return { kind, how: dice.pick(['delete', 'touch', 'steal']) }
    case 'command':
      return {
        ...{ kind, node, size: dice.pick([1, 2, 2, 3, 'max', 'granted'] as const) },
        ...{ ifFull: dice.pick(['revert', 'wait', 'partial'] as const) },
        diesAt: dice.oneIn(3) ? dice.below(14) : undefined,
      }
    case 'edit':
      return { kind, node, to: dice.pick([1, 2, 3, 9, 'nonsense', 'nothing'] as const) }
    case 'by-hand':
      return { kind, node, cpu: dice.pick([1, 2]) }
    case 'delete-balloon':
    case 'late-pod':
      return { kind, node }
    case 'start-pod':
      return { kind, node, milliCpu: dice.pick([100, 500, 1_000, 2_500]), bound: dice.oneIn(3) }
    case 'node':
      return { kind, node, how: dice.pick(['delete', 'create']) }
    case 'allocatable':
      return { kind, node, cpu: dice.pick([3, 4, 6]) }
    case 'kubelet':
      return { kind, node, how: dice.pick(['stop', 'start']) }
    case 'kubelet-delay':
      return { kind, ms: dice.pick([0, 500, 20_000, 90_000]) }
    case 'person':
      return { kind, node, how: dice.pick(['cordon', 'uncordon']) }
    case 'limits':
      // No LimitRange: a resize that is taken back while there is a new one gives the balloon limits.
      return { kind, what: 'quota', how: dice.pick(['set', 'remove']) }
  }
}

const frozenMs = (dice: Dice): number => dice.pick([300, 6_000, 11_000, 17_000, 40_000])

const streamTroubles = ['duplicate', 'older', 'reorder', 'torn', 'expired', 'error', 'stall'] as const

function randomTrouble(dice: Dice): { readonly on: CallKind; readonly trouble: Trouble } {
  const on = dice.pick(['renew', 'renew', 'look', 'resize', 'resize', 'cordon', 'uncordon', 'watch', 'read'] as const)
  switch (dice.below(6)) {
    case 0:
      return { on, trouble: { kind: 'freeze', ms: frozenMs(dice), clocks: dice.pick(['run', 'run', 'stand']) } }
    case 1:
      return { on, trouble: { kind: 'die', when: dice.pick(['before', 'after']) } }
    case 2:
      return { on, trouble: { kind: 'late', ms: dice.pick([50, 3_000, 16_000, 60_000]) } }
    case 3:
      return { on, trouble: { kind: 'answer', status: dice.pick([on === 'watch' ? 410 : 409, 429, 500, 503]) } }
    default:
      return { on, trouble: { kind: dice.pick(['lose-answer', 'drop', 'refuse', 'hang']) } }
  }
}
