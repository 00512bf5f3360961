import type { ContainerStatus, Pod } from '../../api/pod.ts'
import { balloon } from '../../names.ts'
import { type Requests, requestsOf } from '../../pods/requests.ts'
import type { Installation } from './installation.ts'
import { type ResourceLimit, resourceLimitsOf } from './resource-limits.ts'
import { judge } from './verdict.ts'

/** The state of one node's balloon. Only a balloon with `requests` can be resized. */
export type BalloonState =
  /** `notAdmitted`: why the kubelet did not admit the last balloon. The DaemonSet creates another. */
  | { readonly kind: 'none'; readonly notAdmitted?: StartObstacle | undefined }
  | { readonly kind: 'several'; readonly pods: readonly Pod[] }
  /** Not bound to the node: it does not count yet. */
  | { readonly kind: 'pending'; readonly pod: Pod; readonly schedulerMessage: string | undefined }
  | { readonly kind: 'terminating'; readonly pod: Pod }
  /** The kubelet has not reported the resources of its container; until then the API server refuses to resize it. */
  | { readonly kind: 'starting'; readonly pod: Pod; readonly obstacle: StartObstacle | undefined }
  /** Its container runs, but its kubelet reports no resources: it does not resize pods (KEP-1287). */
  | { readonly kind: 'not-reported'; readonly pod: Pod }
  /** A resize cannot remove these, so it needs a new balloon. */
  | { readonly kind: 'limited'; readonly pod: Pod; readonly resourceLimits: readonly ResourceLimit[] }
  | { readonly kind: 'without-requests'; readonly pod: Pod }
  | { readonly kind: 'resizing'; readonly pod: Pod; readonly requests: Requests }
  | {
      readonly kind: 'deferred' | 'infeasible'
      readonly pod: Pod
      readonly requests: Requests
      readonly kubeletMessage: string
    }
  /** The kubelet has granted less than the runtime applies: the node gets the room a moment later. */
  | { readonly kind: 'applying'; readonly pod: Pod; readonly requests: Requests }
  | { readonly kind: 'settled'; readonly pod: Pod; readonly requests: Requests }

/** Why a container does not start, as the kubelet reports it. */
export interface StartObstacle {
  /** For example ErrImagePull. */
  readonly kubeletReason: string
  readonly kubeletMessage: string | undefined
}

/**
 * A balloon of this installation beyond doubt: in our namespace, with our PriorityClass, controlled by our DaemonSet.
 * The label alone is no proof, because anyone can set it, and a balloon is not counted as requested.
 */
export function isBalloon({ metadata, spec }: Pod, { namespace, daemonSetUid, priorityClass }: Installation): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  return metadata.namespace === namespace && spec.priorityClassName === priorityClass && owner?.uid === daemonSetUid
}

/** The node of a pod or, before it is bound, the one that its DaemonSet created it for. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined) return spec.nodeName
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields)
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0]
}

/** The state of the balloons of one node; `failed` are those that the kubelet did not admit, or ended. */
export function stateOfBalloons(balloons: readonly Pod[], failed: readonly Pod[] = []): BalloonState {
  const staying = balloons.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  if (staying.length > 1) return { kind: 'several', pods: staying }
  const leaving = balloons.find((pod) => !staying.includes(pod))
  const pod = leaving ?? staying[0]
  return pod === undefined ? { kind: 'none', ...notAdmitted(failed.at(-1)) } : stateOf(pod)
}

const notAdmitted = (pod: Pod | undefined): { readonly notAdmitted?: StartObstacle } =>
  pod?.status?.reason === undefined
    ? {}
    : { notAdmitted: { kubeletReason: pod.status.reason, kubeletMessage: pod.status.message } }

function stateOf(pod: Pod): BalloonState {
  if (pod.metadata.deletionTimestamp !== undefined) return { kind: 'terminating', pod }
  if (pod.spec.nodeName === undefined) return { kind: 'pending', pod, schedulerMessage: schedulerMessageOf(pod) }
  const statuses = pod.status?.containerStatuses ?? []
  if (!statuses.some(({ resources }) => resources !== undefined))
    return isRunning(pod) ? { kind: 'not-reported', pod } : { kind: 'starting', pod, obstacle: obstacleOf(pod) }
  const resourceLimits = resourceLimitsOf(pod)
  if (resourceLimits.length > 0) return { kind: 'limited', pod, resourceLimits }
  const requests = requestsOf(pod)
  return requests === undefined ? { kind: 'without-requests', pod } : stateOfResize(pod, requests)
}

const schedulerMessageOf = ({ status }: Pod): string | undefined =>
  status?.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False')?.message

/** Reasons for waiting during a normal start. */
const usual = ['ContainerCreating', 'PodInitializing']

const containerState = ({ status }: Pod): ContainerStatus['state'] =>
  status?.containerStatuses?.find(({ name }) => name === balloon.container)?.state

const isRunning = (pod: Pod): boolean => containerState(pod)?.running !== undefined

function obstacleOf(pod: Pod): StartObstacle | undefined {
  const waiting = containerState(pod)?.waiting
  if (waiting?.reason === undefined || usual.includes(waiting.reason)) return undefined
  return { kubeletReason: waiting.reason, kubeletMessage: waiting.message }
}

function stateOfResize(pod: Pod, requests: Requests): BalloonState {
  const { uid, generation = 0 } = pod.metadata
  const verdict = judge(pod, { uid, generation, wanted: requests.amounts })
  switch (verdict.kind) {
    case 'deferred':
    case 'infeasible':
      return { kind: verdict.kind, pod, requests, kubeletMessage: verdict.kubeletMessage }
    case 'accepted':
      return { kind: 'settled', pod, requests }
    case 'applying':
      return { kind: 'applying', pod, requests }
    case 'waiting':
    case 'superseded':
    case 'lost':
      return { kind: 'resizing', pod, requests }
  }
}
