import type { OptOutMode } from '../../../../src/lib/agent/model/opt-out.ts'
import { defaultSettings, type Settings } from '../../../../src/lib/agent/model/settings.ts'
import type { KubeletBehaviorName } from '../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import type { Unseen } from '../../../../src/lib/agent/simulated/machine.ts'
import type { Dice } from '../../../support/schedules/dice.ts'
import { drawFault, type Fault, faultKinds } from './faults/fault.ts'

/** A document by its number; its behavior is that of the schedule. */
type DocumentNumber = number

/** What happens to a node, in order. */
export interface Schedule {
  /** By the number of the document. */
  readonly documents: readonly DocumentKind[]
  readonly trialMs: number
  readonly restartsPerHour: number
  /** The API server does not come back. */
  readonly endsSilent: boolean
  readonly unseen?: readonly Unseen[]
  /** How much later than a quick one a kubelet answers after its start. */
  readonly slowMs?: number
  /** Pods are made meanwhile. */
  readonly makesPods?: boolean
  readonly ops: readonly Op[]
}

export interface DocumentKind {
  readonly behavior: KubeletBehaviorName
  /** The checks before writing refuse it. */
  readonly refused: boolean
  /** The next version of the kubelet dies of it. */
  readonly diesOnUpgrade: boolean
}

/** `after`: milliseconds since the one before. */
export type Op = { readonly after: number } & (
  | {
      readonly kind: 'push'
      readonly source: 'node' | 'global'
      readonly document: DocumentNumber
      readonly accepts: boolean
    }
  | { readonly kind: 'delete'; readonly source: 'node' | 'global' }
  /** The API server answers with what was there before. */
  | { readonly kind: 'stale'; readonly source: 'node' | 'global' }
  /** The global document gets a gate, or loses it. Without a number, there is no such document. */
  | {
      readonly kind: 'rollout'
      readonly is: 'closed' | 'open' | 'released' | 'unreadable' | 'gone'
      readonly promoted: DocumentNumber | undefined
      readonly candidate: DocumentNumber | undefined
    }
  /** The watch of the rollout is behind; the API server itself answers as things are. */
  | { readonly kind: 'lagging-watch'; readonly lags: boolean }
  | { readonly kind: 'api'; readonly reachable: boolean }
  | Stop
  | { readonly kind: 'reboot' }
  | { readonly kind: 'admin-restart' }
  /** Of the kubelet, until somebody starts it again. */
  | { readonly kind: 'admin-stop' }
  | { readonly kind: 'oom' }
  | { readonly kind: 'opt-out'; readonly by: 'file' | 'annotation'; readonly mode: OptOutMode | undefined }
  | { readonly kind: 'forget' }
  | { readonly kind: 'upgrade' }
  /** No kubelet starts with it, unless it works; it is mended in the end. */
  | { readonly kind: 'foreign-write'; readonly works: boolean }
  /** The same beside the live file. */
  | { readonly kind: 'foreign-drop-in'; readonly works: boolean }
  | { readonly kind: 'damage-journal' }
  /** Both copies of the node's own content. */
  | { readonly kind: 'lose-copies' }
  | { readonly kind: 'disk'; readonly full: boolean }
  /** Each write of the agent takes so long, twice. */
  | { readonly kind: 'slow-disk'; readonly ms: number }
  /** No kubelet stays up, whatever its configuration. */
  | { readonly kind: 'ailing'; readonly ails: boolean }
  | { readonly kind: 'systemctl'; readonly down: boolean }
  | { readonly kind: 'clock'; readonly byMs: number }
  | { readonly kind: 'drain'; readonly drained: boolean }
  | Fault
)

/** What somebody writes to the API server. */
export const isOfUser = (op: Op): boolean => userKinds.has(op.kind) || (op.kind === 'opt-out' && op.by === 'annotation')

const userKinds: ReadonlySet<Op['kind']> = new Set(['push', 'delete', 'rollout', 'forget', 'drain'])

/** In the middle of what the agent does next, or between. */
export interface Stop {
  readonly kind: 'stop'
  readonly how: 'kill' | 'power'
  readonly acts: number
  readonly downMs: number
  /** With the power, what the write under way has done and not synced; or only the last part of it. */
  readonly underWay?: 'kept' | 'lost' | 'last-lost'
}

/** Of the kubelet: before an upgrade and after it. */
export const versions = { first: 'v1.36.3', upgraded: 'v1.37.0' } as const

export const settingsOf = ({ trialMs, restartsPerHour }: Schedule): Settings => ({
  ...defaultSettings,
  jitterMs: 20_000,
  healthDeadlineMs: 60_000,
  absenceMs: 10_000,
  inconclusiveMs: 600_000,
  trialMs,
  restartsPerHour,
})

const kubeletBehaviorNames: readonly KubeletBehaviorName[] = [
  'good',
  'good',
  'good',
  'static',
  'static',
  'exits',
  'exitsHealthy',
  'exitsLater',
  'deaf',
  'mute',
  'leaseOnly',
  'statusOnly',
  'endsPods',
  'ineffective',
  'noSandboxes',
]

