import { isStale } from '../../agent/report/heartbeat.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { Failure } from '../../message/failure.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../../ports/outcomes.ts'
import { isBroken, type StoredSize } from '../desired/desired-size.ts'
import { lastResizer } from '../desired/last-resizer.ts'
import { type Action, reconcile, type Situation, settleMs, stateOf } from '../desired/reconcile.ts'
import type { NoopReason } from '../desired/reconcile-messages.ts'
import { nodeOf } from '../model/balloon.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { readInstallation } from '../resize/installations.ts'
import { nodeNotFound } from '../resize/survey.ts'
import { willShrink } from './announced.ts'
import { carryOut, type Restored } from './carry-out.ts'
import { orphanedDesiredSizes } from './orphaned-desired-sizes.ts'
import { NoSizesToKeep, type RestoreFact } from './restore-messages.ts'
import { requestedByNode, type Snapshot, sizeFromSum, sizeOn } from './snapshot.ts'

/** A node that is left as it is, and why. */
export interface Noop {
  readonly node: string
  readonly outcome: 'noop'
  readonly why: NoopReason
  readonly size: Amounts
}

export interface NodeRestored {
  readonly node: string
  readonly outcome: Outcome<Restored | Noop>
}

export interface RestorePlan {
  /** One for each node that has a desired size, by name. */
  readonly steps: readonly Step[]
  readonly installation: Snapshot['installation']
  readonly notes: readonly RestoreFact[]
  readonly warnings: readonly RestoreFact[]
}

interface Step {
  readonly size: NodeSize
  readonly stored: StoredSize | undefined
  readonly action: Action
}

export interface RestoreRequest {
  /** Milliseconds to wait for each kubelet. */
  readonly timeoutMs: number
  readonly dryRun: DryRunMode
}

/** Nodes at a time. */
const concurrency = 5

/** Decides about all nodes that have a desired size; writes nothing. One pass over the lists, whatever the number of nodes. */
export async function planRestore({ cluster }: SizingWorld, limits: Limits): Promise<RestorePlan> {
  const [installation, nodes, balloons, buckets] = await concurrently([
    readInstallation(cluster, limits),
    cluster.nodes.list({}, limits),
    cluster.balloons.list(limits),
    cluster.desiredSizes.list(limits),
  ])
  const requested = await requestedByNode(cluster.nodes, installation, limits)
  const desiredSizes = new Map(buckets.flatMap(({ desiredSizes: some }) => [...some]))
  const byNode = Map.groupBy(balloons.pods, (pod) => nodeOf(pod) ?? '')
  const steps = nodes.flatMap((node) => {
    const stored = desiredSizes.get(node.name)
    if (stored === undefined) return []
    const size = sizeFromSum({ installation, node }, byNode.get(node.name) ?? [], requested.get(node.name))
    return [{ size, stored, action: decide({ size, stored }, { now: cluster.now() }) }]
  })
  return {
    steps,
    installation,
    notes: desiredSizes.size === 0 ? [NoSizesToKeep({ namespace: cluster.desiredSizes.namespace })] : [],
    warnings: orphanedDesiredSizes(buckets, new Set(nodes.map(({ name }) => name))),
  }
}

type Known = Pick<Situation, 'size' | 'stored'>

/**
 * For how long a node has been as it is: as long as this program has seen it so (`seenMs`), or longer, by the times that
 * others wrote. A time in the future, by a clock that differs, counts as now.
 */
export function decide(
  { size, stored }: Known,
  { now, seenMs = 0 }: { readonly now: number; readonly seenMs?: number },
): Action {
  const resizedAt = 'pod' in size.balloonState ? lastResizer(size.balloonState.pod)?.at : undefined
  const desiredAt = stored === undefined || isBroken(stored.desired) ? undefined : stored.desired.stamp.at
  const times = [resizedAt, desiredAt].map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time))
  const unchangedMs = times.length === 0 ? settleMs : Math.max(seenMs, now - Math.max(...times))
  return reconcile({ size, stored, willShrink: willShrink(size.node, !isStale(size.node, now)), unchangedMs })
}

/** Carries the plan out, or only says what it would do. Each node has its own outcome. */
export async function applyRestore(
  world: SizingWorld,
  { plan, request }: { readonly plan: RestorePlan; readonly request: RestoreRequest },
  limits: Limits,
): Promise<readonly NodeRestored[]> {
  const outcomes = await forEachTarget(
    plan.steps,
    (step) => restore(world, { step, plan, request }, limits),
    concurrency,
  )
  return plan.steps.map(({ size }, i) => ({ node: size.node.name, outcome: outcomes[i]! }))
}

async function restore(world: SizingWorld, one: One, limits: Limits): Promise<Restored | Noop> {
  limits.signal.throwIfAborted()
  const { size, action } = await settledStep(world, one, limits)
  if (action.kind !== 'noop') return carryOut(world, { size, action }, one.request, limits)
  const { why } = action
  if (why.reason === 'DesiredSizeInvalid') throw new Failure('invalid', why)
  return { node: size.node.name, outcome: 'noop', why, size: size.size }
}

interface One {
  readonly step: Step
  readonly plan: RestorePlan
  readonly request: RestoreRequest
}

/** What needs something is measured again: the sums are old by now. What was changed recently is given time first. */
async function settledStep(world: SizingWorld, { step, plan, request }: One, limits: Limits): Promise<Step> {
  const { action, size } = step
  const isRecent = action.kind === 'noop' && action.why.reason === 'ChangedRecently'
  if (action.kind === 'noop' && !isRecent) return step
  const pauseMs = isRecent ? (action.againMs ?? settleMs) : 0
  // A dry run says what would be done after the pause.
  if (request.dryRun === 'none') await world.clock.sleep(pauseMs, limits.signal)
  const now = await lookAgain(world, { installation: plan.installation, node: size.node.name }, limits)
  const isSame = textOf(now) === textOf(step)
  return { ...now, action: decide(now, { now: world.cluster.now(), seenMs: isSame && isRecent ? settleMs : 0 }) }
}

const textOf = ({ size, stored }: Known): string => (stored === undefined ? '' : stateOf(size, stored))

async function lookAgain(
  { cluster }: SizingWorld,
  { installation, node: name }: Pick<Snapshot, 'installation'> & { readonly node: string },
  limits: Limits,
): Promise<Known> {
  const [node, bound, bucket] = await concurrently([
    cluster.nodes.read(name, limits),
    cluster.nodes.pods(name, limits),
    cluster.desiredSizes.read(name, limits),
  ])
  if (node === undefined) throw nodeNotFound(name)
  return { size: sizeOn({ installation, balloons: [] }, node, bound), stored: bucket?.desiredSizes.get(name) }
}
