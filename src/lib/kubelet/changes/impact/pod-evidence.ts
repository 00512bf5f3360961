import type { Container, Pod } from '../../../api/pod.ts'
import { allocatedRequests, effectiveRequests } from '../../../pods/accounting.ts'
import { equal, floor, larger } from '../../../pods/amounts.ts'
import { hasBalloonLabel } from '../../../pods/balloon-label.ts'
import { allocatedOf, requestsOf } from '../../../pods/requests.ts'
import { cpuOf } from '../../../quantity/cpu.ts'
import { memoryOf } from '../../../quantity/memory.ts'
import type { PodEvidence, Room } from './evidence.ts'

/** From the least priority on that only the system has (pkg/apis/scheduling, SystemCriticalPriority). */
const criticalPriority = 2_000_000_000

/** Of a static pod on the API server, and on the kubelet. */
export const staticPodAnnotations: readonly string[] = ['kubernetes.io/config.mirror', 'kubernetes.io/config.source']
const fromApiServer = 'api'

export const isStaticPod = ({ metadata: { annotations = {} } }: Pod): boolean =>
  staticPodAnnotations.some((name) => (annotations[name] ?? fromApiServer) !== fromApiServer)

export const isOfDaemonSet = ({ metadata: { ownerReferences = [] } }: Pod): boolean =>
  ownerReferences.some(({ kind, controller }) => kind === 'DaemonSet' && controller === true)

/** What a pod shows of itself. */
export function podEvidenceOf(pod: Pod): PodEvidence {
  const { metadata, spec } = pod
  const storage = storageOf(pod)
  const isStatic = isStaticPod(pod)
  const createdAt = Date.parse(metadata.creationTimestamp ?? '')
  const isGuaranteed = hasGuarantee(pod)
  return {
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    isDeleted: metadata.deletionTimestamp != null,
    requests: { ...allocatedRequests(pod), storage },
    counted: { ...effectiveRequests(asGranted(pod)), storage },
    exclusiveCpus: isGuaranteed ? wholeCpus(pod) : 0n,
    isGuaranteed,
    staysOnDrain: isStatic || isOfDaemonSet(pod),
    isStatic,
    isCritical: isStatic || (spec.priority ?? 0) >= criticalPriority,
    mapsUsers: spec.hostUsers === false,
    usesFlexVolume: (spec.volumes ?? []).some(({ flexVolume }) => flexVolume != null),
    usesDevices: containersOf(pod).some(({ resources }) => Object.keys(resources?.limits ?? {}).some(isDevice)),
    floor: isBalloonAboveFloor(pod) ? { ...floor, storage } : undefined,
  }
}

const containersOf = ({ spec }: Pod): readonly Container[] => [...(spec.initContainers ?? []), ...spec.containers]

/** A kubelet that restarts knows what it has granted, not what is asked for (pkg/kubelet/allocation, UpdatePodFromAllocation). */
function asGranted(pod: Pod): Pod {
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])]
  const granted = (container: Container): Container => {
    const requests = statuses.find(({ name }) => name === container.name)?.allocatedResources
    return requests === undefined ? container : { ...container, resources: { ...container.resources, requests } }
  }
  const { spec } = pod
  const ofPod = pod.status?.allocatedResources
  return {
    ...pod,
    spec: {
      ...spec,
      containers: spec.containers.map(granted),
      ...(spec.initContainers && { initContainers: spec.initContainers.map(granted) }),
      ...(spec.resources?.requests && ofPod && { resources: { ...spec.resources, requests: ofPod } }),
    },
  }
}

const max = (left: bigint, right: bigint): bigint => (left > right ? left : right)

const storageIn = (container: Container): bigint => memoryOf(container.resources?.requests?.['ephemeral-storage'])

function storageOf({ spec }: Pod): Room['storage'] {
  const inits = (spec.initContainers ?? []).map(storageIn)
  const beside = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  const running = [...spec.containers, ...beside].map(storageIn).reduce((sum, one) => sum + one, 0n)
  const starting = inits.reduce(max, 0n) + beside.map(storageIn).reduce((sum, one) => sum + one, 0n)
  return max(running, starting) + memoryOf(spec.overhead?.['ephemeral-storage'])
}

/** As the kubelet computes the class, where no status has it. */
function hasGuarantee(pod: Pod): boolean {
  if (pod.status?.qosClass !== undefined) return pod.status.qosClass === 'Guaranteed'
  return containersOf(pod).every(({ resources: { requests, limits } = {} }) =>
    ['cpu', 'memory'].every(
      (name) => limits?.[name] !== undefined && limits[name] === (requests?.[name] ?? limits[name]),
    ),
  )
}

/** Init containers give their CPUs to those that come after. */
function wholeCpus({ spec }: Pod): bigint {
  const whole = ({ resources }: Container): bigint => {
    const milli = cpuOf(resources?.requests?.['cpu'])
    return milli % 1000n === 0n ? milli / 1000n : 0n
  }
  const inits = spec.initContainers ?? []
  const running = [...spec.containers, ...inits.filter(({ restartPolicy }) => restartPolicy === 'Always')].map(whole)
  const sum = running.reduce((total, one) => total + one, 0n)
  return inits.map(whole).reduce(max, sum)
}

/** An extended resource: it has a domain of its own. */
const isDevice = (resource: string): boolean => resource.includes('/') && !resource.startsWith('kubernetes.io/')

export function isBalloonAboveFloor(pod: Pod): boolean {
  if (!hasBalloonLabel(pod)) return false
  const amounts = [requestsOf(pod)?.amounts, allocatedOf(pod)].filter((amount) => amount !== undefined)
  return !equal(amounts.reduce(larger, floor), floor)
}
