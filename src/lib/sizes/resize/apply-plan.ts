import type { Pod } from '../../api/pod.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, type QuantityText, subtract } from '../../pods/amounts.ts'
import type { Requests } from '../../pods/requests.ts'
import { Interrupted } from '../../ports/limits.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import type { NodeSize } from '../model/node-size.ts'
import { resourceLimitsOf } from '../model/resource-limits.ts'
import { sizeOf, type TargetSize } from '../model/size.ts'
import { BalloonHasLimits, type SizeNote, type StateFact } from '../model/size-messages.ts'
import type { ResizePlan, ResizeStep } from '../plan/plan.ts'
import { awaitAnswer, lookOut, whyNotGranted } from './await-answer.ts'
import type { Execution } from './execution.ts'
import type { ReadBefore, SetSizeRequest } from './plan-resizes.ts'
import { type CordonFact, EarlierResizeNotGranted, OnlyAPartFits, type ResizeTalkFact } from './resize-messages.ts'
import { outcomeOf } from './resize-outcome.ts'
import { dryRunResize, sendResize } from './send-resize.ts'

export interface SizeChange {
  readonly node: string
  /**
   * `stored`: it has the size, and what is stored for it changes. `partial`: pods kept it from all of the size. `planned`: a dry run, its
   * balloon would be resized.
   */
  readonly outcome: 'unchanged' | 'stored' | 'resized' | 'partial' | 'planned'
  readonly before: Amounts
  readonly after: Amounts
  /** What the pods other than the balloon request: the smallest size that the node can have now. */
  readonly requested: Amounts
  readonly balloon?: { readonly pod: string; readonly from: QuantityText; readonly to: QuantityText }
  readonly notes: readonly (SizeNote | CordonFact)[]
  readonly warnings: readonly Fact[]
  /** How much smaller the node was to become: with `partial`, it got what fits. */
  readonly missing?: Amounts | undefined
  /** How what is stored for the node changes; undefined: it stays as it is, or is not known. */
  readonly stored?: StoredChange | undefined
}

/** The balloon was replaced in the meantime. The target size does not depend on the new one. */
export type Lost = { readonly outcome: 'lost'; readonly size: TargetSize }

/** One plan for one node. */
interface Planned<Plan> {
  readonly measured: NodeSize
  readonly plan: Plan
  readonly readBefore?: ReadBefore | undefined
  /** Called when the kubelet defers a resize that is waited for. */
  readonly onDeferred?: (() => void) | undefined
}

/** Applies a plan, as far as --dry-run allows, and acts on the answer of the kubelet. */
export async function applyPlan(
  execution: Execution,
  { plan, ...planned }: Planned<ResizePlan>,
  request: SetSizeRequest,
): Promise<SizeChange | Lost> {
  if (plan.verb === 'refuse') throw new Failure(plan.code, plan.fact)
  if (plan.verb === 'resize') return requestSize(execution, { ...planned, plan }, request)
  const { node, size: present, requested } = planned.measured
  const { notes } = plan
  const unchanged: SizeChange = {
    node: node.name,
    outcome: 'unchanged',
    before: present,
    after: present,
    requested,
    notes,
    warnings: [],
  }
  if (plan.verb === 'unchanged' || request.dryRun !== 'none') return unchanged
  const isGranted = await awaitGrant(execution, { ...plan, node: node.name })
  return isGranted
    ? { ...unchanged, before: plan.after, after: plan.after }
    : { outcome: 'lost', size: sizeOf(present) }
}

/**
 * The watch listens while the resize is sent: the kubelet may answer at once. Before it, nothing is requested if what is
 * known suffices; otherwise the dry run and the list that the watch begins with.
 */
