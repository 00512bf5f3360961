import { Failure, type Said, said } from '../../failure.ts'
import { shellWord } from '../../quoting.ts'
import type { Line } from '../../tone.ts'
import { sayLines } from './say.ts'
import type { Style } from './style.ts'

export interface Question {
  /** What would be done, shown before the question; empty when there is nothing to do, and then nothing is asked. */
  readonly plan: readonly Line[]
  readonly question: string
  readonly yes: boolean
  /** Do not show a plan that nobody is asked about. */
  readonly quiet: boolean
  /** The command as it was typed, word by word, to be repeated with --yes. */
  readonly command: readonly string[]
  readonly style: Style
  /** Ends the wait for an answer. */
  readonly signal: AbortSignal
}

/**
 * Ask before something is done that people regret. --yes answers for them; where nobody can be asked it is refused with
 * the command that would do it.
 */
export async function confirm({ plan, question, yes, quiet, command, style, signal }: Question): Promise<void> {
  if (plan.length === 0) return
  if (!(yes && quiet)) sayLines(plan, style)
  if (yes) return
  const obstacle = whyNobodyAnswers()
  if (obstacle !== undefined)
    throw unconfirmed(obstacle, `to go ahead, add --yes: ${command.map(shellWord).join(' ')} --yes`)
  if (!(await ask(question, signal))) throw unconfirmed('the answer was no')
}

const unconfirmed = (why: string, ...hints: readonly string[]): Failure<Said> =>
  new Failure('refused', said('NotConfirmed', `nothing was changed: ${why}`, ...hints))

/** Ctrl-D is no answer, and so a no: readline pauses stdin at it, and inquirer would wait for ever. */
async function ask(message: string, signal: AbortSignal): Promise<boolean> {
  const { createPromptModule } = await import('inquirer')
  const closed = new AbortController()
  process.stdin.once('pause', () => closed.abort())
  const prompt = createPromptModule({ output: process.stderr, signal: AbortSignal.any([signal, closed.signal]) })
  try {
    return (await prompt<{ go: boolean }>([{ type: 'confirm', name: 'go', message, default: false }])).go
  } catch (error) {
    if ((error as Error).name === 'AbortPromptError' && !signal.aborted) return false
    throw error
  }
}

/** stdin is over once `-f -` has read it, and a terminal does not open it again. */
function whyNobodyAnswers(): string | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'there is no terminal to ask on'
  return process.stdin.readable ? undefined : 'stdin is used up and cannot be asked for an answer'
}
