import type { Candidate } from '../../completion/candidate.ts'
import type { CommandTable } from '../../completion/command-table.ts'
import { chosenFrom, complete, type WantedValues } from '../../completion/complete.ts'
import { printAnswer } from '../../completion/protocol.ts'
import type { Asked } from './asked.ts'
import { valuesFor } from './values.ts'

interface Question {
  readonly table: CommandTable
  readonly userAgent: string
  /** How long values may take, in milliseconds. */
  readonly patienceMs: number
}

export interface Answer {
  /** In the protocol of lib/completion/protocol.ts. */
  readonly text: string
  /** The time limit passed before there were values, and some work may still be under way. */
  readonly late: boolean
}

/**
 * Completes the last of the words after the name of a program. Never rejects: values that cannot be read in time, or at all,
 * are omitted.
 */
export async function answer(words: readonly string[], { table, userAgent, patienceMs }: Question): Promise<Answer> {
  const { candidates, wanted } = complete(words, table)
  if (wanted === undefined) return { text: printAnswer(candidates, { files: false }), late: false }
  const signal = AbortSignal.timeout(patienceMs)
  const found = await inTime(wanted, { userAgent, signal, timeoutMs: patienceMs })
  const text = printAnswer([...chosenFrom(found ?? [], wanted), ...candidates], { files: wanted.kind === 'file' })
  return { text, late: found === undefined }
}

/** undefined: the time limit has passed. */
async function inTime(wanted: WantedValues, asked: Asked): Promise<readonly Candidate[] | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  asked.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  return Promise.race([over, valuesFor(wanted, asked).catch(() => [])])
}
