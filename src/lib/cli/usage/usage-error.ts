import { hintsForArguments, hintsForFlags, type Syntax } from './misplaced.ts'
import { nearest } from './nearest.ts'
import { hintForOtherWord } from './other-words.ts'

/** The parts of oclif's errors that are used. They have no codes and some have no data: messages are parsed, only here. */
export interface OclifError extends Error {
  oclif?: { exit?: number }
  flags?: readonly string[]
  args?: readonly unknown[]
  parse?: { input?: Partial<Syntax> }
}

/** A command as oclif lists it. */
export interface KnownCommand extends Syntax {
  readonly id: string
}

/** A command line: the name of the program, its commands, and the first word that was typed after it. */
export interface CommandLine {
  readonly name: string
  readonly commands: readonly KnownCommand[]
  readonly first?: string | undefined
}

const unknownCommand = /^command (.+) not found\.?$/is
const missingArgument = /^Missing \d+ required args?/
const unexpectedArgument = /^Unexpected arguments?: /

/** oclif starts with a line of introduction; the first line must state the fault. */
const rewordings: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\nSee more help with --help$/, ''],
  [/^The following errors? occurred:\n\s*/, ''],
  [/^( *)Missing required flag (\S+)/gm, '$1missing required flag --$2'],
  [/^Unexpected arguments?: /, 'unexpected argument '],
  [/^Expected (--\S+?)=(.*) to be one of: /s, "$1: '$2' is not one of "],
  [/^Flag (--\S+) expects one of these values: /, 'flag $1 expects a value: one of '],
  [/^(--\S+?)=\S* cannot also be provided when using (--\S+)$/, '$1 and $2 are mutually exclusive'],
]

/** A usage error: the message, hints, and the command whose --help to read. */
export interface UsageError {
  readonly message: string
  readonly hints: readonly string[]
  /** Words after the name of the program; empty for the program itself. */
  readonly command: string
}

/** Turn an error of oclif into a usage error, with hints to the nearest flag or command. */
export function explainUsage(error: OclifError, { name, commands, first = '' }: CommandLine): UsageError {
  const [, id] = unknownCommand.exec(error.message) ?? []
  if (id !== undefined) return explainCommand(id.split(':'), { name, commands })
  return { ...explainParts(error), command: commands.some((known) => known.id === first) ? first : '' }
}

/** If a command has no arguments, oclif reports surplus words as a part of its name. */
function explainCommand(words: readonly string[], { name, commands }: CommandLine): UsageError {
  const [command = '', ...rest] = words
  if (command.startsWith('-')) return { ...explainFlagAlone(command, name), command: '' }
  const known = commands.find(({ id }) => id === command)
  if (known !== undefined && rest.length > 0) return { ...explainArguments(rest, known), command }
  const meant = hintForOtherWord(name, command.toLowerCase())
  const ids = commands.map(({ id }) => id)
  const hints = meant.length > 0 ? meant : nearest([command], ids)
  return { message: `unknown command '${command}'`, hints, command: '' }
}

function explainFlagAlone(flag: string, name: string): Omit<UsageError, 'command'> {
  const hint = ['-v', '-V'].includes(flag) ? `${name} --version prints the version` : 'flags follow the command'
  return { message: `unknown flag ${flag}`, hints: [hint] }
}

function explainArguments(words: readonly string[], syntax: Syntax): Omit<UsageError, 'command'> {
  return { message: `unexpected argument ${words.join(' ')}`, hints: hintsForArguments(words, syntax) }
}

function explainParts(error: OclifError): Omit<UsageError, 'command'> {
  const { flags = {}, args = {} } = error.parse?.input ?? {}
  if (Array.isArray(error.flags)) {
    const known = Object.keys(flags).map((name) => `--${name}`)
    const unknown = error.flags as readonly string[]
    const misplaced = hintsForFlags(unknown, { flags, args })
    return { message: `unknown flag ${unknown.join(', ')}`, hints: misplaced ?? nearest(unknown, known) }
  }
  if (unexpectedArgument.test(error.message)) return explainArguments((error.args ?? []).map(String), { flags, args })
  if (missingArgument.test(error.message)) return { message: `missing argument ${namesOf(error)}`, hints: [] }
  const message = rewordings.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), error.message)
  return { message: message.charAt(0).toLowerCase() + message.slice(1), hints: [] }
}

const namesOf = ({ args = [] }: OclifError): string =>
  args.map((arg) => (arg as { name: string }).name.toUpperCase()).join(', ')
