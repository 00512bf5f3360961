import type { Quantity } from '../../quantity/quantity.ts'
import type { Position, Tree } from './tree.ts'

/** A value decoded by the type of its field, and its place in the source. */
export type Value = Unplaced &
  Position & {
    /** Go cannot distinguish it from an absent one: the zero of a field that is not a pointer. Defaults replace it. */
    readonly unset?: true
  }

export type Unplaced =
  | ScalarValue
  | {
      readonly type: 'list'
      readonly items: readonly Value[]
      /** What Go has behind the slice, which may be longer: a later duplicate is decoded into it. Of JSON with duplicates. */
      readonly array?: Value[]
    }
  | {
      readonly type: 'map'
      readonly entries: ReadonlyMap<string, Value>
      readonly keys?: ReadonlyMap<string, Position>
    }
  | Struct

export type ScalarValue =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  /** Nanoseconds, and as it was written. */
  | { readonly type: 'duration'; readonly value: bigint; readonly text?: string }
  /** Nanoseconds since the epoch. */
  | { readonly type: 'time'; readonly value: bigint }
  | { readonly type: 'quantity'; readonly value: Quantity /** As it was written. */; readonly text: string }

export interface Struct {
  readonly type: 'struct'
  /** Fields that the document has and a known release declares, except null. */
  readonly fields: ReadonlyMap<string, Value>
  /** Keys that no known release declares, or that do not decode in the releases that ignore them. */
  readonly unknown: ReadonlyMap<string, Tree>
}

/** A decoded KubeletConfiguration without apiVersion and kind: the written values, without defaults. */
export type ConfigDocument = Struct & Position
