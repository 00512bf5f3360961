import type { ContainerStatus, Pod } from '../api/pod.ts'

/** What a pod shows of the kubelet of its node. */
export interface PodSign {
  readonly node: string
  /** namespace/name */
  readonly pod: string
  /** What makes pods like this one, in whichever revision; else the pod itself. */
  readonly workload: string
  readonly shows: Shown
  /** As its status has it. */
  readonly reason: string
  /** Milliseconds since the epoch: when a pod that was there was ended, by the clock of its node; else when the pod was made, by the clock of the API server. */
  readonly at: number
}

export type Shown =
  /** The kubelet took it in, and ended it because its node was short of something. */
  | 'evicted'
  /** The kubelet did not take it in, for a reason that its configuration can decide. */
  | 'refused'
  /** There was no room, or the kubelet does not know why: it happens where the scheduler and the kubelet see a node differently for a moment. */
  | 'no-room'
  /** A container does not get to run, or does not keep running. */
  | 'not-started'

/**
 * Why a kubelet does not take a pod in (pkg/kubelet, Kubernetes 1.33 to 1.37; `OutOf` goes on with the name of a resource). Reasons that no
 * configuration of a kubelet decides are absent: NodeAffinity, NodeName, NodePorts, TaintToleration, PodOSNotSupported,
 * PodOSSelectorNodeLabelDoesNotMatch, InvalidNodeInfo, VolumeAttachmentLimitExceeded, NodeShutdown.
 */
const refusals: Readonly<Record<string, Shown>> = {
  AppArmor: 'refused',
  EmptyPodSharedPoolError: 'refused',
  InitContainerRestartPolicyForbidden: 'refused',
  PodFeatureUnsupported: 'refused',
  PodLevelResourcesNotSupported: 'refused',
  SMTAlignmentError: 'refused',
  SupplementalGroupsPolicyNotSupported: 'refused',
  SysctlForbidden: 'refused',
  TopologyAffinityError: 'refused',
  Preempting: 'no-room',
  UnexpectedAdmissionError: 'no-room',
  UnexpectedPredicateFailureType: 'no-room',
  UnknownReason: 'no-room',
}

/** Of the node; other evictions are for a limit of the pod itself (pkg/kubelet/eviction/helpers.go). */
const isShortOf = /\bThe node (?:was low on resource|had condition): /

/**
 * What a pod shows that has ended; undefined: nothing about its kubelet. An evicted pod whose containers end with 0 is one that has
 * succeeded, without a reason (seen on 1.37): its condition says more.
 */
export function signOfEnded(pod: Pod): PodSign | undefined {
  const { phase, reason = '', message = '', conditions = [] } = pod.status ?? {}
  if (phase !== 'Failed' && phase !== 'Succeeded') return undefined
  const disruption = conditions.find((one) => one.type === 'DisruptionTarget' && one.reason === 'TerminationByKubelet')
  const since = disruption?.lastTransitionTime
  const isEvicted = isShortOf.test(disruption?.message ?? '') || (reason === 'Evicted' && isShortOf.test(message))
  if (isEvicted) return signOf(pod, { shows: 'evicted', reason: 'Evicted', since })
  const shows = phase === 'Failed' ? refusalFor(reason) : undefined
  return shows && signOf(pod, { shows, reason, since })
}

/** Of the reason of a pod that has failed; undefined: its kubelet did not refuse it, or not for its configuration. */
export const refusalFor = (reason: string): Shown | undefined =>
  reason.startsWith('OutOf') ? 'no-room' : refusals[reason]

/**
 * Of a container that waits (pkg/kubelet/kuberuntime, pkg/kubelet/container). Images that cannot be pulled are absent: what a registry says, it
 * says to each node.
 */
const notStarted: ReadonlySet<string> = new Set([
  'CrashLoopBackOff',
  'CreateContainerConfigError',
  'CreateContainerError',
  'PostStartHookError',
  'PreCreateHookError',
  'PreStartHookError',
  'RunContainerError',
])

/** What a pod shows that has not ended; undefined: nothing is wrong with it. */
export function signOfUnfinished(pod: Pod): PodSign | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {}
  const reasonOf = ({ state }: ContainerStatus) => state?.waiting?.reason ?? ''
  const reason = [...initContainerStatuses, ...containerStatuses].map(reasonOf).find((one) => notStarted.has(one))
  return reason === undefined ? undefined : signOf(pod, { shows: 'not-started', reason, since: undefined })
}

function signOf(
  { metadata, spec }: Pod,
  { since, ...shown }: Pick<PodSign, 'shows' | 'reason'> & { readonly since: string | null | undefined },
): PodSign | undefined {
  const { namespace, name, creationTimestamp } = metadata
  const at = Date.parse(since ?? creationTimestamp ?? '')
  if (Number.isNaN(at) || spec.nodeName === undefined) return undefined
  return {
    node: spec.nodeName,
    pod: `${namespace}/${name}`,
    workload: workloadOf(metadata, spec.nodeName),
    ...shown,
    at,
  }
}

/** The end of a name that differs by revision of a Deployment, or by run of a CronJob. */
const ends: Readonly<Record<string, RegExp>> = { ReplicaSet: /-[a-z0-9]+$/, Job: /-\d+$/ }

function workloadOf({ namespace, name, ownerReferences = [] }: Pod['metadata'], node: string): string {
  const owner = ownerReferences.find(({ controller }) => controller === true)
  if (owner === undefined) return `${namespace}/${name}`
  // A static pod has the name of its node at the end.
  if (owner.kind === 'Node') return `${namespace}/${name.slice(0, -node.length - 1)}`
  return `${namespace}/${owner.kind}/${owner.name.replace(ends[owner.kind] ?? '', '')}`
}
