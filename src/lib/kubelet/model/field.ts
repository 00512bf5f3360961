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
  /** Go can distinguish an explicit zero from an absent value. */
  readonly pointer?: true
  /** Go's JSON has it also where it is empty: its tag has no `omitempty`. */
  readonly written?: true
  /** First release that has it; absent: the oldest known one. */
  readonly since?: Release
  /** Last release that has it; absent: the newest known one. */
  readonly until?: Release
  /** The constants declared for the type; rules decide whether they are enforced. */
  readonly values?: readonly string[]
}
