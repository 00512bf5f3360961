import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import { parseJournal } from '../../../../src/lib/agent/journal/parse-journal.ts'

/** How a version of the agent reads and writes its state. */
export interface Codec {
  /** undefined: for it, that is a damaged one. */
  readonly read: (value: unknown) => Journal | undefined
  readonly text: (journal: Journal) => string
}

const texts = new WeakMap<Journal, string>()

/** As it is on the disk. Journals never change, and each is asked for several times. */
export function textOf(journal: Journal): string {
  const known = texts.get(journal)
  if (known !== undefined) return known
  const text = JSON.stringify(journal)
  texts.set(journal, text)
  return text
}

export const thisAgent: Codec = { read: parseJournal, text: textOf }

export const journalIn = (text: string | undefined, codec = thisAgent): Journal | undefined =>
  text === undefined ? undefined : codec.read(safely(text))

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