export function randomSchedule(dice: Dice): Schedule {
  const trialMs = dice.pick([0, 120_000, 240_000])
  // What lives longer than its trial is nobody's fault.
  const names = kubeletBehaviorNames.filter((name) => trialMs > 0 || name !== 'exitsLater')
  const documents = Array.from({ length: 4 }, () => ({
    behavior: dice.pick(names),
    refused: dice.oneIn(8),
    diesOnUpgrade: dice.oneIn(4),
  }))
  const length = 2 + dice.below(15)
  const [restartsPerHour, endsSilent] = [dice.pick([5, 12]), dice.oneIn(6)]
  const delays = dice.oneIn(3) ? atOnce : apart
  const unseen: readonly Unseen[] = [
    ...(dice.oneIn(4) ? (['configz'] as const) : []),
    ...(dice.oneIn(8) ? (['healthz'] as const) : []),
  ]
  const [slowMs, makesPods] = [dice.pick([0, 0, 5_000]), dice.oneIn(2)]
  const ops = Array.from({ length }, () => ({ after: dice.pick(delays), ...randomOp(dice) }))
  return {
    documents,
    trialMs,
    restartsPerHour,
    endsSilent,
    // Drawn last: without it, a seed gives the schedule that it always gave.
    unseen: [...unseen, ...(dice.oneIn(8) ? (['boot-id'] as const) : [])],
    slowMs,
    makesPods,
    ops,
  }
}

/** Most faults come within a trial, some at once, some after it. */
const apart = [0, 1_000, 3_000, 8_000, 20_000, 60_000, 150_000, 600_000]
const atOnce = [0, 0, 0, 1_000, 3_000, 20_000, 60_000]

type Kind = Op['kind']

const frequent: readonly Kind[] = [
  'push',
  'push',
  'push',
  'push',
  'push',
  'push',
  'delete',
  'rollout',
  'rollout',
  'stop',
  'stop',
  'stop',
  'api',
  'reboot',
  'drain',
]
const rare: readonly Kind[] = [
  'stale',
  'admin-restart',
  'admin-stop',
  'oom',
  'opt-out',
  'forget',
  'upgrade',
  'foreign-write',
  'foreign-drop-in',
  'damage-journal',
  'lose-copies',
  'lagging-watch',
  'disk',
  'slow-disk',
  'ailing',
  'systemctl',
  'clock',
]

/** From what NTP steps to what a wrong time zone or a dead battery does. */
const clockSteps = [2_000, 30_000, 300_000, 3_600_000, 86_400_000].flatMap((ms) => [ms, -ms])

type WithoutDelay<T> = T extends unknown ? Omit<T, 'after'> : never

function randomOp(dice: Dice): WithoutDelay<Op> {
  const kind = dice.pick([...frequent, ...rare, ...faultKinds])
  const source = dice.oneIn(3) ? 'global' : 'node'
  switch (kind) {
    case 'push':
      return { kind, source, document: dice.below(4), accepts: dice.oneIn(2) }
    case 'rollout':
      return {
        kind,
        is: dice.pick(['closed', 'closed', 'open', 'open', 'open', 'released', 'unreadable', 'gone']),
        promoted: dice.oneIn(3) ? undefined : dice.below(4),
        candidate: dice.oneIn(5) ? undefined : dice.below(4),
      }
    case 'delete':
    case 'stale':
      return { kind, source }
    case 'api':
      return { kind, reachable: dice.oneIn(2) }
    case 'stop':
      return {
        kind,
        how: dice.oneIn(3) ? 'power' : 'kill',
        acts: dice.below(14),
        downMs: dice.pick([100, 5_000, 90_000, 900_000]),
        underWay: dice.pick(['kept', 'lost', 'last-lost']),
      }
    case 'opt-out':
      return { kind, by: dice.pick(['file', 'annotation']), mode: dice.pick(['freeze', 'local', undefined]) }
    case 'disk':
      return { kind, full: dice.oneIn(2) }
    case 'lagging-watch':
      return { kind, lags: !dice.oneIn(3) }
    case 'slow-disk':
      return { kind, ms: dice.pick([0, 4_000, 25_000]) }
    case 'ailing':
      return { kind, ails: dice.oneIn(2) }
    case 'systemctl':
      return { kind, down: dice.oneIn(2) }
    case 'clock':
      return { kind, byMs: dice.pick(clockSteps) }
    case 'drain':
      return { kind, drained: dice.oneIn(2) }
    case 'foreign-write':
    case 'foreign-drop-in':
      return { kind, works: !dice.oneIn(4) }
    case 'reboot':
    case 'admin-restart':
    case 'admin-stop':
    case 'oom':
    case 'forget':
    case 'upgrade':
    case 'damage-journal':
    case 'lose-copies':
      return { kind }
    default:
      return drawFault(kind, dice)
  }
}
