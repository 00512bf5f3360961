import type { Release } from './releases.ts'

/**
 * How the kubelet decodes a field. `flush` is logging's TimeOrMetaDuration: a duration, or an integer of nanoseconds.
 * `quantity` covers resource.Quantity and resource.QuantityValue, `time` is metav1.Time, `duration` metav1.Duration.
 */
export type FieldType =
  | 'bool'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'float64'
  | 'string'
  | 'duration'
  | 'flush'
  | 'quantity'
  | 'time'
  | 'list'
  | 'map'
  | 'struct'

/** One row of the generated table of fields. */
export interface Field {
  /** `authentication.webhook.cacheTTL`; `[]` is an item of a list, `{}` a value of a map. */
  readonly path: string
  readonly type: FieldType
  /** Go can tell an explicit zero from absence. */
  readonly pointer?: true
  /** First release that knows it, when that is not the oldest known one. */
  readonly since?: Release
  /** Last release that knows it, when that is not the newest. */
  readonly until?: Release
  /** The constants declared for the type; whether they are enforced is a matter of the rules. */
  readonly values?: readonly string[]
}
