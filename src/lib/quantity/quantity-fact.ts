import type { Fact } from '../fact.ts'

/** Why a text is not an amount of cpu or memory. `value` is the text as it was given. */
export type QuantityFact = Fact &
  (
    | {
        readonly reason: 'InvalidQuantity'
        readonly resource: 'cpu' | 'memory'
        readonly value: string
        /** What it is instead: a cpu with a unit of memory, or memory in thousandths of a byte (512m). */
        readonly looksLike?: 'memory' | 'thousandths' | undefined
      }
    /** More than an int64 of millicores or bytes. */
    | { readonly reason: 'QuantityTooLarge'; readonly resource: 'cpu' | 'memory'; readonly value: string }
    /** So few bytes that the unit must have been forgotten. */
    | { readonly reason: 'UnitMissing'; readonly value: string; readonly bytes: bigint }
    /** An API server answered with it. */
    | { readonly reason: 'UnreadableQuantity'; readonly value: string }
  )
