import type { Pod, PodCondition } from '../../api/pod.ts'
import { usedConditions, usedLabels } from '../../api/pod.ts'

/** The parts of a pod that sizing uses: a cluster may have 150 000 pods. */
export function podOf({ metadata, spec, status }: Pod): Pod {
  const resizes = resizesIn(metadata)
  return {
    metadata: {
      ...pick(metadata, metadataFields),
      ...labelsIn(metadata),
      ...(resizes.length > 0 && { managedFields: resizes }),
    },
    spec: {
      ...pick(spec, specFields),
      containers: spec.containers.map((container) => pick(container, containerFields)),
      ...(spec.initContainers && {
        initContainers: spec.initContainers.map((container) => pick(container, containerFields)),
      }),
    },
    ...(status && { status: statusOf(status) }),
  }
}

function labelsIn({ labels = {} }: Pod['metadata']): Pick<Pod['metadata'], 'labels'> {
  const used = pick(labels, usedLabels)
  return Object.keys(used).length === 0 ? {} : { labels: used }
}

/** Without the sets of fields, which are long. */
const resizesIn = ({ managedFields = [] }: Pod['metadata']): NonNullable<Pod['metadata']['managedFields']> =>
  managedFields
    .filter(({ subresource }) => subresource === 'resize')
    .map((entry) => pick(entry, ['manager', 'time', 'subresource']))

type Status = NonNullable<Pod['status']>

const statusOf = (status: Status): Status => ({
  ...pick(status, ['phase', 'reason', 'message', 'observedGeneration']),
  ...conditionsIn(status),
  ...(status.containerStatuses && {
    containerStatuses: status.containerStatuses.map((container) => pick(container, containerStatusFields)),
  }),
  ...(status.initContainerStatuses && {
    initContainerStatuses: status.initContainerStatuses.map((container) => pick(container, containerStatusFields)),
  }),
})

function conditionsIn({ conditions = [] }: Status): { readonly conditions?: readonly PodCondition[] } {
  const used = conditions.filter(({ type }) => usedConditions.includes(type))
  return used.length === 0 ? {} : { conditions: used }
}

const metadataFields = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'ownerReferences',
] as const
const specFields = [
  'nodeName',
  'priority',
  'priorityClassName',
  'preemptionPolicy',
  'overhead',
  'resources',
  'affinity',
] as const
const containerFields = ['name', 'restartPolicy', 'resources'] as const
const containerStatusFields = ['name', 'allocatedResources', 'resources', 'state'] as const

function pick<From extends object, Key extends keyof From>(from: From, keys: readonly Key[]): Pick<From, Key> {
  const present = keys.filter((key) => from[key] !== undefined)
  return Object.fromEntries(present.map((key) => [key, from[key]])) as Pick<From, Key>
}
