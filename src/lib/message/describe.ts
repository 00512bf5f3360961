import { inDoubleQuotes } from '../quoting.ts'
import type { Fact } from './fact.ts'
import type { Failure, Said } from './failure.ts'
import { type Line, plainLine } from './line.ts'
import { textOf } from './message.ts'
import type { Phrase } from './phrase.ts'

/** The words of a fact: the lines, and the hints. */
export interface Words {
  readonly lines: readonly Line[]
  readonly hints: readonly string[]
}

/** A fact in words: lower case, no full stop, the object first or quoted. */
export function describe(fact: Fact | Said): Words {
  if ('said' in fact) return { lines: fact.said, hints: fact.hints }
  const { reason } = fact
  return phrased(textOf(onOneLine(fact)) ?? [reason, fact.subject?.name].filter(Boolean).join(': '))
}

/** A line end in the name of a file must not begin another message. */
function onOneLine(fact: Fact): Fact {
  const { subject } = fact
  if (subject === undefined || !/[\r\n]/.test(subject.name)) return fact
  const name = subject.name.replaceAll(/[\r\n]+/g, (ends) => inDoubleQuotes(ends).slice(1, -1))
  return { ...fact, subject: { ...subject, name } }
}

/** A phrase with the words of the facts that it contains. */
export function phrased(phrase: Phrase): Words {
  if (typeof phrase === 'string') return worded(phrase)
  const { said, because, below = [], hints } = phrase
  const own = because === undefined ? worded(said, hints) : joined(worded(said, hints), describe(because))
  return { ...own, lines: [...own.lines, ...below.flatMap(indented)] }
}

const indented = (fact: Fact | Said): readonly Line[] => describe(fact).lines.map((line) => ['  ', ...line])

/** One after the other, with a colon between them. */
function joined({ lines, hints }: Words, cause: Words): Words {
  const [last = [], ...before] = lines.toReversed()
  const [first = [], ...after] = cause.lines
  const said = [...before.toReversed(), [...last, ': ', ...first], ...after]
  return { lines: said, hints: hints.length > 0 ? hints : cause.hints }
}

const worded = (said: string | readonly Line[], hints: readonly string[] = []): Words => ({
  lines: typeof said === 'string' ? said.split('\n').map((line) => [line]) : said,
  hints,
})

export interface Description {
  readonly message: string
  /** What to do about it. */
  readonly hints: readonly string[]
}

/** For a reader who has nothing else, such as that of a Node or of a log. */
export const adviceText = ({ message, hints }: Description): string =>
  [message, ...hints.map((hint) => `hint: ${hint}`)].join('\n')

/** The same without tones, for the report of an agent. */
export function described(fact: Fact | Said): Description {
  const { lines, hints } = describe(fact)
  return { message: lines.map(plainLine).join('\n'), hints }
}

/** Without hints, for data. */
export const messageOf = (fact: Fact | Said): string => described(fact).message

/** For a log. */
export const adviceOf = (fact: Fact | Said): string => adviceText(described(fact))

/** For data: scripts match on the reason, people read the message. */
export const reasoned = (fact: Fact): { readonly reason: string; readonly message: string } => ({
  reason: fact.reason,
  message: messageOf(fact),
})

export const describeFailure = (failure: Failure): Words => describe(failure.fact)
