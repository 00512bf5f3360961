import type { Subject } from '../fact.ts'

/** Why a node fails a threshold; the subject is the node. */
export type ThresholdFact = { readonly subject: Subject /** As it was typed. */; readonly threshold: string } & (
  | {
      readonly reason: 'ThresholdCrossed'
      readonly field: string
      /** The value of the field. */
      readonly value: string
      /** The same in percent, if the threshold is a percentage, and what it is a percentage of. */
      readonly percent?: { readonly value: string; readonly of: string } | undefined
    }
  /** A value that is not known is not a value that is good. */
  | { readonly reason: 'ThresholdNotKnown'; readonly field: string }
)
