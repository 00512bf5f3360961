import type { CommandTable, TableCommand } from '../../completion/command-table.ts'
import { unquote } from '../../completion/unquote.ts'
import { type Answer, answer } from './answer.ts'
import { leave } from './leave.ts'
import { patienceMs } from './patience.ts'

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
  return answer(words, { table: { commands: await describe(), topics }, userAgent, patienceMs: patienceMs(name) })
}

function wordsOf(argv: readonly string[]): readonly string[] {
  const quoted = argv[0] === '--quoted'
  const typed = quoted ? argv.slice(1) : argv
  const words = typed[0] === '--' ? typed.slice(1) : typed
  return quoted ? words.map(unquote) : words
}
