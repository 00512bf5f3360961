import type { Fact } from '../fact.ts'
import type { Failure, Said } from '../failure.ts'
import { type Line, plainLine } from '../tone.ts'
import { vocabulary } from './vocabulary.ts'

/** What is said of a fact: the lines, and what to do about it. */
export interface Words {
  readonly lines: readonly Line[]
  readonly hints: readonly string[]
}

/** A fact in words: lower case, no full stop, the object first or quoted. */
export function describe(fact: Fact | Said): Words {
  if ('said' in fact) return { lines: fact.said, hints: fact.hints }
  const phrase = vocabulary[fact.reason]?.(fact) ?? [fact.reason, fact.subject?.name].filter(Boolean).join(': ')
  return typeof phrase === 'string' ? worded(phrase) : worded(phrase.said, phrase.hints)
}

const worded = (said: string | readonly Line[], hints: readonly string[] = []): Words => ({
  lines: typeof said === 'string' ? said.split('\n').map((line) => [line]) : said,
  hints,
})

/** The same without tones, for data and for logs. */
export const messageOf = (fact: Fact | Said): string => describe(fact).lines.map(plainLine).join('\n')

export const describeFailure = (failure: Failure): Words => describe(failure.fact)
