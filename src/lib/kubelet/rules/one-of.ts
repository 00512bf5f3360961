import { closest } from '../model/closest.ts'
import { quote } from '../model/quote.ts'
import { type Problem, unless } from './rule.ts'

/** Checks that a text is exactly one of the accepted ones. `what` names it in the message. */
export function oneOf(what: string, text: string, accepted: readonly string[]): readonly Problem[] {
  return unless(accepted.includes(text), () => ({
    reason: 'FieldValueNotSupported',
    subject: what,
    message: { before: `${quote(text)} must be `, values: accepted },
    ...didYouMean(text, accepted),
  }))
}

/** A typing error is any case, at most one edit per four characters, at most two in all, or a missing end. */
export function didYouMean(text: string, accepted: readonly string[]): Pick<Problem, 'remedy'> {
  const bySpelling = new Map(accepted.map((value) => [value.toLowerCase(), value]))
  const maxDistance = Math.min(2, Math.floor(text.length / 4))
  const [letters, spellings] = [text.toLowerCase(), [...bySpelling.keys()]]
  const begun = letters.length < 4 ? undefined : spellings.find((value) => value.startsWith(letters))
  const best = closest(letters, spellings, maxDistance) ?? begun
  return best === undefined ? {} : { remedy: `did you mean ${bySpelling.get(best)}?` }
}
