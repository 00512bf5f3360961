import { closestMatch } from 'leven'
import { hintsForArguments, hintsForFlags, type Syntax } from './misplaced.ts'

/** The parts of oclif's errors that we read: its classes are not told apart by code. */
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

const unknownCommand = /^command (.+) not found\.?$/is
const missingArgument = /^Missing \d+ required args?/
const unexpectedArgument = /^Unexpected arguments?: /

/** oclif first announces what it has to say; the first line shall say it. */
const rewordings: readonly (readonly [words: RegExp, ours: string])[] = [
  [/\nSee more help with --help$/, ''],
  [/^The following errors? occurred:\n\s*/, ''],
  [/^( *)Missing required flag (\S+)/gm, '$1missing required flag --$2'],
  [/^Unexpected arguments?: /, 'unexpected argument '],
  [/^Expected (--\S+?)=(.*) to be one of: /s, "$1: '$2' is not one of "],
  [/^Flag (--\S+) expects one of these values: /, 'flag $1 expects a value: one of '],
  [/^(--\S+?)=\S* cannot also be provided when using (--\S+)$/, '$1 and $2 exclude each other'],
]

/** A usage error in our words: what to try instead, and the command whose --help says more. */
export interface UsageError {
  readonly message: string
  readonly hints: readonly string[]
  /** Words after the name of the program; empty for the program itself. */
  readonly command: string
}

/** What oclif complains about, with the nearest thing that exists. The line begins with the name of a command, or not. */
export function explainUsage(error: OclifError, commands: readonly KnownCommand[], first = ''): UsageError {
  const [, id] = unknownCommand.exec(error.message) ?? []
  if (id !== undefined) return explainCommand(id.split(':'), commands)
  return { ...explainParts(error), command: commands.some((known) => known.id === first) ? first : '' }
}

/** oclif takes the arguments of a command that has none for parts of its name. */
function explainCommand(words: readonly string[], commands: readonly KnownCommand[]): UsageError {
  const [command = '', ...rest] = words
  const known = commands.find(({ id }) => id === command)
  if (known !== undefined && rest.length > 0) return { ...explainArguments(rest, known), command }
  const ids = commands.map(({ id }) => id)
  return { message: `unknown command '${command}'`, hints: nearest([command], ids), command: '' }
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
  const message = rewordings.reduce((text, [words, ours]) => text.replace(words, ours), error.message)
  return { message: message.charAt(0).toLowerCase() + message.slice(1), hints: [] }
}

const namesOf = ({ args = [] }: OclifError): string =>
  args.map((arg) => (arg as { name: string }).name.toUpperCase()).join(', ')

/**
 * Hints for words that do not exist. Two words are near when one is the beginning of the other, or half of the letters are
 * right, in whatever case.
 */
export function nearest(typed: readonly string[], known: readonly string[]): string[] {
  return typed
    .map((word) => {
      const letters = word.toLowerCase()
      const maxDistance = Math.min(3, Math.floor(letters.replace(/^-+/, '').length / 2))
      if (maxDistance === 0) return undefined
      return known.find((name) => name.startsWith(letters)) ?? closestMatch(letters, known, { maxDistance })
    })
    .filter((word) => word !== undefined)
    .map((word) => `did you mean ${word}?`)
}
