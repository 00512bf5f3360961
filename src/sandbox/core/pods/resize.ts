import { qosOf } from '../accounting/qos.ts'
import { type Container, type Pod, type PodSpec, sameJson } from '../model/object.ts'
import { type FieldProblem, forbidden, invalidValue } from '../model/refusal.ts'

/**
 * Keeps only what a resize can change: pod-level resources, and those of containers with the same name at the same
 * index. All other changes are dropped silently (registry/core/pod/strategy.go, podResizeStrategy).
 */
export function confineResize(next: Pod, previous: Pod): Pod {
  const { resources } = next.spec
  const { resources: _resources, ...spec } = previous.spec
  return {
    ...previous,
    spec: {
      ...spec,
      containers: confineContainers(next.spec.containers, previous.spec.containers),
      ...(next.spec.initContainers && {
        initContainers: confineContainers(next.spec.initContainers, previous.spec.initContainers ?? []),
      }),
      ...(resources !== undefined && { resources }),
    },
  }
}

/** A container without a counterpart stays as sent; validation refuses it. */
const confineContainers = (next: readonly Container[], previous: readonly Container[]): Container[] =>
  next.map((container, i) => {
    if (next.length !== previous.length) return container
    const before = previous[i]
    if (before === undefined || before.name !== container.name) return container
    const { resources = {}, resizePolicy } = container
    return { ...before, resources, ...(resizePolicy !== undefined && { resizePolicy }) }
  })

/** Problems in a resize (pkg/apis/core/validation, ValidatePodResize). */
export function resizeProblems(next: Pod, previous: Pod): FieldProblem[] {
  if (previous.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined)
    return [forbidden('[]', 'static pods cannot be resized')]
  if (next.spec.os?.name === 'windows') return [forbidden('', 'windows pods cannot be resized')]
  const shape = shapeProblems(next.spec.containers, previous.spec.containers)
  if (shape.length > 0) return shape
  const removed = removalProblems(next.spec, previous.spec)
  const qos = qosOf(previous.spec)
  return [
    ...(isSupported(previous) ? [] : [forbidden('spec', 'Pod running on node without support for resize')]),
    ...(qosOf(next.spec) === qos
      ? []
      : [invalidValue('spec', qos, 'Pod QOS Class may not change as a result of resizing')]),
    ...removed,
    ...(sameJson(frozen(next.spec), frozen(previous.spec))
      ? []
      : [forbidden('spec', 'only cpu and memory resources are mutable')]),
  ]
}

/** Whether the kubelet reports resources, seen at the first running container; true while none runs. */
function isSupported({ status }: Pod): boolean {
  const running = status?.containerStatuses?.find(({ state }) => state?.running !== undefined)
  return running === undefined || running.resources !== undefined
}

function shapeProblems(next: readonly Container[], previous: readonly Container[]): FieldProblem[] {
  if (next.length !== previous.length)
    return [forbidden('spec.containers', 'containers may not be added or removed on resize')]
  return next.flatMap(({ name }, i) =>
    name === previous[i]?.name
      ? []
      : [forbidden(`spec.containers[${i}].name`, 'containers may not be renamed or reordered on resize')],
  )
}

function removalProblems(next: PodSpec, previous: PodSpec): FieldProblem[] {
  const lost = (now: object | undefined, before: object | undefined) =>
    Object.keys(before ?? {}).some((key) => !(key in (now ?? {})))
  const podLevel = next.resources === undefined && previous.resources !== undefined
  return [
    ...(podLevel ? [forbidden('spec.resources', 'pod-level resources cannot be removed')] : []),
    ...next.containers.flatMap(({ resources = {} }, i) =>
      (['requests', 'limits'] as const).flatMap((part) =>
        lost(resources[part], previous.containers[i]?.resources?.[part])
          ? [forbidden(`spec.containers[${i}].resources.${part}`, `resource ${part} cannot be removed`)]
          : [],
      ),
    ),
  ]
}

/** The spec without the fields that a resize can change. */
function frozen({ resources: _podLevel, ...spec }: PodSpec): object {
  const ofContainer = ({ resources = {}, ...container }: Container) => ({
    ...container,
    resources: { ...resources, requests: others(resources.requests), limits: others(resources.limits) },
  })
  return {
    ...spec,
    containers: spec.containers.map(ofContainer),
    initContainers: spec.initContainers?.map(ofContainer),
  }
}

function others(amounts: Readonly<Record<string, string>> = {}): object {
  const { cpu: _cpu, memory: _memory, ...rest } = amounts
  return rest
}