async function requestSize(
  execution: Execution,
  { measured, plan: step, readBefore, onDeferred }: Planned<ResizeStep>,
  { dryRun, ifFull, timeoutMs }: SetSizeRequest,
): Promise<SizeChange | Lost> {
  const node = measured.node.name
  const { before, after, from, to, notes } = step
  const { name } = step.pod.metadata
  const balloon = { pod: name, from: from.text, to: to.text }
  const { requested } = measured
  const planned: SizeChange = { node, outcome: 'planned', before, after, requested, balloon, notes, ...partOf(step) }
  if (dryRun === 'client') return planned
  if (dryRun === 'server') {
    await dryRunResize(execution, step)
    return planned
  }
  const { limits, time } = execution
  using lookout = lookOut(execution, { pod: name, since: readBefore?.resourceVersion }, limits)
  await concurrently([readBefore?.isFreeOfLimits ? Promise.resolve() : dryRunResize(execution, step), lookout.open])
  limits.signal.throwIfAborted()
  lookout.listen()
  const { pod, keep } = await sendResize(execution, step)
  const waits = ifFull === 'wait'
  const answer = await lookout.answer(expectationOf(pod, step), time.leftMs, waits ? () => onDeferred?.() : undefined)
  const outcome = outcomeOf(step, answer, waits ? timeoutMs : undefined)
  if (outcome.verb !== 'revert') keep()
  if (outcome.verb === 'lost') return { outcome: 'lost', size: sizeOf(targetOf(step)) }
  if (outcome.verb !== 'keep') throw outcome.failure
  const warnings = [...planned.warnings, ...limitsOn(pod, node), ...outcome.warnings]
  return { ...planned, outcome: planned.missing === undefined ? 'resized' : 'partial', warnings }
}

/** What was asked for, of which only a part may fit. */
const targetOf = ({ after, missing }: ResizeStep): Amounts => (missing ? subtract(after, missing.amounts) : after)

function partOf({ missing }: ResizeStep): Pick<SizeChange, 'warnings' | 'missing'> {
  if (missing === undefined) return { warnings: [] }
  const { subject, lacks } = missing.because
  const warning: ResizeTalkFact = OnlyAPartFits({ subject, missing: missing.amounts, lacks })
  return { warnings: [warning], missing: missing.amounts }
}

/** Without a dry run, limits that a webhook adds are found only now. The next resize is refused because of them. */
function limitsOn(pod: Pod, node: string): readonly StateFact[] {
  const { name, namespace } = pod.metadata
  const resourceLimits = resourceLimitsOf(pod)
  if (resourceLimits.length === 0) return []
  return [BalloonHasLimits({ subject: nodeSubject(node), pod: name, namespace, resourceLimits })]
}

/** An earlier command requested the same size: waits for its outcome, but does not revert it. */
async function awaitGrant(
  execution: Execution,
  { node, pod, requests }: { readonly node: string; readonly pod: Pod; readonly requests: Requests },
): Promise<boolean> {
  const subject = nodeSubject(node)
  const fail = (code: 'refused' | 'timeout' | 'interrupted', because: Fact): Failure =>
    new Failure(code, EarlierResizeNotGranted({ subject, because }))
  const expectation = expectationOf(pod, { to: requests })
  const wait = { pod: pod.metadata.name, expectation, timeoutMs: execution.time.leftMs }
  const answer = await awaitAnswer(execution, wait, execution.limits)
  switch (answer.kind) {
    case 'accepted':
      return true
    case 'lost':
    case 'superseded':
      return false
    case 'deferred':
    case 'infeasible':
      throw fail('refused', whyNotGranted(answer, subject))
    case 'silent':
      throw fail('timeout', answer.why)
    case 'interrupted':
      throw fail('interrupted', Interrupted())
    case 'broken':
      throw answer.failure
  }
}

const expectationOf = ({ metadata }: Pod, { from, to }: { from?: Requests; to: Requests }) => ({
  uid: metadata.uid,
  generation: metadata.generation ?? 0,
  wanted: to.amounts,
  ...(from !== undefined && { from: from.amounts }),
})
