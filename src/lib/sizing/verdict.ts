import type { Pod, PodCondition } from '../api/pod.ts'
import { type Amounts, amountsOf, equal } from './amounts.ts'
import { parseDeferral } from './deferral.ts'
import { allocatedOf, requestsOf } from './requests.ts'
import type { Requests } from './resize.ts'

/** The resize whose fate is in question. */
export interface Expectation {
  readonly uid: string
  /** metadata.generation of the answer to the resize; 0 where pods have none (Kubernetes 1.33). */
  readonly generation: number
  readonly requests: Requests
}

export type Verdict =
  | { readonly kind: 'waiting'; readonly why: string }
  /** The kubelet has granted it: the scheduler counts the new size. */
  | { readonly kind: 'accepted'; readonly warning?: string }
  /** It does not fit now. The kubelet tries again when room appears, and the scheduler counts it meanwhile. */
  | { readonly kind: 'deferred'; readonly message: string }
  /** It will not be granted, ever. */
  | { readonly kind: 'infeasible'; readonly message: string }
  /** Somebody asks for something else by now. */
  | { readonly kind: 'superseded' }
  /** The balloon is not there any more, and its size with it. */
  | { readonly kind: 'lost'; readonly why: string }

/**
 * What has become of a resize. Compares what the kubelet has granted (allocatedResources), never what the runtime
 * reports (resources): that is rounded.
 */
export function judge(pod: Pod | undefined, expectation: Expectation): Verdict {
  const lost = lossOf(pod, expectation)
  if (pod === undefined || lost !== undefined) return { kind: 'lost', why: lost ?? 'the balloon is gone' }
  if ((pod.metadata.generation ?? 0) < expectation.generation)
    return { kind: 'waiting', why: 'the resize is not visible yet' }
  const wanted = amountsOf(expectation.requests)
  const requests = requestsOf(pod)
  if (requests === undefined || !equal(amountsOf(requests), wanted)) return { kind: 'superseded' }
  return judgeStatus(pod, expectation.generation, wanted)
}

function lossOf(pod: Pod | undefined, { uid }: Expectation): string | undefined {
  if (pod === undefined) return 'the balloon is gone'
  if (pod.metadata.uid !== uid) return 'the balloon was replaced'
  if (pod.metadata.deletionTimestamp !== undefined) return 'the balloon is terminating'
  const phase = pod.status?.phase
  return phase === 'Succeeded' || phase === 'Failed' ? 'the balloon has finished' : undefined
}

function judgeStatus(pod: Pod, generation: number, wanted: Amounts): Verdict {
  const { observedGeneration, conditions = [] } = pod.status ?? {}
  const current = conditions.filter(
    (condition) => condition.status === 'True' && concerns(condition, generation, wanted),
  )
  const stale = observedGeneration !== undefined && observedGeneration < generation
  // The condition can be there before the status as a whole has caught up; it says itself which resize it means.
  const pending = current.find((condition) => condition.type === 'PodResizePending' && (!stale || says(condition)))
  if (stale && pending === undefined) return { kind: 'waiting', why: 'the kubelet has not looked at it yet' }
  if (pending?.reason === 'Infeasible') return { kind: 'infeasible', message: pending.message ?? '' }
  if (pending !== undefined) return { kind: 'deferred', message: pending.message ?? '' }
  const allocated = allocatedOf(pod)
  // A kubelet that has just started gives its first verdicts after 30 s.
  if (allocated === undefined || !equal(allocated, wanted))
    return { kind: 'waiting', why: 'the kubelet has not decided yet' }
  const failing = current.find(({ type, reason }) => type === 'PodResizeInProgress' && reason === 'Error')
  return failing === undefined ? { kind: 'accepted' } : { kind: 'accepted', warning: failing.message ?? '' }
}

const says = ({ observedGeneration }: PodCondition): boolean => observedGeneration !== undefined

/**
 * A condition of an earlier resize stays until the kubelet looks again. Kubelets up to 1.33 do not say which resize
 * they mean; their message does.
 */
function concerns({ observedGeneration, message = '' }: PodCondition, generation: number, wanted: Amounts): boolean {
  if (observedGeneration !== undefined) return observedGeneration >= generation
  const deferral = parseDeferral(message)
  return deferral === undefined || deferral.requested === wanted[deferral.resource]
}
