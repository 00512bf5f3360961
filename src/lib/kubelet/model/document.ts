import type { Quantity } from '../../quantity/quantity.ts'
import type { Position, Tree } from './tree.ts'

/** A value that was decoded by the type of its field, and where it stands. */
export type Value = Unplaced &
  Position & {
    /** Go cannot tell it from the field's absence: the zero of a field that is no pointer. Defaults replace it. */
    readonly unset?: true
  }

export type Unplaced =
  | ScalarValue
  | { readonly type: 'list'; readonly items: readonly Value[] }
  | { readonly type: 'map'; readonly entries: ReadonlyMap<string, Value> }
  | Struct

export type ScalarValue =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  /** Nanoseconds. */
  | { readonly type: 'duration'; readonly value: bigint }
  /** Nanoseconds since the epoch. */
  | { readonly type: 'time'; readonly value: bigint }
  | { readonly type: 'quantity'; readonly value: Quantity /** As it was written. */; readonly text: string }

export interface Struct {
  readonly type: 'struct'
  /** What some known release declares and the document gives, null apart. */
  readonly fields: ReadonlyMap<string, Value>
  /** What no known release declares, and what does not even decode in the releases that ignore it. */
  readonly unknown: ReadonlyMap<string, Tree>
}

/** A decoded KubeletConfiguration without apiVersion and kind: what was written, no defaults. */
export type ConfigDocument = Struct & Position
