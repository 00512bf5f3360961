import { Failure, type Said, said } from '../../message/failure.ts'
import type { Line } from '../../message/line.ts'
import { shellWord } from '../../quoting.ts'
import { sayLines } from './say.ts'
import type { Style } from './style.ts'

export interface Question {
  /** Shown before the question. Empty when there is nothing to do; then nothing is asked. */
  readonly plan: readonly Line[]
  readonly question: string
  readonly yes: boolean
  /** Do not show the plan when `yes` is set. */
  readonly quiet: boolean
  /** The command as it was typed, word by word, for the hint to repeat it with --yes. */
  readonly command: readonly string[]
  readonly style: Style
  /** Ends the wait for an answer. */
  readonly signal: AbortSignal
}

/**
 * Show a plan and ask for confirmation. Throws Failure 'refused' when the answer is no, and when there is no terminal to
 * ask on; then the hint is the same command with --yes.
 */
export async function confirm({ plan, question, yes, quiet, command, style, signal }: Question): Promise<void> {
  if (plan.length === 0) return
  if (!(yes && quiet)) sayLines(plan, style)
  if (yes) return
  const obstacle = confirmationObstacle()
  if (obstacle !== undefined)
    throw unconfirmed(obstacle, `to continue, add --yes: ${command.map(shellWord).join(' ')} --yes`)
  if (!(await ask(question, signal))) throw unconfirmed('the answer was no')
}

const unconfirmed = (why: string, ...hints: readonly string[]): Failure<Said> =>
  new Failure('refused', said('NotConfirmed', `nothing was changed: ${why}`, ...hints))

/** Ctrl-D counts as no: readline pauses stdin then, and inquirer would wait forever. */
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

/** After `-f -`, stdin has ended, even on a terminal. */
function confirmationObstacle(): string | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'there is no terminal to ask for confirmation'
  return process.stdin.readable ? undefined : 'stdin is already read, so there is no way to confirm'
}
