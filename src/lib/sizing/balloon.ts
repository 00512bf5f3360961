import type { Pod } from '../api/pod.ts'
import { balloon } from '../names.ts'
import { requestsOf } from './requests.ts'
import { judge } from './verdict.ts'

/** What `nodesize install` left in the cluster, as read from its DaemonSet. */
export interface Installation {
  readonly namespace: string
  readonly daemonSetUid: string
  readonly priorityClass: string
  /** Nodes without these labels have no balloon. */
  readonly nodeSelector: Readonly<Record<string, string>>
}

/** What one node's balloon is up to. */
export type BalloonState =
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly pods: readonly Pod[] }
  /** Not bound to the node: nothing of it counts yet. */
  | { readonly kind: 'pending'; readonly pod: Pod }
  | { readonly kind: 'terminating'; readonly pod: Pod }
  /** The kubelet has not reported the resources of its container; until then the API server refuses to resize it. */
  | { readonly kind: 'starting'; readonly pod: Pod }
  | { readonly kind: 'resizing'; readonly pod: Pod }
  | { readonly kind: 'deferred'; readonly pod: Pod; readonly message: string }
  | { readonly kind: 'infeasible'; readonly pod: Pod; readonly message: string }
  | { readonly kind: 'settled'; readonly pod: Pod }

/**
 * Ours beyond doubt: in our namespace, with our PriorityClass, controlled by our very DaemonSet. The label alone proves
 * nothing, for anybody can set it, and what counts as a balloon vanishes from what is in use.
 */
export function isBalloon({ metadata, spec }: Pod, { namespace, daemonSetUid, priorityClass }: Installation): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  return metadata.namespace === namespace && spec.priorityClassName === priorityClass && owner?.uid === daemonSetUid
}

/** Says that it is a balloon. */
export const bearsLabel = ({ metadata }: Pod): boolean =>
  metadata.labels?.[balloon.podLabel.key] === balloon.podLabel.value

/** The node a pod runs on or, before it is bound, the one its DaemonSet made it for. */
export function nodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined) return spec.nodeName
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields)
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0]
}

/** What the balloons of one node amount to. */
export function stateOfBalloons(balloons: readonly Pod[]): BalloonState {
  const staying = balloons.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  if (staying.length > 1) return { kind: 'several', pods: staying }
  const leaving = balloons.find((pod) => !staying.includes(pod))
  const pod = leaving ?? staying[0]
  return pod === undefined ? { kind: 'none' } : stateOf(pod)
}

function stateOf(pod: Pod): BalloonState {
  if (pod.metadata.deletionTimestamp !== undefined) return { kind: 'terminating', pod }
  if (pod.spec.nodeName === undefined) return { kind: 'pending', pod }
  const statuses = pod.status?.containerStatuses ?? []
  if (!statuses.some(({ resources }) => resources !== undefined)) return { kind: 'starting', pod }
  return stateOfResize(pod)
}

function stateOfResize(pod: Pod): BalloonState {
  const requests = requestsOf(pod)
  if (requests === undefined) return { kind: 'settled', pod }
  const { uid, generation = 0 } = pod.metadata
  const verdict = judge(pod, { uid, generation, requests })
  switch (verdict.kind) {
    case 'deferred':
    case 'infeasible':
      return { kind: verdict.kind, pod, message: verdict.message }
    case 'accepted':
      return { kind: 'settled', pod }
    case 'waiting':
    case 'superseded':
    case 'lost':
      return { kind: 'resizing', pod }
  }
}
