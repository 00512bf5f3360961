import type { Namespace, Node } from '../model/object.ts'
import { canonicalList } from '../model/quantities.ts'
import type { Strategy } from '../model/strategy.ts'

/** allocatable defaults to capacity (registry/core/node). */
export const nodeStrategy: Partial<Strategy> = {
  defaults(object) {
    const node = object as Node
    const capacity = canonicalList(node.status?.capacity)
    const allocatable = canonicalList(node.status?.allocatable) ?? capacity
    const status = { ...node.status, ...(capacity && { capacity }), ...(allocatable && { allocatable }) }
    return { ...node, spec: { ...node.spec }, status } as Node
  },
}

export const namespaceStrategy: Partial<Strategy> = {
  defaults(object) {
    const { metadata, ...rest } = object as Namespace
    const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name }
    return { ...rest, metadata: { ...metadata, labels } } as Namespace
  },
  initialize: (object) =>
    ({ ...object, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }) as Namespace,
  restore: (object, { previous }) => ({ ...object, spec: (previous as Namespace).spec }) as Namespace,
}
