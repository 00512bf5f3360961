import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../../ports/outcomes.ts'
import type { Hold } from '../model/hold.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { TargetSize } from '../model/size.ts'
import { notTried, putBack, refusalOf, untried, wholeRefusalOf } from './atomic.ts'
import { cancelCordon } from './cordon.ts'
import { ResizeTime } from './deadline.ts'
import { keepWish } from './keep-wish.ts'
import type { NodeStep } from './node-step.ts'
import { NodeNotResized, type ResizeFlowFact } from './resize-messages.ts'
import type { ResizesPlan } from './resize-nodes.ts'
import { setSize } from './set-size.ts'
import type { SizingWorld } from './settle.ts'
import type { NodeOutcome, ReadBefore, SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** In milliseconds. Older measurements are repeated, because pods may have changed. */
const maxAgeMs = 5_000

/**
 * Resizes the nodes of a plan. Each has its own outcome. A failure does not stop the others, unless the request says so:
 * after so many failures, no further node is tried; with `atomic`, those that were resized get their size back. What the
 * plan refuses has failed before anything is sent.
 */
export async function applyResizes(
  world: SizingWorld,
  plan: ResizesPlan,
  limits: Limits,
): Promise<readonly NodeOutcome[]> {
  const { request, steps } = plan
  const most = request.atomic ? 1 : (request.maxFailures ?? Number.POSITIVE_INFINITY)
  const refusals = new Map(steps.map((step) => [step, request.atomic ? wholeRefusalOf(step) : refusalNow(step)]))
  let failures = [...refusals.values()].filter((refusal) => refusal !== undefined).length
  if (failures >= most) return steps.map((step) => untried(step, refusals.get(step), limits))
  const outcomes = await forEachTarget(
    steps,
    async (step) => {
      const refusal = refusals.get(step)
      if (refusal !== undefined) throw refusal
      if (failures >= most) throw notTried(step.node, limits.signal)
      try {
        return await resizeNode(world, plan, step, limits)
      } catch (error) {
        failures++
        throw error
      }
    },
    concurrency,
  )
  const items = steps.map(({ node }, i) => ({ node, outcome: withNode(node, outcomes[i]!) }))
  if (!request.atomic || request.dryRun !== 'none' || items.every(({ outcome }) => isWhole(outcome))) return items
  const resizeTo = (measured: NodeSize, size: TargetSize, its: Limits) =>
    resizeMeasured(world, { ...plan, request: { ...request, ifFull: 'revert' } }, { measured, size }, its)
  return putBack(world, items, { resizeTo, wishes: plan.wishes, signal: limits.signal })
}

/** What is left on a node is cancelled whether its balloon can be resized or not. */
const refusalNow = (step: NodeStep): Failure | undefined => (step.size === 'granted' ? undefined : refusalOf(step))

const isWhole = ({ failure, value }: Outcome<SizeChange>): boolean =>
  failure === undefined && value.missing === undefined

/** Resizes one node of a plan; measures it again if that was long ago. */
async function resizeNode(
  world: SizingWorld,
  plan: ResizesPlan,
  { node, found, size, hold, machine }: NodeStep,
  limits: Limits,
): Promise<SizeChange> {
  limits.signal.throwIfAborted()
  const { clock, cluster } = world
  const time = new ResizeTime(clock, plan.request.timeoutMs)
  const isFresh = clock.monotonic() - plan.measuredAt < maxAgeMs
  const measured = isFresh ? found?.measured : await measureNode(cluster, node, time.forth(limits))
  if (measured === undefined) throw nodeNotFound(node)
  return resizeMeasured(
    { ...world, time },
    plan,
    { measured, size, hold, machine, ...(isFresh && { readBefore: plan.readBefore }) },
    limits,
  )
}

interface Measured {
  readonly measured: NodeSize
  readonly size: TargetSize
  readonly hold?: Hold | undefined
  readonly machine?: Amounts | undefined
  readonly readBefore?: ReadBefore
}

/** With the wish that goes with it. */
function resizeMeasured(
  world: SizingWorld,
  { request, wishes }: ResizesPlan,
  { measured, size, hold, machine, readBefore }: Measured,
  limits: Limits,
): Promise<SizeChange> {
  const { ifFull, user: by, message, dryRun, timeoutMs } = request
  const time = world.time ?? new ResizeTime(world.clock, timeoutMs)
  const own = { ...world, time }
  const resize = () =>
    setSize(own, { measured, request: { ...request, size, machine }, ...(readBefore && { readBefore }) }, limits)
  const resizeOnly = size === 'granted' ? () => cancelCordon(own, { node: measured.node, dryRun }, resize) : resize
  return keepWish(
    own,
    { measured, size, hold, ifFull, machine, wishes, by, message, dryRun },
    resizeOnly,
    time.forth(limits),
  )
}

/** Adds the node to a failure that does not name one. */
function withNode<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.fact.subject?.kind === 'Node') return outcome
  const fact: ResizeFlowFact = NodeNotResized({ subject: nodeSubject(node), because: failure.fact })
  return { failure: new Failure(failure.code, fact, { cause: failure }) }
}
