import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { nodeOf } from '../model/size-messages.ts'

/** Why a node fails a threshold; the subject is the node. */
export type ThresholdFact = FactOf<typeof ThresholdCrossed> | FactOf<typeof ThresholdNotKnown>

export const ThresholdCrossed = message(
  'ThresholdCrossed',
  (fact: {
    subject: Subject
    /** As it was typed. */
    threshold: string
    field: string
    /** The value of the field. */
    value: string
    /** The same in percent, if the threshold is a percentage, and what it is a percentage of. */
    percent?: { readonly value: string; readonly of: string } | undefined
  }) => `${nodeOf(fact)}: ${fact.field} is ${valueText(fact)} (--fail-if '${fact.threshold}')`,
)

/** A value that is not known is not a value that is good. */
export const ThresholdNotKnown = message(
  'ThresholdNotKnown',
  (fact: { subject: Subject; threshold: string; field: string }) =>
    `${nodeOf(fact)}: ${fact.field} is not known (--fail-if '${fact.threshold}')`,
)

const valueText = ({
  value,
  percent,
}: {
  readonly value: string
  readonly percent?: { readonly value: string; readonly of: string } | undefined
}): string => (percent === undefined ? value : `${value}, ${percent.value} of ${percent.of}`)
