import type { OptOutMode } from '../../../../src/lib/agent/model/opt-out.ts'
import type { Shown } from '../../../../src/lib/rollouts/pod-sign.ts'
import { onFailures, onHurtPods, type RolloutPolicy, type Wave } from '../../../../src/lib/rollouts/policy.ts'
import { allDays } from '../../../../src/lib/rollouts/windows.ts'
import type { Dice } from '../../../support/schedules/dice.ts'

/** A document by its number; undefined: none, so that nodes use their own files. */
export type DocumentNumber = number | undefined

/** What happens to a fleet and to those who move its rollouts, in order. */
export interface Schedule {
  /** `liveness`: nothing happens that excuses a rollout from getting on, and only that is looked at. */
  readonly mode: 'safety' | 'liveness'
  readonly policy: RolloutPolicy
  readonly nodes: readonly NodeKind[]
  /** By the number of the document; number 0 is promoted when all begins. */
  readonly documents: readonly Effect[]
  readonly movers: readonly MoverKind[]
  readonly agents: AgentKind
  readonly ops: readonly Op[]
}

export interface NodeKind {
  /** Nodes of one kind are alike. */
  readonly kind: number
  readonly order: 'early' | 'late' | undefined
}

/** What a document does on a node. */
export type Effect =
  | { readonly does: 'works' }
  /** Everywhere, or on one kind of node. */
  | { readonly does: 'fails'; readonly on: number | undefined }
  /** It is never proven, and never taken back by the agent. */
  | { readonly does: 'hangs'; readonly on: number | undefined }
  /** No agent tries it. */
  | { readonly does: 'refused'; readonly on: number | undefined }
  /** It is proven, and the kubelet does not stay up so much later. */
  | { readonly does: 'sickens'; readonly afterMs: number }
  /** It is proven, and its kubelets evict pods: everywhere, or on one kind of node. */
  | { readonly does: 'evicts'; readonly on: number | undefined }
  /** It is proven, and new pods fare badly with it: everywhere, or on one kind of node. */
  | { readonly does: 'breaks-pods'; readonly on: number | undefined }
  /** The trial takes so much longer. */
  | { readonly does: 'takes-long'; readonly ms: number }

export interface MoverKind {
  /** How old what its watches have shown is. */
  readonly lagMs: number
  /** It looks at most once in this time. */
  readonly paceMs: number
}

/** What all agents have in common. */
export interface AgentKind {
  readonly trialMs: number
  readonly jitterMs: number
  readonly lagMs: number
}

/** Of a node or a mover, in the order in which they have come; counted on from the first after the last. */
type Index = number

/** `after`: milliseconds since the one before. */
export type Op = { readonly after: number } & (
  | { readonly kind: 'push'; readonly document: DocumentNumber }
  /** Somebody stores what no kubelet could decode. */
  | { readonly kind: 'push-nonsense' }
  | { readonly kind: 'mover-dies' | 'mover-stalls' | 'mover-freezes'; readonly mover: Index; readonly forMs: number }
  | {
      readonly kind: 'agent-dies' | 'agent-stalls' | 'silence' | 'not-ready' | 'reboot'
      readonly node: Index
      readonly forMs: number
    }
  | { readonly kind: 'opt-out'; readonly node: Index; readonly mode: OptOutMode }
  | { readonly kind: 'opt-in' | 'forget-bad' | 'delete-node' | 'delete-own'; readonly node: Index }
  | { readonly kind: 'push-own'; readonly node: Index; readonly document: number }
  | { readonly kind: 'make-node'; readonly node: NodeKind }
  | { readonly kind: 'label'; readonly node: Index; readonly order: NodeKind['order'] }
  | { readonly kind: 'ask'; readonly change: Change }
  /** Pods fare badly, whatever document their nodes have: on all nodes at once, or on every second one. */
  | { readonly kind: 'pod-noise'; readonly shows: Shown; readonly on: 'all' | 'half' }
  /** Nobody may list pods. */
  | { readonly kind: 'pods-unreadable'; readonly forMs: number }
  /** New pods resolve no names, whatever their kubelets run. */
  | { readonly kind: 'dns-fails'; readonly forMs: number }
  | { readonly kind: 'set-policy'; readonly policy: RolloutPolicy; readonly force: boolean }
  | { readonly kind: 'delete-policy'; readonly force: boolean }
  /** Of the object with the rollout. */
  | { readonly kind: 'damage'; readonly what: Damage }
  | { readonly kind: 'delete-object' }
  /** As it was so many writes ago; 0: before it was damaged or deleted. */
  | { readonly kind: 'restore'; readonly writesAgo: number }
  /** That of the API server is set. */
  | { readonly kind: 'clock'; readonly byMs: number }
)

