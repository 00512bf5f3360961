import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome, orThrow, settle } from '../../ports/outcomes.ts'
import { requestFor } from '../desired/next-desired-size.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import type { NodeSize } from '../model/node-size.ts'
import { planResize } from '../plan/plan.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import type { SizeChange } from './apply-plan.ts'
import { executeResize } from './execute-resize.ts'
import { type NodeStep, planResizes, type ResizeRequest, type ResizesPlan } from './plan-resizes.ts'
import {
  type EndCause,
  NodeNotResized,
  NotPutBack,
  NotTried,
  PutBack,
  ResizedMeanwhile,
  type ResizeFlowFact,
} from './resize-messages.ts'
import { putDesiredBack } from './store-size.ts'
import { measureNode, nodeNotFound } from './survey.ts'

/** What became of one node of several. */
export interface NodeOutcome {
  readonly node: string
  readonly outcome: Outcome<SizeChange>
}

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
  const { request, steps, measuredAt, readBefore } = plan
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
      const isFresh = world.clock.monotonic() - measuredAt < maxAgeMs
      const order = isFresh ? { ...step, readBefore } : { ...step, found: undefined }
      const outcome = await settle(executeResize(world, plan, order, limits))
      if (outcome.failure !== undefined) failures++
      return orThrow(outcome)
    },
    concurrency,
  )
  const items = steps.map(({ node }, i) => ({ node, outcome: withNode(node, outcomes[i]!) }))
  if (!request.atomic || request.dryRun !== 'none' || items.every(({ outcome }) => isWhole(outcome))) return items
  return putBack(world, plan, items, causeOf(limits.signal))
}

/** Resizes one node as `nodesize set` does, with what is stored for it; rejects as it fails. */
export async function resizeNode(
  world: SizingWorld,
  { node, ...request }: ResizeNodeRequest,
  limits: Limits,
): Promise<SizeChange> {
  const plan = await planResizes(world, { ...request, nodes: { by: 'name', names: [node] } }, limits)
  const [item] = await applyResizes(world, plan, limits)
  const change = orThrow(item!.outcome)
  return { ...change, warnings: [...plan.warnings, ...change.warnings] }
}

export interface ResizeNodeRequest extends Omit<ResizeRequest, 'nodes' | 'atomic' | 'maxFailures'> {
  readonly node: string
}

/** Why a node would not get a size, as far as its plan knows. */
function refusalOf({ node, found }: NodeStep): Failure | undefined {
  if (found === undefined) return nodeNotFound(node)
  const { plan } = found
  return plan.verb === 'refuse' && !plan.passes ? new Failure(plan.code, plan.fact) : undefined
}

/** What is left on a node is cancelled whether its balloon can be resized or not. */
const refusalNow = (step: NodeStep): Failure | undefined =>
  step.size === 'granted' && step.found !== undefined ? undefined : refusalOf(step)

/** The same for its whole size. */
function wholeRefusalOf(step: NodeStep): Failure | undefined {
  const plan = step.found?.plan
  if (plan?.verb !== 'resize' || plan.missing === undefined) return refusalOf(step)
  return new Failure('refused', plan.missing.because)
}

const isWhole = ({ failure, value }: Outcome<SizeChange>): boolean =>
  failure === undefined && value.missing === undefined

const causeOf = ({ aborted }: AbortSignal): EndCause => (aborted ? 'interruption' : 'failure')

export const notTried = (node: string, signal: AbortSignal): Failure => {
  const cause = causeOf(signal)
  const code = cause === 'interruption' ? 'interrupted' : 'refused'
  return new Failure(code, NotTried({ subject: nodeSubject(node), cause }))
}

/** A node of a plan of which nothing is carried out. */
const untried = ({ node }: NodeStep, refusal: Failure | undefined, { signal }: Limits): NodeOutcome => ({
  node,
  outcome: { failure: refusal ?? notTried(node, signal) },
})

/** Adds the node to a failure that does not name one. */
function withNode<Value>(node: string, outcome: Outcome<Value>): Outcome<Value> {
  const { failure } = outcome
  if (failure === undefined || failure.fact.subject?.kind === 'Node') return outcome
  const fact: ResizeFlowFact = NodeNotResized({ subject: nodeSubject(node), because: failure.fact })
  return { failure: new Failure(failure.code, fact, { cause: failure }) }
}

/** Milliseconds for reading a node that is to get its size back. */
const readTimeoutMs = 10_000

/**
 * Gives the nodes that were resized their size back, unless another client has resized them since. Each is a resize as before, with
 * a time of its own that Ctrl-C does not shorten.
 */
async function putBack(
  world: SizingWorld,
  plan: ResizesPlan,
  items: readonly NodeOutcome[],
  cause: EndCause,
): Promise<readonly NodeOutcome[]> {
  const outcomes = await forEachTarget(
    items,
    ({ outcome }) => putOneBack(world, plan, outcome.value, cause),
    concurrency,
  )
  return items.map((item, i) => {
    const { failure } = outcomes[i]!
    return failure === undefined ? item : { node: item.node, outcome: { failure } }
  })
}

/** Resolves when there is nothing to put back; otherwise the Failure says what became of it. */
async function putOneBack(
  world: SizingWorld,
  plan: ResizesPlan,
  change: SizeChange | undefined,
  cause: EndCause,
): Promise<void> {
  if (change === undefined) return
  const { node, before, stored } = change
  const subject = nodeSubject(node)
  const done = new Failure('reverted', PutBack({ subject, cause }))
  const bucket = plan.desiredSizes.buckets.get(bucketOf(node))
  if (change.outcome === 'stored' && stored !== undefined && bucket !== undefined)
    throw await putDesiredBack(world, { change: stored, bucket, failure: done })
  if (change.outcome !== 'resized' && change.outcome !== 'partial') return
  const { signal } = new AbortController()
  const resize = async (): Promise<void> => {
    const measured = await measureAsResized(world, change, { signal, timeoutMs: readTimeoutMs })
    const size = requestFor(before, measured.allocatable)
    const batch = { ...plan, request: { ...plan.request, ifFull: 'revert' } } as const
    await executeResize(world, batch, { node, found: { measured, plan: planResize(measured, size) }, size }, { signal })
  }
  const { failure } = await settle(resize())
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
