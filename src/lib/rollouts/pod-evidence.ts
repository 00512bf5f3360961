import type { Fact } from '../message/fact.ts'
import { admittedAt } from './admitted-at.ts'
import { admits, nodesOf } from './gate.ts'
import { isMoreOften, type Rate } from './more-often.ts'
import type { PodSign } from './pod-sign.ts'
import type { Progress, Rollout } from './rollout.ts'
import { inOrder, type RolloutNode } from './rollout-node.ts'

/** What the pods of a cluster have shown last. */
export type SeenPods =
  | {
      readonly kind: 'seen'
      readonly signs: readonly PodSign[]
      /** Nodes whose unfinished pods were looked at, too; undefined: nobody has. */
      readonly looked: ReadonlySet<string> | undefined
    }
  /** They could not be read. */
  | { readonly kind: 'unread'; readonly because: Fact }

/** A node whose kubelet evicts or refuses pods, or does not get them to run. */
export interface HurtNode {
  readonly node: string
  readonly pods: readonly Pick<PodSign, 'pod' | 'reason'>[]
}

/** Nodes, and how many of them are hurt. */
export interface Figures {
  readonly hurt: number
  readonly of: number
}

/** What pods say for or against a candidate. */
export interface PodVerdict {
  /** Nodes with the candidate that evict or refuse pods, as the others do not. */
  readonly against: readonly HurtNode[]
  /** Nodes with the candidate that evict or refuse pods, as hardly any did before, whatever the others do; none once it is over. */
  readonly goesOn: readonly HurtNode[]
  /** When it is over, unless more comes; milliseconds since the epoch. */
  readonly until: number | undefined
  /** Nodes with the candidate on which new pods do not get to run, as they do on the others. */
  readonly notStarted: readonly HurtNode[]
  readonly admitted: Figures
  /** Nodes that the gate has not admitted. */
  readonly untouched: Figures
}

/** Clocks of nodes may be ahead by so much. */
const aheadMs = 600_000

/** What a clock has shown that was set back since. It says nothing, also when the new clock shows that time: whoever looks has to remember it. */
export const ofOldClock = (seen: SeenPods, now: number): readonly string[] =>
  seen.kind === 'seen' ? seen.signs.filter(({ at }) => at > now + aheadMs).map(({ pod }) => pod) : []

/** Without what these pods show. */
export const withoutPods = (seen: SeenPods, pods: ReadonlySet<string>): SeenPods =>
  seen.kind === 'seen' && pods.size > 0 ? { ...seen, signs: seen.signs.filter(({ pod }) => !pods.has(pod)) } : seen

interface Judged {
  readonly progress: Progress
  /** All nodes that the rollout is for. */
  readonly nodes: readonly RolloutNode[]
  readonly seen: Extract<SeenPods, { kind: 'seen' }>
  readonly now: number
}

const hourMs = 3_600_000
/** So long before a rollout, all its nodes are watched, too: what they show then, no candidate has caused. */
const beforeMs = 24 * hourMs
/** What is longer ago holds nothing. */
const recentMs = 600_000
/** Pods without room that a node may have. */
const withoutRoom = 2
/** Nodes of each side whose unfinished pods are looked at: each is a request. */
const mostLooked = 20

/** Whether a rollout asks for what pods show. */
export const asksPods = ({ policy, progress }: Rollout, nodes: readonly RolloutNode[]): boolean =>
  policy !== undefined && policy.pods !== 'ignore' && progress?.phase === 'Progressing' && nodes.some(isWith(progress))

/** Whether a node runs the candidate. */
const isWith =
  ({ gate, candidate }: Progress) =>
  (node: RolloutNode): boolean =>
    node.report.runs === candidate.digest && admits(gate, node)

/** The control group. */
const nodesWithout = ({ gate }: Progress, nodes: readonly RolloutNode[]): readonly RolloutNode[] =>
  nodesOf(gate, nodes).filter((node) => !admits(gate, node))

/** Nodes to look at one by one: the first that have the candidate, and the last that will. */
export function nodesToLookAt(progress: Progress, nodes: readonly RolloutNode[]): readonly string[] {
  const { nodes: named, seed } = progress.gate
  const [canaries = [], others = []] = [true, false].map((isNamed) =>
    nodes.filter(isWith(progress)).filter(({ name }) => named.includes(name) === isNamed),
  )
  const first = [...canaries, ...inOrder(others, seed)].slice(0, mostLooked)
  return [...first, ...inOrder(nodesWithout(progress, nodes), seed).slice(-mostLooked)].map(({ name }) => name)
}

