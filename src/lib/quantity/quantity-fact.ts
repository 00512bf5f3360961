import type { Fact } from '../fact.ts'

/** Why a text is not an amount of cpu or memory. `value` is the given text. */
export type QuantityFact = Fact &
  (
    | {
        readonly reason: 'InvalidQuantity'
        readonly resource: 'cpu' | 'memory'
        readonly value: string
        /** What it looks like instead: cpu with a unit of memory, or memory in thousandths of a byte (512m). */
        readonly looksLike?: 'memory' | 'thousandths' | undefined
      }
    /** Less than a millicore, but not zero. */
    | { readonly reason: 'CpuTooSmall'; readonly value: string }
    /** Not a whole number of millicores. */
    | { readonly reason: 'CpuTooFine'; readonly value: string }
    /** More than an int64 of millicores or bytes. */
    | { readonly reason: 'QuantityTooLarge'; readonly resource: 'cpu' | 'memory'; readonly value: string }
    /** So few bytes that the unit is probably missing. */
    | { readonly reason: 'UnitMissing'; readonly value: string; readonly bytes: bigint }
    /** From an answer of an API server. */
    | { readonly reason: 'UnreadableQuantity'; readonly value: string }
  )
