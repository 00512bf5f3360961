import type { Pod, PodCondition } from '../../api/pod.ts'
import { type Amounts, equal, none, resources } from '../../pods/amounts.ts'
import { allocatedOf, appliedOf, type Requests, requestsOf } from '../../pods/requests.ts'
import { parseRequested } from './deferral-message.ts'
import { KubeletNotDecided, KubeletNotLooked, RuntimeNotDone, type WaitingFact } from './size-messages.ts'

/** The resize to find the verdict for. */
export interface Expectation {
  readonly uid: string
  /** metadata.generation in the answer to the resize; 0 if pods do not have one. */
  readonly generation: number
  readonly wanted: Amounts
  /** The requests before the resize: without generations, an outdated view of the pod is recognized by them. */
  readonly from?: Amounts
}

export type ResizeVerdict =
  | { readonly kind: 'waiting'; readonly why: WaitingFact }
  /** The kubelet has granted it, and the scheduler counts what the balloon requested before: that is still applied. */
  | { readonly kind: 'applying'; readonly why: WaitingFact }
  /** The kubelet has granted it: the scheduler counts the new size, unless the runtime fails. */
  | { readonly kind: 'accepted'; readonly runtimeMessage?: string }
  /** It does not fit now. The kubelet tries again when capacity is freed, and the scheduler counts it meanwhile. */
  | { readonly kind: 'deferred'; readonly kubeletMessage: string }
  /** It will never be granted. */
  | { readonly kind: 'infeasible'; readonly kubeletMessage: string }
  /** Another client has requested something else meanwhile; an absent request is zero. */
  | { readonly kind: 'superseded'; readonly requested: Amounts }
  /** The balloon no longer exists, so its size is lost. */
  | { readonly kind: 'lost' }

/**
 * The verdict on a resize. Compares what the kubelet has granted (allocatedResources). What the runtime reports (resources)
 * is rounded: it counts only while the kubelet says that it is being changed.
 */
export function judge(pod: Pod | undefined, expectation: Expectation): ResizeVerdict {
  if (pod === undefined || isLost(pod, expectation)) return { kind: 'lost' }
  const requests = requestsOf(pod)
  if (isFromBefore(pod, requests, expectation)) return { kind: 'waiting', why: KubeletNotLooked() }
  const requested = requests?.amounts ?? none
  if (!equal(requested, expectation.wanted)) return { kind: 'superseded', requested }
  return judgeStatus(pod, expectation)
}

function isFromBefore({ metadata }: Pod, requests: Requests | undefined, { generation, from }: Expectation): boolean {
  if (generation > 0) return (metadata.generation ?? 0) < generation
  return from !== undefined && requests !== undefined && equal(requests.amounts, from)
}

const isLost = ({ metadata, status }: Pod, { uid }: Expectation): boolean =>
  metadata.uid !== uid ||
  metadata.deletionTimestamp !== undefined ||
  status?.phase === 'Succeeded' ||
  status?.phase === 'Failed'

function judgeStatus(pod: Pod, { generation, wanted }: Expectation): ResizeVerdict {
  const { observedGeneration, conditions = [] } = pod.status ?? {}
  const current = conditions.filter(
    (condition) => condition.status === 'True' && concerns(condition, generation, wanted),
  )
  const stale = observedGeneration !== undefined && observedGeneration < generation
  // The condition can be newer than the rest of the status; it names its resize itself.
  const pending = current.find(
    (condition) => condition.type === 'PodResizePending' && (!stale || namesGeneration(condition)),
  )
  if (stale && pending === undefined) return { kind: 'waiting', why: KubeletNotLooked() }
  if (pending?.reason === 'Infeasible') return { kind: 'infeasible', kubeletMessage: pending.message ?? '' }
  if (pending !== undefined) return { kind: 'deferred', kubeletMessage: pending.message ?? '' }
  const allocated = allocatedOf(pod)
  // A kubelet that has just started decides only after 30 s.
  if (allocated === undefined || !equal(allocated, wanted)) return { kind: 'waiting', why: KubeletNotDecided() }
  const applying = current.find(({ type }) => type === 'PodResizeInProgress')
  if (applying?.reason === 'Error') return { kind: 'accepted', runtimeMessage: applying.message ?? '' }
  const applied = appliedOf(pod) ?? wanted
  const isLess = resources.some((resource) => wanted[resource] < applied[resource])
  return applying !== undefined && isLess ? { kind: 'applying', why: RuntimeNotDone() } : { kind: 'accepted' }
}

const namesGeneration = ({ observedGeneration }: PodCondition): boolean => observedGeneration !== undefined

/**
 * A condition of an earlier resize remains until the kubelet checks again. Kubelets up to 1.33 do not name a resize in
 * the condition; their message does.
 */
function concerns({ observedGeneration, message = '' }: PodCondition, generation: number, wanted: Amounts): boolean {
  if (observedGeneration !== undefined) return observedGeneration >= generation
  const refused = parseRequested(message)
  return refused === undefined || refused.requested === wanted[refused.resource]
}