export const changes = ['pause', 'resume', 'abort', 'approve', 'retry', 'promote'] as const
export type Change = (typeof changes)[number]

export const damages = ['no-state', 'no-json', 'other-text', 'no-text'] as const
export type Damage = (typeof damages)[number]

const second = 1_000
const minute = 60_000
const hour = 60 * minute

export function randomSchedule(dice: Dice): Schedule {
  const mode = dice.oneIn(4) ? 'liveness' : 'safety'
  const count = fleetSize(dice)
  const kinds = dice.pick([1, 1, 2, 3])
  const nodes = Array.from({ length: count }, () => randomNode(dice, kinds))
  const paceMs = count > 12 ? 20 * second : 5 * second
  const drawn = { count, kinds, mode } as const
  return {
    mode,
    policy: randomPolicy(dice, drawn),
    nodes,
    documents: Array.from({ length: 5 }, (_, number) => (number === 0 ? works : randomEffect(dice, drawn))),
    movers: Array.from({ length: dice.pick([1, 2, 2, 3]) }, () => ({ lagMs: dice.pick(lags), paceMs })),
    agents: {
      trialMs: dice.pick([minute, 10 * minute]),
      jitterMs: dice.pick([0, 0, 30 * second, 5 * minute]),
      lagMs: dice.pick([0, second, 5 * second]),
    },
    ops: Array.from({ length: 2 + dice.below(count > 40 ? 6 : 14) }, () => randomOp(dice, drawn)),
  }
}

/** Most are small, so that many can run. */
function fleetSize(dice: Dice): number {
  if (dice.oneIn(800)) return 100 + dice.below(101)
  if (dice.oneIn(60)) return 13 + dice.below(28)
  return 1 + dice.below(8)
}

const works: Effect = { does: 'works' }
const lags = [0, 500, 2 * second, 10 * second]

interface Drawn {
  readonly count: number
  readonly kinds: number
  readonly mode: Schedule['mode']
}

const randomNode = (dice: Dice, kinds: number): NodeKind => ({
  kind: dice.below(kinds),
  order: dice.oneIn(6) ? dice.pick(['early', 'late']) : undefined,
})

function randomEffect(dice: Dice, { kinds, mode }: Drawn): Effect {
  if (mode === 'liveness') return dice.oneIn(4) ? { does: 'takes-long', ms: dice.pick([minute, 5 * minute]) } : works
  const on = dice.oneIn(3) ? dice.below(kinds) : undefined
  switch (dice.below(13)) {
    case 0:
    case 1:
      return { does: 'fails', on }
    case 2:
      return { does: 'hangs', on }
    case 3:
      return { does: 'refused', on }
    case 4:
      return { does: 'sickens', afterMs: dice.pick([minute, 20 * minute, 2 * hour]) }
    case 5:
      return { does: 'takes-long', ms: dice.pick([minute, 10 * minute, 40 * minute]) }
    case 6:
    case 7:
      return { does: 'evicts', on }
    case 8:
    case 9:
      return { does: 'breaks-pods', on }
    default:
      return works
  }
}

const wave = (to: Wave['to'], soakMs?: number, approval = false): Wave => ({ to, soakMs, approval })

const nights: RolloutPolicy['windows'] = [{ days: allDays, from: 1_200, to: 480, timeZone: 'Europe/Berlin' }]

function randomPolicy(dice: Dice, { count, mode }: Drawn): RolloutPolicy {
  const waves: Wave[] = []
  if (!dice.oneIn(5)) waves.push(wave({ kind: 'canary' }))
  if (dice.oneIn(5))
    waves.push(wave({ kind: 'nodes', names: [`node-${dice.below(count)}`, `node-${dice.below(count)}`] }))
  if (dice.oneIn(4)) waves.push(wave({ kind: 'count', count: 1 + dice.below(count) }))
  if (dice.oneIn(2))
    waves.push(wave({ kind: 'percent', percent: 10 + dice.below(60) }, dice.pick([undefined, 0, minute])))
  waves.push(wave({ kind: 'percent', percent: 100 }, undefined, dice.oneIn(8)))
  return {
    waves,
    soakMs: dice.pick([0, minute, 10 * minute]),
    maxUnavailable: dice.pick([
      { kind: 'percent', percent: dice.pick([10, 10, 30, 50]) },
      { kind: 'count', count: 1 + dice.below(3) },
    ]),
    maxFailures: dice.pick([1, 1, 1, 2, 3]),
    nodeDeadlineMs: mode === 'liveness' ? hour : dice.pick([20 * minute, 30 * minute, 2 * hour]),
    onFailure: dice.pick([...onFailures, 'abort']),
    windows: mode === 'liveness' ? [] : dice.pick([[], [], [], [], nights]),
    checks: [],
    pods: mode === 'liveness' ? 'abort' : dice.pick([...onHurtPods, 'abort', 'abort', 'abort']),
    probe: dice.oneIn(2) ? { image: 'probe', without: [] } : undefined,
  }
}

