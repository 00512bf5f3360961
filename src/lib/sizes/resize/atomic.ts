import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, settle } from '../../ports/outcomes.ts'
import { requestFor } from '../desired/next-wish.ts'
import { shardOf } from '../desired/wish-shard.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { TargetSize } from '../model/size.ts'
import { putWishBack } from './keep-wish.ts'
import type { NodeStep } from './node-step.ts'
import type { WishesRead } from './read-wishes.ts'
import {
  type EndCause,
  NotPutBack,
  NotTried,
  PutBack,
  ResizedMeanwhile,
  type ResizeFlowFact,
} from './resize-messages.ts'
import type { SizingWorld } from './settle.ts'
import type { NodeOutcome, SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** Milliseconds for reading a node that is to get its size back. Ctrl-C does not shorten them. */
const readTimeoutMs = 10_000

/** Why a node would not get a size, as far as its plan knows. */
export function refusalOf({ node, found }: NodeStep): Failure | undefined {
  if (found === undefined) return nodeNotFound(node)
  const { plan } = found
  return plan.verb === 'refuse' && !plan.passes ? new Failure(plan.code, plan.fact) : undefined
}

/** The same for its whole size. */
export function wholeRefusalOf(step: NodeStep): Failure | undefined {
  const plan = step.found?.plan
  if (plan?.verb !== 'resize' || plan.missing === undefined) return refusalOf(step)
  return new Failure('refused', plan.missing.because)
}

const causeOf = ({ aborted }: AbortSignal): EndCause => (aborted ? 'interruption' : 'failure')

export const notTried = (node: string, signal: AbortSignal): Failure => {
  const cause = causeOf(signal)
  const code = cause === 'interruption' ? 'interrupted' : 'refused'
  return new Failure(code, NotTried({ subject: nodeSubject(node), cause }))
}

/** A node of a plan of which nothing is carried out. */
export const untried = ({ node }: NodeStep, refusal: Failure | undefined, { signal }: Limits): NodeOutcome => ({
  node,
  outcome: { failure: refusal ?? notTried(node, signal) },
})

/** Gives one node another size, as any other resize. */
type ResizeTo = (measured: NodeSize, size: TargetSize, limits: Limits) => Promise<SizeChange>

interface How {
  readonly resizeTo: ResizeTo
  readonly wishes: WishesRead
  readonly cause: EndCause
}

/**
 * Gives the nodes that were resized their size back, unless another client has resized them since. Each resize is a
 * compare-and-swap as before. Ctrl-C does not keep it from that.
 */
export async function putBack(
  world: SizingWorld,
  items: readonly NodeOutcome[],
  { resizeTo, wishes, signal }: Omit<How, 'cause'> & { readonly signal: AbortSignal },
): Promise<readonly NodeOutcome[]> {
  const how = { resizeTo, wishes, cause: causeOf(signal) }
  const outcomes = await forEachTarget(items, ({ outcome }) => putOneBack(world, outcome.value, how), concurrency)
  return items.map(({ node, outcome }, i) => {
    const { failure } = outcomes[i]!
    return failure === undefined ? { node, outcome } : { node, outcome: { failure } }
  })
}

/** Resolves when there is nothing to put back; otherwise the Failure says what became of it. */
async function putOneBack(
  world: SizingWorld,
  change: SizeChange | undefined,
  { resizeTo, wishes, cause }: How,
): Promise<void> {
  if (change === undefined) return
  const { node, before, stored } = change
  const subject = nodeSubject(node)
  const done = new Failure('reverted', PutBack({ subject, cause }))
  const shard = wishes.shards.get(shardOf(node))
  if (change.outcome === 'stored' && stored !== undefined && shard !== undefined)
    throw await putWishBack(world, { change: stored, shard, failure: done })
  if (change.outcome !== 'resized' && change.outcome !== 'partial') return
  const { signal } = new AbortController()
  const { failure } = await settle(
    measureAsResized(world, change, { signal, timeoutMs: readTimeoutMs }).then((measured) =>
      resizeTo(measured, requestFor(before, measured.allocatable), { signal }),
    ),
  )
  if (failure === undefined) throw done
  throw new Failure(failure.code, NotPutBack({ subject, cause, because: failure.fact }), { cause: failure })
}

/** Rejects with Failure 'conflict' when another client has resized the node since. */
async function measureAsResized({ cluster }: SizingWorld, change: SizeChange, limits: Limits): Promise<NodeSize> {
  const { node, after, balloon } = change
  const measured = await measureNode(cluster, node, limits)
  const { balloonState, size } = measured
  const text = 'requests' in balloonState ? balloonState.requests.text : undefined
  if (text?.cpu === balloon?.to.cpu && text?.memory === balloon?.to.memory) return measured
  const now = text === undefined ? undefined : size
  const fact: ResizeFlowFact = ResizedMeanwhile({ subject: nodeSubject(node), before: after, now })
  throw new Failure('conflict', fact)
}
