import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { nodeOf } from '../model/size-messages.ts'

/** The command that was killed; undefined when its mark cannot be read. */
interface LeftBy {
  readonly by: string | undefined
  readonly at: string | undefined
}

/** About the cordon of a node for the moment of a resize; the subject is the node. */
export type CordonFact =
  | FactOf<typeof NotCordoned>
  | FactOf<typeof Uncordoned>
  | FactOf<typeof WouldUncordon>
  | FactOf<typeof CordonLeft>

export const NotCordoned = message('NotCordoned', (fact: { subject: Subject; because: Fact | Said }) => ({
  said: `${nodeOf(fact)}: resized without a cordon, which the ClusterRole nodesize-cordon permits (--no-cordon omits this note)`,
  because: fact.because,
}))

export const Uncordoned = message(
  'Uncordoned',
  (fact: LeftBy & { subject: Subject }) => `${nodeOf(fact)}: uncordoned${leftBy(fact)}`,
)

/** The same in a dry run. */
export const WouldUncordon = message(
  'WouldUncordon',
  (fact: LeftBy & { subject: Subject }) => `${nodeOf(fact)}: would be uncordoned${leftBy(fact)}`,
)

/** `after`: what became of the resize; undefined: it succeeded. */
export const CordonLeft = message(
  'CordonLeft',
  (fact: { subject: Subject; because: Fact | Said; after: Fact | Said | undefined }) => ({
    said: `${nodeOf(fact)}: ${fact.after === undefined ? 'it has its size, but is ' : ''}still cordoned`,
    because: fact.because,
    below: fact.after === undefined ? [] : [fact.after],
    hints: [`to uncordon it: nodesize cancel ${fact.subject.name}, or kubectl uncordon ${fact.subject.name}`],
  }),
)

const leftBy = ({ by, at }: { by: string | undefined; at: string | undefined }): string =>
  by === undefined || at === undefined
    ? ': nodesize had cordoned it'
    : `: nodesize had cordoned it at ${at}, run by ${by === '' ? 'an unknown user' : by}`
