import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome } from '../outcomes.ts'
import { cancelCordon } from './cancel-cordon.ts'
import { keepWish } from './keep-wish.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import type { ResizesPlan } from './resize-nodes.ts'
import { setSize } from './set-size.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** In milliseconds. Older measurements are repeated, because pods may have changed. */
const maxAgeMs = 5_000

export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}

/** Resizes the nodes of a plan. Each has its own outcome, and a failure does not stop the others. */
export async function applyResizes(
  world: SizingWorld,
  { request, steps, measuredAt, readBefore, wishes }: ResizesPlan,
  limits: Limits,
): Promise<readonly NodeOutcome[]> {
  const outcomes = await forEachTarget(
    steps,
    async ({ node, found, size }) => {
      limits.signal.throwIfAborted()
      const isFresh = world.clock.monotonic() - measuredAt < maxAgeMs
      const measured = isFresh ? found?.measured : await measureNode(world.cluster, node, limits)
      if (measured === undefined) throw nodeNotFound(node)
      const resize = () =>
        setSize(world, { measured, request: { ...request, size }, ...(isFresh && { readBefore }) }, limits)
      const resizeOnly =
        size === 'granted' ? () => cancelCordon(world, { node: measured.node, dryRun: request.dryRun }, resize) : resize
      const { hold, ifFull, user } = request
      return keepWish(world, { measured, size, hold, ifFull, wishes, by: user }, resizeOnly, limits)
    },
    concurrency,
  )
  return steps.map(({ node }, i) => ({ node, outcome: withNode(node, outcomes[i]!) }))
}

/** Adds the node to a failure that does not name one. */
function withNode<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.fact.subject?.kind === 'Node') return outcome
  const fact: ResizeFlowFact = { reason: 'NodeNotResized', subject: nodeSubject(node), because: failure.fact }
  return { failure: new Failure(failure.code, fact, { cause: failure }) }
}