const nothing = { against: [], goesOn: [], until: undefined, notStarted: [] }

/** The same for the same situation. */
export function judgePods(judged: Judged): PodVerdict {
  const { progress, nodes, seen, now } = judged
  const there = nodesOf(progress.gate, nodes)
  const byAdmission = Map.groupBy(there, (node) => admits(progress.gate, node))
  const [admitted = [], lacking = []] = [byAdmission.get(true), byAdmission.get(false)]
  const having = admitted.filter(({ report }) => report.runs === progress.candidate.digest)
  const figures = { admitted: { hurt: 0, of: having.length }, untouched: { hurt: 0, of: lacking.length } }
  const isOurs = new Set(having.map(({ name }) => name))
  // Of many nodes, when each was admitted is not worth to be found out for nothing.
  if (!seen.signs.some(({ node }) => isOurs.has(node))) return { ...nothing, ...figures }
  const since = new Map(having.map((node) => [node.name, admittedAt(node, progress)]))
  // An admission before the beginning is one since the clock was set back.
  const startedAt = [...since.values()].reduce((first, at) => Math.min(first, at), Date.parse(progress.startedAt))
  const untouched = new Map(lacking.map(({ name }) => [name, startedAt]))
  // A time to come is of a clock that was set back since.
  const { notStarted = [], ended = [] } = Object.groupBy(
    seen.signs.filter(({ at }) => at <= now),
    ({ shows }) => (shows === 'not-started' ? 'notStarted' : 'ended'),
  )
  const before = beforeOf(judged, ended)
  const aside = besides(ended, untouched, now)
  const hurting = notAsBadElsewhere(within(ended, since), { since, before, aside, now })
  const hurt = hurtNodes(hurting)
  const isUnusual = isMoreOften({ count: hoursOf(hurting), ms: timeOf(since, now) }, withOneMore(before))
  const until = hurting.reduce((last, { at }) => Math.max(last, at), 0) + recentMs
  const goesOn = isUnusual && now < until
  return {
    against: isUnusual && areMore(hurt, { since, untouched, signs: aside.signs }) ? hurt : [],
    goesOn: goesOn ? hurt : [],
    until: goesOn ? until : undefined,
    notStarted: notStartedOn(lookedAt(since, seen), notStarted, { untouched: lookedAt(untouched, seen), now }),
    admitted: { ...figures.admitted, hurt: hurt.length },
    untouched: { ...figures.untouched, hurt: hurtNodes(aside.signs).length },
  }
}

/** Since when each node is watched, milliseconds since the epoch. */
type Since = ReadonlyMap<string, number>

interface Watched {
  readonly signs: readonly PodSign[]
  /** Milliseconds, of all nodes together. */
  readonly ms: number
}

const within = (signs: readonly PodSign[], since: Since): readonly PodSign[] =>
  signs.filter(({ node, at }) => at >= (since.get(node) ?? Number.POSITIVE_INFINITY))

const timeOf = (since: Since, now: number): number =>
  [...since.values()].reduce((sum, from) => sum + Math.max(0, now - from), 0)

/** The untouched nodes meanwhile. */
const besides = (signs: readonly PodSign[], untouched: Since, now: number): Watched => ({
  ...{ signs: within(signs, untouched), ms: timeOf(untouched, now) },
})

/** All nodes before the rollout. */
function beforeOf({ progress, nodes }: Judged, ended: readonly PodSign[]): Watched {
  const until = Date.parse(progress.startedAt)
  const there = nodesOf(progress.gate, nodes)
  const isThere = new Set(there.map(({ name }) => name))
  const signs = ended.filter(({ node, at }) => isThere.has(node) && at >= until - beforeMs && at < until)
  return { signs, ms: there.length * beforeMs }
}

/** Where none was hurt, one may have been at any moment. */
const withOneMore = ({ signs, ms }: Watched): Rate => ({ count: hoursOf(signs) + 1, ms })

