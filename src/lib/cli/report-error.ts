import type { Config } from '@oclif/core/config'
import { Failure } from '../errors.ts'
import { exitCode } from './exit.ts'
import { explainUsage, type OclifError } from './usage-error.ts'

/** Say on stderr what went wrong, as `error: …` and hints, and return the exit code. Never a stack, unless asked for. */
export function reportError(thrown: unknown, config: Config): number {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code, message, hints } = explain(error, config)
  if (code === exitCode('done')) return code
  const lines = [`error: ${message}`, ...hints.map((hint) => `hint: ${hint}`)]
  if (config.scopedEnvVarTrue('DEBUG')) lines.push(...chain(error))
  process.stderr.write(`${lines.join('\n')}\n`)
  return code
}

type Explained = { code: number; message: string; hints: readonly string[] }

function explain(error: OclifError, config: Config): Explained {
  if (error instanceof Failure)
    return { code: exitCode(error.code), message: withoutPreamble(error.message), hints: error.suggestions }
  if (isPromptCancelled(error)) return { code: exitCode('interrupted'), message: 'interrupted', hints: [] }
  if (error.oclif !== undefined && error.oclif.exit === 0) return { code: exitCode('done'), message: '', hints: [] }
  if (error.oclif !== undefined) {
    const { message, hints } = explainUsage(error, config.commandIDs)
    return { code: exitCode('usage'), message, hints: [...hints, `see ${config.bin} --help`] }
  }
  const debug = config.scopedEnvVarKey('DEBUG')
  return {
    code: exitCode('bug'),
    message: `internal error: ${error.message}`,
    hints: [`this is a bug: please report it with what ${debug}=1 adds to this message`],
  }
}

/** oclif puts words of its own around the message of a flag's parser. */
const withoutPreamble = (message: string): string =>
  message.replace(/^Parsing (--\S+) \n\t([\s\S]*?)(\nSee more help with --help)?$/, '$1: $2')

/** inquirer's word for Ctrl-C at a prompt. */
const isPromptCancelled = (error: Error): boolean =>
  error.name === 'ExitPromptError' || error.name === 'AbortPromptError'

function chain(error: Error): string[] {
  const cause = error.cause instanceof Error ? chain(error.cause) : []
  return [error.stack ?? error.message, ...cause.map((line) => `caused by: ${line}`)]
}
