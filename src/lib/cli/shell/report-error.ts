import { describeFailure } from '../../message/describe.ts'
import { Failure } from '../../message/failure.ts'
import type { Line } from '../../message/line.ts'
import { say, sayAs } from '../terminal/say.ts'
import type { Style } from '../terminal/style.ts'
import { explainUsage, type OclifError } from '../usage/usage-error.ts'
import { exitCode } from './exit-codes.ts'
import { endOf } from './interrupt.ts'
import type { CalledProgram } from './program.ts'

/** Report an error on stderr, as `error: …` and hints, and return the exit code. Stack traces only with NAME_DEBUG=1. */
export function reportError(thrown: unknown, program: CalledProgram, style: Style): number {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const explained = explain(error, program)
  print(explained, { error, program, style })
  return explained.code
}

/** The same for several failures. What one after the other gives as hints is printed once, below the last of them. */
export function reportErrors(failures: readonly Failure[], program: CalledProgram, style: Style): void {
  const explained = failures.map((failure) => explain(failure, program))
  for (const [i, { hints, ...own }] of explained.entries()) {
    const isSaidBelow = String(explained[i + 1]?.hints) === String(hints)
    print({ ...own, hints: isSaidBelow ? [] : hints }, { error: failures[i]!, program, style })
  }
}

interface Printed {
  readonly error: Error
  readonly program: CalledProgram
  readonly style: Style
}

function print({ message, hints }: Explained, { error, program, style }: Printed): void {
  sayAs('error', message, style)
  for (const hint of hints) sayAs('hint', hint, style)
  if (['1', 'true'].includes(process.env[debugKey(program)] ?? '')) say(chain(error).join('\n'))
}

/** From the name of the program, not from `kubectl nodesize`: a variable name has no space. */
const debugKey = ({ name }: Pick<CalledProgram, 'name'>): string => `${name.toUpperCase()}_DEBUG`

type Explained = { code: number; message: string | readonly Line[]; hints: readonly string[] }

function explain(error: OclifError, program: CalledProgram): Explained {
  if (error instanceof Failure) return explainFailure(error)
  if (isPromptCancelled(error)) return { code: exitCode(endOf('interrupted')), message: 'interrupted', hints: [] }
  if (error.oclif !== undefined) {
    const { message, hints } = explainUsage(error)
    return { code: exitCode('usage'), message, hints: [...hints, `see ${program.bin} ${program.command} --help`] }
  }
  return {
    code: exitCode('bug'),
    message: `internal error: ${error.message}`,
    hints: [`this is a bug: report it with the stack trace that ${debugKey(program)}=1 prints`],
  }
}

function explainFailure(failure: Failure): Explained {
  const { lines, hints } = describeFailure(failure)
  const [first = [], ...others] = lines
  const flag = parsedFlag(failure)
  const message = flag === undefined ? lines : [[`${flag}: `, ...first], ...others]
  return { code: exitCode(endOf(failure.code)), message, hints }
}

/** oclif wraps what a parser throws in a message of its own, which names the flag. */
const parsedFlag = ({ message }: Error): string | undefined => /^Parsing (--\S+) \n\t/.exec(message)?.[1]

/** What inquirer throws for Ctrl-C at a prompt, and when our signal aborts. */
const isPromptCancelled = (error: Error): boolean =>
  error.name === 'ExitPromptError' || error.name === 'AbortPromptError'

function chain(error: Error): string[] {
  const cause = error.cause instanceof Error ? chain(error.cause) : []
  return [error.stack ?? error.message, ...cause.map((line) => `caused by: ${line}`)]
}