/** Some come at once, some in the middle of a trial, some hours later. */
const delays = [0, 0, second, 10 * second, minute, 2 * minute, 5 * minute, 12 * minute, 30 * minute, hour, 3 * hour]

type Kind = Op['kind']

const gentle: readonly Kind[] = [
  'pod-noise',
  'pods-unreadable',
  'dns-fails',
  'mover-dies',
  'mover-stalls',
  'ask',
  'set-policy',
  'label',
  'opt-out',
  'opt-in',
  'push-own',
  'delete-own',
  'clock',
]
const frequent: readonly Kind[] = ['push', 'push', 'push', 'push', 'push', 'ask', 'ask', 'ask', 'silence', 'not-ready']
const rare: readonly Kind[] = [
  'pod-noise',
  'pods-unreadable',
  'dns-fails',
  'push-nonsense',
  'mover-dies',
  'mover-stalls',
  'mover-freezes',
  'agent-dies',
  'agent-stalls',
  'reboot',
  'opt-out',
  'opt-in',
  'forget-bad',
  'delete-node',
  'make-node',
  'push-own',
  'delete-own',
  'label',
  'set-policy',
  'delete-policy',
  'damage',
  'delete-object',
  'restore',
  'clock',
]
const inSafety = [...frequent, ...frequent, ...rare]
const inLiveness: readonly Kind[] = ['push', 'push', 'push', 'push', ...gentle]

type WithoutDelay<T> = T extends unknown ? Omit<T, 'after'> : never

const randomOp = (dice: Dice, drawn: Drawn): Op => ({ after: dice.pick(delays), ...drawOp(dice, drawn) })

function drawOp(dice: Dice, drawn: Drawn): WithoutDelay<Op> {
  const { count, kinds, mode } = drawn
  const kind = dice.pick(mode === 'liveness' ? inLiveness : inSafety)
  const node = dice.below(count)
  const forMs = dice.pick([10 * second, minute, 10 * minute, 50 * minute, 3 * hour])
  switch (kind) {
    case 'push':
      return { kind, document: dice.oneIn(10) ? undefined : dice.below(5) }
    case 'mover-dies':
    case 'mover-freezes':
      return { kind, mover: dice.below(3), forMs }
    case 'mover-stalls':
      return { kind, mover: dice.below(3), forMs: dice.pick([10 * second, minute, 10 * minute]) }
    case 'agent-dies':
    case 'agent-stalls':
    case 'silence':
    case 'not-ready':
      return { kind, node, forMs }
    case 'reboot':
      return { kind, node, forMs: dice.pick([minute, 3 * minute]) }
    case 'opt-out':
      return { kind, node, mode: dice.pick(['freeze', 'local']) }
    case 'opt-in':
    case 'forget-bad':
    case 'delete-node':
    case 'delete-own':
      return { kind, node }
    case 'push-own':
      return { kind, node, document: dice.below(5) }
    case 'make-node':
      return { kind, node: randomNode(dice, kinds + 1) }
    case 'label':
      return { kind, node, order: dice.pick(['early', 'late', undefined]) }
    case 'ask':
      return { kind, change: dice.pick(mode === 'liveness' ? ['pause', 'resume', 'approve'] : usual) }
    case 'pod-noise':
      return { kind, shows: dice.pick(shown), on: mode === 'liveness' || dice.oneIn(2) ? 'all' : 'half' }
    case 'pods-unreadable':
    case 'dns-fails':
      return { kind, forMs }
    case 'set-policy':
      return { kind, policy: randomPolicy(dice, drawn), force: mode === 'safety' && dice.oneIn(3) }
    case 'delete-policy':
      return { kind, force: dice.oneIn(2) }
    case 'damage':
      return { kind, what: dice.pick(damages) }
    case 'restore':
      return { kind, writesAgo: dice.pick([0, 0, 1, 2, 5]) }
    case 'clock':
      // By a later time, what is under way takes too long.
      return { kind, byMs: dice.pick(mode === 'liveness' ? clockSteps.filter((ms) => ms < 0) : clockSteps) }
    case 'push-nonsense':
    case 'delete-object':
      return { kind }
  }
}

/** What excuses nearly everything is rare. */
const usual: readonly Change[] = [
  ...changes,
  'pause',
  'resume',
  'resume',
  'abort',
  'abort',
  'approve',
  'approve',
  'retry',
]

const shown: readonly Shown[] = ['evicted', 'refused', 'no-room', 'not-started']

const clockSteps = [2 * second, 5 * minute, hour, 24 * hour].flatMap((ms) => [ms, -ms])
