import type { Pod } from '../../api/pod.ts'
import { Failure } from '../../message/failure.ts'
import { requestsOf } from '../../pods/requests.ts'
import { isUnanswered, settle } from '../../ports/outcomes.ts'
import { harmOfLimitRange } from '../model/limit-range.ts'
import { inspectDryRun, resizeFor } from '../plan/patch.ts'
import { type ResizeStep, sizeBeside } from '../plan/plan.ts'
import type { Execution } from './execution.ts'
import { LimitRangeRefusesResize, ResizedMeanwhile, type ResizeFlowFact } from './resize-messages.ts'
import { afterLostAnswer, readBalloon, revert, subjectOfRevert } from './revert.ts'

export interface SentResize {
  /** The server's answer. */
  readonly pod: Pod
  /** It is not undone: it was granted, may be late, or is another client's by now. */
  keep(): void
}

/**
 * Sends a resize, which is undone unless it is kept: it is reverted, and without an answer it is found out whether it was done, so
 * that no unreported resize remains.
 */
export async function sendResize(execution: Execution, step: ResizeStep): Promise<SentResize> {
  const { cluster, undo, limits } = execution
  let answer: Pod | undefined
  const sent = undo.push({
    end: async (failure) => {
      if (failure === undefined) return undefined
      if (answer === undefined) return unsent(execution, step, failure)
      const { failure: left } = await settle(revert(execution, { pod: answer, backTo: step.backTo }))
      return left ?? failure
    },
  })
  answer = await cluster.balloons.resize(resizeFor(step), 'none', limits)
  return { pod: answer, keep: () => undo.drop(sent) }
}

async function unsent(execution: Execution, step: ResizeStep, failure: Failure): Promise<Failure> {
  if (failure.code === 'conflict') return resizeConflict(execution, step, failure)
  return isUnanswered(failure) ? afterLostAnswer(execution, step, failure) : failure
}

/** A conflict with the size that another client gave the node. */
async function resizeConflict(execution: Execution, step: ResizeStep, conflict: Failure): Promise<Failure> {
  const { value: pod, failure } = await settle(readBalloon(execution, step.pod.metadata.name))
  if (failure !== undefined) return conflict
  const { before } = step
  const requests = pod && requestsOf(pod)
  const now = requests && sizeBeside(requests.amounts, step)
  const fact: ResizeFlowFact = ResizedMeanwhile({ subject: subjectOfRevert(step.pod), before, now })
  return new Failure('conflict', fact, { cause: conflict })
}

/**
 * Every resize is sent to the server as a dry run first, unless it is known that no LimitRange matters: only there does one show
 * that would add limits to the balloon, which cannot be removed.
 */
export async function dryRunResize(execution: Execution, step: ResizeStep): Promise<void> {
  const { cluster, limits } = execution
  const { value: answer, failure } = await settle(cluster.balloons.resize(resizeFor(step), 'server', limits))
  if (failure?.code === 'conflict') throw await resizeConflict(execution, step, failure)
  if (failure?.code === 'invalid' || failure?.code === 'refused') throw await byLimitRange(execution, step, failure)
  if (failure !== undefined) throw failure
  const harm = inspectDryRun({ pod: step.pod, answer })
  if (harm !== undefined) throw await byLimitRange(execution, step, new Failure('refused', harm))
}

/** Adds the LimitRange to a refusal: the server names the rule, but not the object that it comes from. */
async function byLimitRange({ cluster, limits }: Execution, { pod }: ResizeStep, refusal: Failure): Promise<Failure> {
  const { namespace } = pod.metadata
  const { value: ranges = [] } = await settle(
    cluster.objects.list({ apiVersion: 'v1', kind: 'LimitRange', namespace }, limits),
  )
  const harm = ranges.map(harmOfLimitRange).find((found) => found !== undefined)
  if (harm === undefined) return refusal
  const fact: ResizeFlowFact = LimitRangeRefusesResize({ subject: subjectOfRevert(pod), because: harm })
  return new Failure('refused', fact, { cause: refusal })
}
