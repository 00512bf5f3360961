import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import type { TargetSize } from '../../sizing/size.ts'
import { forEachTarget, type Outcome } from '../outcomes.ts'
import { notTried, putBack, refusalOf, untried } from './atomic.ts'
import { cancelCordon } from './cancel-cordon.ts'
import { keepWish } from './keep-wish.ts'
import type { NodeOutcome } from './node-outcome.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import type { NodeStep, ResizesPlan } from './resize-nodes.ts'
import { setSize } from './set-size.ts'
import type { SizingWorld } from './settle.ts'
import type { ReadBefore, SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** In milliseconds. Older measurements are repeated, because pods may have changed. */
const maxAgeMs = 5_000

/**
 * Resizes the nodes of a plan. Each has its own outcome. A failure does not stop the others, unless the request says so:
 * after so many failures, no further node is tried; with `atomic`, those that were resized get their size back.
 */
export async function applyResizes(
  world: SizingWorld,
  plan: ResizesPlan,
  limits: Limits,
): Promise<readonly NodeOutcome[]> {
  const { request, steps } = plan
  const refused = request.atomic ? steps.find((step) => refusalOf(step) !== undefined) : undefined
  if (refused !== undefined) return steps.map((step) => untried(step, refusalOf(step)))
  const most = request.atomic ? 1 : (request.maxFailures ?? Number.POSITIVE_INFINITY)
  let failures = 0
  const outcomes = await forEachTarget(
    steps,
    async (step) => {
      if (failures >= most) throw notTried(step.node)
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
  return putBack(world, items, resizeTo)
}

const isWhole = ({ failure, value }: Outcome<SizeChange>): boolean =>
  failure === undefined && value.missing === undefined

/** Resizes one node of a plan; measures it again if that was long ago. */
async function resizeNode(
  world: SizingWorld,
  plan: ResizesPlan,
  { node, found, size }: NodeStep,
  limits: Limits,
): Promise<SizeChange> {
  limits.signal.throwIfAborted()
  const isFresh = world.clock.monotonic() - plan.measuredAt < maxAgeMs
  const measured = isFresh ? found?.measured : await measureNode(world.cluster, node, limits)
  if (measured === undefined) throw nodeNotFound(node)
  return resizeMeasured(world, plan, { measured, size, ...(isFresh && { readBefore: plan.readBefore }) }, limits)
}

interface Measured {
  readonly measured: NodeSize
  readonly size: TargetSize
  readonly readBefore?: ReadBefore
}

/** With the wish that goes with it. */
function resizeMeasured(
  world: SizingWorld,
  { request, wishes }: ResizesPlan,
  { measured, size, readBefore }: Measured,
  limits: Limits,
): Promise<SizeChange> {
  const { hold, ifFull, user, message, dryRun } = request
  const resize = () =>
    setSize(world, { measured, request: { ...request, size }, ...(readBefore && { readBefore }) }, limits)
  const resizeOnly = size === 'granted' ? () => cancelCordon(world, { node: measured.node, dryRun }, resize) : resize
  return keepWish(world, { measured, size, hold, ifFull, wishes, by: user, message }, resizeOnly, limits)
}

/** Adds the node to a failure that does not name one. */
function withNode<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.fact.subject?.kind === 'Node') return outcome
  const fact: ResizeFlowFact = { reason: 'NodeNotResized', subject: nodeSubject(node), because: failure.fact }
  return { failure: new Failure(failure.code, fact, { cause: failure }) }
}
