import type { Container, PodSpec, PodStatus } from '../model/object.ts'
import { empty, maximum, plus, type ResourceList } from './resource-list.ts'

export type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number]

/** A pod; without a status, only its spec counts. */
export interface Counted {
  readonly spec: PodSpec
  readonly status?: PodStatus | undefined
}

/** One container and its status. */
export interface Part {
  readonly container: Container
  readonly status: ContainerStatus | undefined
  /** Runs to completion before the others start, so that it is never resized. */
  readonly isInit: boolean
}

/** The kubelet has refused this resize as infeasible. The first PodResizePending condition decides. */
export const isInfeasible = ({ status }: Counted): boolean =>
  status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'

/**
 * Total of the containers of a pod. Sidecars (restartable init containers) run beside all containers that start after
 * them; other init containers run one by one, and only their peak counts (KEP-753, resources calculation).
 */
export function aggregate({ spec, status }: Counted, of: (part: Part) => ResourceList): ResourceList {
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const listFor = (container: Container, isInit: boolean): ResourceList =>
    of({ container, status: statuses.find(({ name }) => name === container.name), isInit })
  let running = spec.containers.map((container) => listFor(container, false)).reduce(plus, empty)
  let sidecars = empty
  let peak = empty
  for (const container of spec.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always'
    const own = listFor(container, !isSidecar)
    const during = plus(sidecars, own)
    peak = maximum(peak, during)
    if (!isSidecar) continue
    sidecars = during
    running = plus(running, own)
  }
  return maximum(running, peak)
}
