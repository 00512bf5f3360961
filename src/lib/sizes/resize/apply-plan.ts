import type { Pod } from '../../api/pod.ts'
import { together } from '../../cluster/read-together.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, subtract } from '../../pods/amounts.ts'
import type { Requests } from '../../pods/requests.ts'
import { Interrupted, type Limits } from '../../ports/limits.ts'
import { ceilingsOf } from '../model/ceilings.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import { sizeOf } from '../model/size.ts'
import type { LimitFact } from '../model/size-messages.ts'
import { BalloonHasLimits, type StateFact } from '../model/size-messages.ts'
import { inspectDryRun, resizeFor } from '../plan/patch.ts'
import type { ResizePlan, ResizeStep } from '../plan/plan.ts'
import { conclude } from './conclude.ts'
import {
  EarlierResizeNotGranted,
  LimitRangeRefusesResize,
  OnlyAPartFits,
  type ResizeFlowFact,
  type ResizeTalkFact,
} from './resize-messages.ts'
import { subjectOf } from './revert.ts'
import { resizeConflict, sendResize } from './send-resize.ts'
import { lookOut, type SizingWorld, settle, whyNotGranted } from './settle.ts'
import type { Lost, ReadBefore, SetSizeRequest, SizeChange } from './size-change.ts'

/** One plan for one node. */
export interface Task {
  readonly node: string
  readonly plan: ResizePlan
  readonly request: SetSizeRequest
  /** The current size of the node. */
  readonly present: Amounts
  /** What its pods request. */
  readonly requested: Amounts
  readonly known: ReadBefore | undefined
  /** Called once the kubelet has answered, its time is up, or the resize could not be sent. */
  readonly onAnswer?: (() => void) | undefined
}

/** Applies a plan, as far as --dry-run allows, and acts on the answer of the kubelet. */
export async function applyPlan(
  world: SizingWorld,
  { node, plan, request, present, requested, known, onAnswer }: Task,
  limits: Limits,
): Promise<SizeChange | Lost> {
  if (plan.verb === 'refuse') throw new Failure(plan.code, plan.fact)
  if (plan.verb === 'resize') return walk(world, { node, step: plan, request, requested, known, onAnswer }, limits)
  const { notes } = plan
  const unchanged: SizeChange = {
    node,
    outcome: 'unchanged',
    before: present,
    after: present,
    requested,
    notes,
    warnings: [],
  }
  if (plan.verb === 'unchanged' || request.dryRun !== 'none') return unchanged
  const isGranted = await awaitGrant(world, { ...plan, node, timeoutMs: request.timeoutMs }, limits)
  return isGranted
    ? { ...unchanged, before: plan.after, after: plan.after }
    : { outcome: 'lost', size: sizeOf(present) }
}

/**
 * The watch listens while the resize is sent: the kubelet may answer at once. Before it, nothing is requested if what is
 * known suffices; otherwise the dry run and the list that the watch begins with.
 */
async function walk(
  world: SizingWorld,
  { node, step, request, requested, known, onAnswer }: Omit<Task, 'plan' | 'present'> & { step: ResizeStep },
  limits: Limits,
): Promise<SizeChange | Lost> {
  const { before, after, from, to, notes } = step
  const { name } = step.pod.metadata
  const balloon = { pod: name, from: from.text, to: to.text }
  const planned: SizeChange = { node, outcome: 'planned', before, after, requested, balloon, notes, ...partOf(step) }
  if (request.dryRun === 'client') return planned
  if (request.dryRun === 'server') {
    await dryRunResize(world, step, limits)
    return planned
  }
  const lookout = lookOut(world, { pod: name, since: known?.resourceVersion }, limits)
  try {
    await together([known?.isFreeOfLimits ? Promise.resolve() : dryRunResize(world, step, limits), lookout.open])
    limits.signal.throwIfAborted()
    lookout.listen()
    const pod = await sendResize(world, { step, onFailure: onAnswer }, limits)
    const waits = request.ifFull === 'wait'
    const onDeferred = waits ? () => onAnswer?.() : undefined
    const settled = await lookout.settle(expectationOf(pod, step), world.time?.leftMs ?? request.timeoutMs, onDeferred)
    onAnswer?.()
    const waitedMs = waits ? request.timeoutMs : undefined
    const conclusion = await conclude(world, { step, pod, settled, waitedMs })
    return conclusion === 'lost'
      ? { outcome: 'lost', size: sizeOf(targetOf(step)) }
      : {
          ...planned,
          outcome: planned.missing === undefined ? 'resized' : 'partial',
          warnings: [...planned.warnings, ...limitsOn(pod, node), ...conclusion],
        }
  } finally {
    lookout.close()
  }
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
  const ceilings = ceilingsOf(pod)
  if (ceilings.length === 0) return []
  return [BalloonHasLimits({ subject: nodeSubject(node), pod: name, namespace, ceilings })]
}

/** An earlier command requested the same size: waits for its outcome, but does not revert it. */
async function awaitGrant(
  world: SizingWorld,
  { node, pod, requests, timeoutMs }: { node: string; pod: Pod; requests: Requests; timeoutMs: number },
  limits: Limits,
): Promise<boolean> {
  const subject = nodeSubject(node)
  const fail = (code: 'refused' | 'timeout' | 'interrupted', because: Fact): Failure =>
    new Failure(code, EarlierResizeNotGranted({ subject, because }))
  const expectation = expectationOf(pod, { to: requests })
  const wait = { pod: pod.metadata.name, expectation, timeoutMs: world.time?.leftMs ?? timeoutMs }
  const settled = await settle(world, wait, limits)
  switch (settled.kind) {
    case 'accepted':
      return true
    case 'lost':
    case 'superseded':
      return false
    case 'deferred':
    case 'infeasible':
      throw fail('refused', whyNotGranted(settled, subject))
    case 'silent':
      throw fail('timeout', settled.why)
    case 'interrupted':
      throw fail('interrupted', Interrupted())
    case 'broken':
      throw settled.failure
  }
}

const expectationOf = ({ metadata }: Pod, { from, to }: { from?: Requests; to: Requests }) => ({
  uid: metadata.uid,
  generation: metadata.generation ?? 0,
  wanted: to.amounts,
  ...(from !== undefined && { from: from.amounts }),
})

/**
 * Every resize is sent to the server as a dry run first: only there does a LimitRange show that would add limits to the
 * balloon, which cannot be removed.
 */
async function dryRunResize(world: SizingWorld, step: ResizeStep, limits: Limits): Promise<void> {
  try {
    const answer = await world.cluster.balloons.resize(resizeFor(step), 'server', limits)
    const harm = inspectDryRun({ pod: step.pod, answer })
    if (harm !== undefined) throw new Failure<LimitFact>('refused', harm)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') throw await resizeConflict(world, step, error)
    throw error.code === 'invalid' || error.code === 'refused' ? await byLimitRange(world, step, error, limits) : error
  }
}

/** Adds the LimitRange to a refusal: the server names the rule, but not the object that it comes from. */
async function byLimitRange(
  { cluster }: SizingWorld,
  { pod }: ResizeStep,
  error: Failure,
  limits: Limits,
): Promise<Failure> {
  const { namespace } = pod.metadata
  const ranges = await cluster.objects
    .list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits)
    .catch((cause: unknown) => {
      if (cause instanceof Failure) return []
      throw cause
    })
  const harm = ranges.map(harmOfLimitRange).find((found) => found !== undefined)
  if (harm === undefined) return error
  const fact: ResizeFlowFact = LimitRangeRefusesResize({ subject: subjectOf(pod), because: harm })
  return new Failure('refused', fact, { cause: error })
}
