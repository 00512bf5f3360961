import { formatAmounts } from '../../core/accounting/amounts.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Release } from '../../core/model/api.ts'
import type { Container, Pod, PodCondition, PodSpec, PodStatus } from '../../core/model/object.ts'
import { conditionOf, withCondition } from '../runtime/conditions.ts'

type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number]

/** RFC 3339. */
type Instant = string

/** The pod with these changes to its status, and with observedGeneration set to its generation. */
export const withStatus = (pod: Pod, status: Partial<PodStatus>): Pod => {
  const { generation } = pod.metadata
  return {
    ...pod,
    status: { ...pod.status, ...status, ...(generation !== undefined && { observedGeneration: generation }) },
  } as Pod
}

const startConditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']

interface Start {
  readonly release: Release
  readonly at: Instant
  readonly hostIP: string
  readonly podIP: string
}

/** The pod with its containers started. */
export function runningStatus(pod: Pod, granted: PodSpec, { release, at, hostIP, podIP }: Start): Pod {
  const observedGeneration = pod.metadata.generation ?? 0
  const conditions = startConditions.reduce<readonly PodCondition[]>((all, type) => {
    const before = conditionOf(pod, type)
    const lastTransitionTime = before?.status === 'True' ? before.lastTransitionTime : at
    return withCondition(all, type, {
      status: 'True',
      observedGeneration,
      lastTransitionTime: lastTransitionTime ?? at,
    })
  }, pod.status?.conditions ?? [])
  return withStatus(pod, {
    phase: 'Running',
    conditions: [...conditions],
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: at,
    allocatedResources: totalOf(granted, release),
    containerStatuses: granted.containers.map((container) => startedContainer(container, at)),
  })
}

const startedContainer = ({ name, image = '', resources = {} }: Container, at: Instant): ContainerStatus =>
  ({
    name,
    image,
    imageID: image,
    containerID: `sandbox://${name}`,
    ready: true,
    started: true,
    restartCount: 0,
    state: { running: { startedAt: at } },
    lastState: {},
    ...(resources.requests && { allocatedResources: resources.requests }),
    resources,
  }) as ContainerStatus

/** Total of the requests, without resources that are not requested. */
function totalOf(spec: PodSpec, release: Release): Record<string, string> {
  const all = Object.entries(formatAmounts(requestsInSpec({ spec }, release)))
  const asked = [spec, ...spec.containers].map(({ resources }) => resources?.requests ?? {})
  return Object.fromEntries(all.filter(([resource]) => asked.some((requests) => Object.hasOwn(requests, resource))))
}

/** The status that reports what was granted. */
export function withAllocated(pod: Pod, granted: PodSpec, release: Release): Partial<PodStatus> {
  const { containerStatuses } = pod.status ?? {}
  if (containerStatuses === undefined) return {}
  return {
    allocatedResources: totalOf(granted, release),
    containerStatuses: containerStatuses.map((status) => {
      const requests = resourcesOf(granted, status.name).requests
      return requests === undefined ? status : { ...status, allocatedResources: requests }
    }),
  }
}

/** The spec with the granted requests from the status (allocation_manager.go, UpdatePodFromAllocation). */
export function grantedSpec({ spec, status }: Pod): PodSpec {
  const withGranted = (container: Container): Container => {
    const granted = status?.containerStatuses?.find(({ name }) => name === container.name)?.allocatedResources
    return granted === undefined
      ? container
      : { ...container, resources: { ...container.resources, requests: granted } }
  }
  return { ...spec, containers: spec.containers.map(withGranted) }
}

/** The status that reports the granted resources as applied. */
export const withActual = ({ status }: Pod, granted: PodSpec): Partial<PodStatus> => ({
  ...(status?.containerStatuses && {
    containerStatuses: status.containerStatuses.map((each) => ({
      ...each,
      resources: resourcesOf(granted, each.name),
    })),
  }),
})

const resourcesOf = ({ containers }: PodSpec, name: string) =>
  containers.find((container) => container.name === name)?.resources ?? {}
