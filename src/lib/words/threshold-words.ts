import type { ThresholdFact } from '../sizing/threshold-fact.ts'
import type { Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

export const thresholdWords: Vocabulary<ThresholdFact> = {
  ThresholdCrossed: (fact) => `${nodeOf(fact)}: ${fact.field} is ${valueText(fact)} (--fail-if '${fact.threshold}')`,
  ThresholdNotKnown: (fact) => `${nodeOf(fact)}: ${fact.field} is not known (--fail-if '${fact.threshold}')`,
}

const valueText = ({ value, percent }: Extract<ThresholdFact, { reason: 'ThresholdCrossed' }>): string =>
  percent === undefined ? value : `${value}, ${percent.value} of ${percent.of}`
