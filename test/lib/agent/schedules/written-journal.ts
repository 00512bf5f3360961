import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import { parseJournal } from '../../../../src/lib/agent/journal/parse-journal.ts'
import type { JournalText } from '../../../../src/lib/agent/simulated/disk.ts'
import { isSame } from './same.ts'

/** How a version of the agent reads and writes its state. */
export interface Codec {
  /** undefined: for it, that is a damaged one. */
  readonly read: (value: unknown) => Journal | undefined
  readonly text: (journal: Journal) => string
}

let last: { readonly journal: Journal; readonly text: string } | undefined

/** As it is on the disk. Journals never change, and each is asked for several times, one after the other. */
export function textOf(journal: Journal): string {
  if (last?.journal !== journal) last = { journal, text: JSON.stringify(journal) }
  return last.text
}

export const thisAgent: Codec = { read: parseJournal, text: textOf }

/** Most are replaced before anybody reads them: the text is made for whoever does. */
export class WrittenJournal implements JournalText {
  readonly #journal: Journal
  readonly #codec: Codec
  #text: string | undefined

  constructor(journal: Journal, codec: Codec) {
    this.#journal = journal
    this.#codec = codec
  }

  get text(): string {
    this.#text ??= this.#codec.text(this.#journal)
    return this.#text
  }

  /** Of two that this agent wrote, other values are enough to tell their texts apart. */
  hasTextOf(other: JournalText): boolean {
    const isComparable = other instanceof WrittenJournal && this.#codec === thisAgent && other.#codec === thisAgent
    if (isComparable && !isSame(this.#journal, other.#journal)) return false
    return this.text === other.text
  }
}

export function haveSameText(a: JournalText | undefined, b: JournalText | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return a === b
  return a instanceof WrittenJournal ? a.hasTextOf(b) : a.text === b.text
}

export const journalIn = (written: JournalText | undefined, codec = thisAgent): Journal | undefined =>
  written === undefined ? undefined : codec.read(safely(written.text))

/** What an agent reads that follows; undefined when that is another one, or none. */
export function readAgain(journal: Journal): Journal | undefined {
  const text = textOf(journal)
  const parsed: unknown = JSON.parse(text)
  const read = parseJournal(parsed)
  // What is parsed is the same text when it is written again, unless reading makes something else of it.
  return read === parsed || JSON.stringify(read) === text || isSame(read, journal) ? read : undefined
}

/** Journals of one place have the same form. */
export const isSamePlace = ({ work: before }: Journal, { work: after }: Journal): boolean =>
  before.kind === after.kind && stageOf(before) === stageOf(after)

const stageOf = (work: Journal['work']): string | undefined => ('stage' in work ? work.stage : undefined)

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
