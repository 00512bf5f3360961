import type { Fact } from './fact.ts'
import type { Phrase } from './phrase.ts'

/** The texts of all messages that are declared in the modules that are loaded, by reason. */
const texts = new Map<string, (fact: never) => Phrase>()

/**
 * Declares a message: its reason, its data, and its text. What it returns makes the fact, which is data only: it may be
 * stored, compared and sent. `describe` makes the text of a fact at the edge.
 */
export function message<const Reason extends string, Data extends object = object>(
  reason: Reason,
  text: (data: Data) => Phrase,
): (
  ...data: keyof Data extends never ? [] : object extends Data ? [data?: Data] : [data: Data]
) => { readonly reason: Reason } & Readonly<Data> {
  if (texts.has(reason)) throw new Error(`two messages have the reason ${reason}`)
  texts.set(reason, text)
  return (...[data]) => Object.assign({ reason }, data as Data, { reason })
}

/** The facts of a message. */
export type FactOf<Message extends (...data: never) => Fact> = ReturnType<Message>

/** undefined: no loaded module declares the reason. */
export const textOf = (fact: Fact): Phrase | undefined =>
  (texts.get(fact.reason) as ((fact: Fact) => Phrase) | undefined)?.(fact)

/** Every reason that loaded modules declare. */
export const reasons = (): ReadonlySet<string> => new Set(texts.keys())
