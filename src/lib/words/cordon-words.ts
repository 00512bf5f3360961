import type { CordonFact } from '../flows/sizes/cordon-fact.ts'
import type { Phrase, Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

export const cordonWords: Vocabulary<CordonFact> = {
  NotCordoned: (fact) => ({
    said: `${nodeOf(fact)}: resized without a cordon, which the ClusterRole nodesize-cordon permits (--no-cordon omits this note)`,
    because: fact.because,
  }),
  Uncordoned: (fact) => `${nodeOf(fact)}: uncordoned${leftBy(fact)}`,
  WouldUncordon: (fact) => `${nodeOf(fact)}: would be uncordoned${leftBy(fact)}`,
  CordonLeft: (fact): Phrase => ({
    said: `${nodeOf(fact)}: ${fact.after === undefined ? 'it has its size, but is ' : ''}still cordoned`,
    because: fact.because,
    below: fact.after === undefined ? [] : [fact.after],
    hints: [`to uncordon it: nodesize cancel ${fact.subject.name}, or kubectl uncordon ${fact.subject.name}`],
  }),
}

const leftBy = ({ by, at }: { by: string | undefined; at: string | undefined }): string =>
  by === undefined || at === undefined
    ? ': nodesize had cordoned it'
    : `: nodesize had cordoned it at ${at}, run by ${by === '' ? 'an unknown user' : by}`
