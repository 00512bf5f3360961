import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { requestFor } from '../../reconcile/next-wish.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import type { TargetSize } from '../../sizing/size.ts'
import { forEachTarget, settle } from '../outcomes.ts'
import type { NodeOutcome } from './node-outcome.ts'
import type { ResizeFlowFact } from './resize-fact.ts'
import type { NodeStep } from './resize-nodes.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** Nodes at a time. */
const concurrency = 5
/** Milliseconds for reading a node that is to get its size back. Ctrl-C does not shorten them. */
const readTimeoutMs = 10_000

/** Why a node would not get its whole size, as far as its plan knows. */
export function refusalOf({ node, found }: NodeStep): Failure | undefined {
  if (found === undefined) return nodeNotFound(node)
  const { plan } = found
  if (plan.verb === 'refuse') return plan.passes ? undefined : new Failure(plan.code, plan.fact)
  return plan.verb === 'resize' && plan.missing !== undefined ? new Failure('refused', plan.missing.because) : undefined
}

export const notTried = (node: string): Failure =>
  new Failure<ResizeFlowFact>('refused', { reason: 'NotTried', subject: nodeSubject(node) })

/** A node of a plan of which nothing is carried out. */
export const untried = ({ node }: NodeStep, refusal: Failure | undefined): NodeOutcome => ({
  node,
  outcome: { failure: refusal ?? notTried(node) },
})

/** Gives one node another size, as any other resize. */
type ResizeTo = (measured: NodeSize, size: TargetSize, limits: Limits) => Promise<SizeChange>

/**
 * Gives the nodes that were resized their size back, unless another client has resized them since. Each resize is a
 * compare-and-swap as before. Ctrl-C does not keep it from that.
 */
export async function putBack(
  world: SizingWorld,
  items: readonly NodeOutcome[],
  resizeTo: ResizeTo,
): Promise<readonly NodeOutcome[]> {
  const outcomes = await forEachTarget(items, ({ outcome }) => putOneBack(world, outcome.value, resizeTo), concurrency)
  return items.map(({ node, outcome }, i) => {
    const { failure } = outcomes[i]!
    return failure === undefined ? { node, outcome } : { node, outcome: { failure } }
  })
}

/** Resolves when there is nothing to put back; otherwise the Failure says what became of it. */
async function putOneBack(world: SizingWorld, change: SizeChange | undefined, resizeTo: ResizeTo): Promise<void> {
  if (change?.outcome !== 'resized') return
  const { node, before } = change
  const { signal } = new AbortController()
  const { failure } = await settle(
    measureAsResized(world, change, { signal, timeoutMs: readTimeoutMs }).then((measured) =>
      resizeTo(measured, requestFor(before, measured.allocatable), { signal }),
    ),
  )
  const subject = nodeSubject(node)
  if (failure === undefined) throw new Failure<ResizeFlowFact>('reverted', { reason: 'PutBack', subject })
  throw new Failure<ResizeFlowFact>(
    failure.code,
    { reason: 'NotPutBack', subject, because: failure.fact },
    { cause: failure },
  )
}

/** Rejects with Failure 'conflict' when another client has resized the node since. */
async function measureAsResized({ cluster }: SizingWorld, change: SizeChange, limits: Limits): Promise<NodeSize> {
  const { node, after, balloon } = change
  const measured = await measureNode(cluster, node, limits)
  const { balloonState, size } = measured
  const text = 'requests' in balloonState ? balloonState.requests.text : undefined
  if (text?.cpu === balloon?.to.cpu && text?.memory === balloon?.to.memory) return measured
  const now = text === undefined ? undefined : size
  const fact: ResizeFlowFact = { reason: 'ResizedMeanwhile', subject: nodeSubject(node), before: after, now }
  throw new Failure('conflict', fact)
}
