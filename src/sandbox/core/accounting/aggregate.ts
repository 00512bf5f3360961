import type { Container, PodSpec, PodStatus } from '../model/object.ts'
import { empty, most, plus, type ResourceList } from './resource-list.ts'

export type ContainerStatus = NonNullable<PodStatus['containerStatuses']>[number]

/** A pod, or one whose status nobody looks at. */
export interface Counted {
  readonly spec: PodSpec
  readonly status?: PodStatus | undefined
}

/** One container, and what the kubelet says of it. */
export interface Part {
  readonly container: Container
  readonly status: ContainerStatus | undefined
  /** It runs to its end before the others start, so nobody resizes it. */
  readonly isInit: boolean
}

/** The kubelet never grants this resize. The first condition of its type decides. */
export const isInfeasible = ({ status }: Counted): boolean =>
  status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'

/**
 * What the containers of a pod take together. Sidecars (restartable init containers) run beside all that start after
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
    peak = most(peak, during)
    if (!isSidecar) continue
    sidecars = during
    running = plus(running, own)
  }
  return most(running, peak)
}
