import { Failure } from '../errors.ts'

export interface Question {
  /** What would be done, shown before the question; empty when there is nothing to do, and then nothing is asked. */
  readonly plan: string
  readonly question: string
  readonly yes: boolean
  /** Do not show a plan that nobody is asked about. */
  readonly quiet: boolean
  /** The command as it was typed, word by word, to be repeated with --yes. */
  readonly command: readonly string[]
}

/**
 * Ask before something is done that people regret. --yes answers for them; without a terminal nobody can be asked, so
 * it is refused with the command that would do it.
 */
export async function confirm({ plan, question, yes, quiet, command }: Question): Promise<void> {
  if (!(yes && quiet)) process.stderr.write(plan)
  if (yes || plan === '') return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure('refused', 'nothing was changed: there is no terminal to ask on', {
      suggestions: [`to go ahead, add --yes: ${command.map(quote).join(' ')} --yes`],
    })
  const { createPromptModule } = await import('inquirer')
  const prompt = createPromptModule({ output: process.stderr })
  const { go } = await prompt<{ go: boolean }>([{ type: 'confirm', name: 'go', message: question, default: false }])
  if (!go) throw new Failure('refused', 'nothing was changed: the answer was no')
}

/** For a shell: in quotes unless it is plain. */
const quote = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
