import { accessSync, constants } from 'node:fs'
import type { Candidate } from '../../completion/candidate.ts'
import type { CommandTable, TableCommand } from '../../completion/command-table.ts'
import { chosenFrom, complete, type WantedValues } from '../../completion/complete.ts'
import { printAnswer } from '../../completion/protocol.ts'
import { unquote } from '../../completion/unquote.ts'
import { parseDuration } from '../../quantity/duration.ts'
import type { Asked } from './asked.ts'
import { valuesFor } from './values.ts'

/** The program whose command line is completed. */
interface Completed {
  readonly name: string
  readonly userAgent: string
  readonly topics: CommandTable['topics']
  readonly describe: () => Promise<readonly TableCommand[]>
}

/** Cobra's ShellCompDirectiveError, and no files. */
const failed: Answer = { text: ':5\n', late: false }

/**
 * What the scripts of `completion` and the completion of kubectl call: `__complete [--quoted] -- WORD...`, with the words up
 * to the cursor; `argv` is what follows `__complete`. `--quoted`: the words are as typed, with the quotes of the shell.
 * Never rejects, and reports nothing: not even an internal error may write to the prompt.
 */
export async function completeLine(argv: readonly string[], program: Completed): Promise<void> {
  const { text, late } = await answerFor(wordsOf(argv), program).catch(() => failed)
  process.stdout.write(text)
  if (!late) return
  await new Promise((written) => process.stdout.write('', written))
  leave()
}

async function answerFor(words: readonly string[], { name, userAgent, topics, describe }: Completed): Promise<Answer> {
  return answer(words, {
    table: { commands: await describe(), topics },
    userAgent,
    completionTimeoutMs: completionTimeoutMs(name),
  })
}

function wordsOf(argv: readonly string[]): readonly string[] {
  const quoted = argv[0] === '--quoted'
  const typed = quoted ? argv.slice(1) : argv
  const words = typed[0] === '--' ? typed.slice(1) : typed
  return quoted ? words.map(unquote) : words
}

interface Question {
  readonly table: CommandTable
  readonly userAgent: string
  /** How long values may take, in milliseconds. */
  readonly completionTimeoutMs: number
}

interface Answer {
  /** In the protocol of lib/completion/protocol.ts. */
  readonly text: string
  /** The time limit passed before there were values, and some work may still be under way. */
  readonly late: boolean
}

/**
 * Completes the last of the words after the name of a program. Never rejects: values that cannot be read in time, or at all,
 * are omitted.
 */
export async function answer(
  words: readonly string[],
  { table, userAgent, completionTimeoutMs }: Question,
): Promise<Answer> {
  const { candidates, wanted } = complete(words, table)
  if (wanted === undefined) return { text: printAnswer(candidates, { files: false }), late: false }
  const signal = AbortSignal.timeout(completionTimeoutMs)
  const found = await inTime(wanted, { userAgent, signal, timeoutMs: completionTimeoutMs })
  const text = printAnswer([...chosenFrom(found ?? [], wanted), ...candidates], { files: wanted.kind === 'file' })
  return { text, late: found === undefined }
}

/** undefined: the time limit has passed. */
async function inTime(wanted: WantedValues, asked: Asked): Promise<readonly Candidate[] | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  asked.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  return Promise.race([over, valuesFor(wanted, asked).catch(() => [])])
}

/** From the start of the process to the answer: the shell is blocked in the meantime. */
const wholeMs = 800
/** The least time for values, when the process was slow to start. */
const leastMs = 250
const longestMs = 60_000

/**
 * The time limit for values, in milliseconds: the rest of the usual time, or the value of the variable
 * NAME_COMPLETION_TIMEOUT, such as 3s for a slow credential plugin.
 */
export function completionTimeoutMs(program: string): number {
  const nanos = parseDuration(process.env[`${program.toUpperCase()}_COMPLETION_TIMEOUT`] ?? '')
  if (typeof nanos !== 'bigint') return Math.max(leastMs, Math.round(wholeMs - performance.now()))
  return Math.min(Math.max(Number(nanos / 1_000_000n), 1), longestMs)
}

const shell = '/bin/sh'

/**
 * Ends the process at once, with exit code 0; nothing may be left to write. process.exit() would wait for the threads of Node
 * that look up a host name, ten seconds where the DNS server does not answer, or that open a file. Another program in this
 * process ends them.
 */
function leave(): never {
  // A program that cannot be run aborts the process: it is not an error that can be caught.
  if (canRun(shell)) process.execve?.(shell, ['sh', '-c', ':'], {})
  return process.exit(0)
}

function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}
