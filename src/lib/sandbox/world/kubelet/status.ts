import { allocatedRequests } from '../../../sizing/accounting.ts'
import { formatAmounts } from '../../../sizing/amounts.ts'
import type { Container, Pod, PodCondition, PodSpec, PodStatus } from '../../core/object.ts'

type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number]

/** RFC 3339. */
type Instant = string

export const conditionOf = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

/** Replaces a condition, or takes it away. */
export const withCondition = (
  conditions: readonly PodCondition[] = [],
  type: string,
  condition?: Omit<PodCondition, 'type'>,
): PodCondition[] => [
  ...conditions.filter((each) => each.type !== type),
  ...(condition === undefined ? [] : [{ type, ...condition }]),
]

/** The pod with another status, for the generation it has. */
export const withStatus = (pod: Pod, status: Partial<PodStatus>): Pod => {
  const { generation } = pod.metadata
  return {
    ...pod,
    status: { ...pod.status, ...status, ...(generation !== undefined && { observedGeneration: generation }) },
  } as Pod
}

const startConditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady']

/** A pod whose containers have just started. */
export function runningStatus(pod: Pod, granted: PodSpec, { at, hostIP }: { at: Instant; hostIP: string }): Pod {
  const conditions = startConditions.reduce<PodCondition[]>(
    (all, type) => withCondition(all, type, { status: 'True', lastTransitionTime: at }),
    pod.status?.conditions ?? [],
  )
  return withStatus(pod, {
    phase: 'Running',
    conditions: conditions.map((condition) => ({ ...condition, observedGeneration: pod.metadata.generation ?? 0 })),
    hostIP,
    startTime: at,
    allocatedResources: totalOf(pod, granted),
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

const totalOf = ({ metadata }: Pod, spec: PodSpec) => ({ ...formatAmounts(allocatedRequests({ metadata, spec })) })

/** What was granted, in words of the status. */
export function withAllocated(pod: Pod, granted: PodSpec): Partial<PodStatus> {
  const { containerStatuses } = pod.status ?? {}
  if (containerStatuses === undefined) return {}
  return {
    allocatedResources: totalOf(pod, granted),
    containerStatuses: containerStatuses.map((status) => {
      const requests = resourcesOf(granted, status.name).requests
      return requests === undefined ? status : { ...status, allocatedResources: requests }
    }),
  }
}

/** The runtime applies what was granted. */
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
