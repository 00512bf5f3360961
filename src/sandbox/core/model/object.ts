import type {
  CoreV1Event,
  V1ConfigMap,
  V1DaemonSet,
  V1Lease,
  V1LimitRangeItem,
  V1Namespace,
  V1Node,
  V1ObjectMeta,
  V1Pod,
  V1PriorityClass,
  V1ResourceQuota,
} from '@kubernetes/client-node'
import type { Wire } from '../../../lib/api/object.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [field: string]: Json | undefined
}

export type Metadata = Wire<V1ObjectMeta> & {
  name: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
}

/** Any stored object. Stored objects are replaced, never mutated. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
}

/** A type of client-node, as it is stored. */
type Stored<T> = Omit<Wire<T>, 'apiVersion' | 'kind' | 'metadata'> & KubeObject

export type ConfigMap = Stored<V1ConfigMap>
export type DaemonSet = Stored<V1DaemonSet> & { spec: NonNullable<Wire<V1DaemonSet>['spec']> }
/** client-node calls the field `default` `_default`. */
export type LimitRangeItem = Omit<Wire<V1LimitRangeItem>, '_default'> & { default?: Record<string, string> }
export type LimitRange = KubeObject & { spec?: { limits: LimitRangeItem[] } }
export type Event = Stored<CoreV1Event>
export type Lease = Stored<V1Lease>
export type Namespace = Stored<V1Namespace>
export type Node = Stored<V1Node>
export type Pod = Stored<V1Pod> & {
  metadata: Metadata & { namespace: string }
  spec: NonNullable<Wire<V1Pod>['spec']>
}
export type PriorityClass = Stored<V1PriorityClass> & { value: number }
export type ResourceQuota = Stored<V1ResourceQuota>

export type PodSpec = Pod['spec']
export type PodStatus = NonNullable<Pod['status']>
export type Container = PodSpec['containers'][number]
export type PodCondition = NonNullable<PodStatus['conditions']>[number]

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deep equality of JSON. Undefined fields count as absent; the order of fields does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => sameJson(item, other[i]))
  if (!isObject(one) || !isObject(other)) return false
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return fields.values().every((field) => sameJson(one[field], other[field]))
}

/** RFC 3339 to the second, as Kubernetes writes times. */
export const timestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