/** Without those that only lack room for a pod now and then. */
function hurtNodes(signs: readonly PodSign[]): readonly HurtNode[] {
  const byNode = Map.groupBy(signs, ({ node }) => node)
  return [...byNode].flatMap(([node, its]) => {
    const isHurt = its.some(({ shows }) => shows !== 'no-room') || its.length > withoutRoom
    return isHurt ? [{ node, pods: its.map(({ pod, reason }) => ({ pod, reason })) }] : []
  })
}

/** In how many hours nodes were hurt: what goes on counts for each. */
const hoursOf = (signs: readonly PodSign[]): number =>
  [...Map.groupBy(signs, ({ at }) => Math.floor(at / hourMs)).values()].reduce(
    (sum, its) => sum + hurtNodes(its).length,
    0,
  )

interface Elsewhere {
  readonly since: Since
  readonly before: Watched
  readonly aside: Watched
  readonly now: number
}

/** Without the pods of workloads that fare as badly elsewhere, and of nodes that were as bad before. */
function notAsBadElsewhere(signs: readonly PodSign[], { since, before, aside, now }: Elsewhere): readonly PodSign[] {
  const ms = timeOf(since, now)
  const all: Watched = { signs: [...before.signs, ...aside.signs], ms: before.ms + aside.ms }
  const ofWorkload = [all, aside].map(({ signs: others, ms: othersMs }) => {
    const by = Map.groupBy(others, ({ workload }) => workload)
    return (workload: string): Rate => ({ count: by.get(workload)?.length ?? 0, ms: othersMs })
  })
  const left = [...Map.groupBy(signs, ({ workload }) => workload)].flatMap(([workload, its]) =>
    ofWorkload.every((of) => isWorse({ count: its.length, ms }, of(workload))) ? its : [],
  )
  const ofNode = Map.groupBy(before.signs, ({ node }) => node)
  return [...Map.groupBy(left, ({ node }) => node)].flatMap(([node, its]) => {
    const count = ofNode.get(node)?.length ?? 0
    return isWorse({ count: its.length, ms: now - since.get(node)! }, { count, ms: beforeMs }) ? its : []
  })
}

/** What was never seen elsewhere is worse here, for however short. */
const isWorse = (here: Rate, elsewhere: Rate): boolean => elsewhere.count === 0 || isMoreOften(here, elsewhere)

const lookedAt = (since: Since, { looked }: Judged['seen']): Since =>
  new Map([...since].filter(([name]) => looked?.has(name)))

/** Only pods that are new there count: whether an older one ran before, nobody knows. */
function notStartedOn(
  ours: Since,
  signs: readonly PodSign[],
  { untouched, now }: { readonly untouched: Since; readonly now: number },
): readonly HurtNode[] {
  const aside = besides(signs, untouched, now)
  const known = new Set(aside.signs.map(({ workload }) => workload))
  const hurt = hurtNodes(within(signs, ours).filter(({ workload }) => !known.has(workload)))
  return areMore(hurt, { since: ours, untouched, signs: aside.signs }) ? hurt : []
}

interface Beside {
  readonly since: Since
  readonly untouched: Since
  /** Of the untouched nodes. */
  readonly signs: readonly PodSign[]
}

/**
 * Whether more nodes are hurt than would be if they were as the untouched ones. Each is compared since its own admission: what hits all
 * nodes at once says as much of one that was admitted a moment ago as of any other.
 */
function areMore(hurt: readonly HurtNode[], { since, untouched, signs }: Beside): boolean {
  if (untouched.size === 0) return false
  const admissions = [...since.values()].toSorted((a, b) => a - b)
  const byNode = Map.groupBy(signs, ({ node }) => node)
  const lasts = [...byNode.values()].map(lastHurt).toSorted((a, b) => a - b)
  let [before, pairs] = [0, 0]
  for (const last of lasts) {
    while (before < admissions.length && admissions[before]! <= last) before += 1
    pairs += before
  }
  return isMoreOften({ count: hurt.length, ms: 1 }, { count: pairs / untouched.size, ms: 1 })
}

/** From then on, what a node shows is not enough to be called hurt. */
function lastHurt(signs: readonly PodSign[]): number {
  const times = (some: readonly PodSign[]) => some.map(({ at }) => at).toSorted((a, b) => b - a)
  const [last = Number.NEGATIVE_INFINITY] = times(signs.filter(({ shows }) => shows !== 'no-room'))
  return Math.max(last, times(signs)[withoutRoom] ?? Number.NEGATIVE_INFINITY)
}
