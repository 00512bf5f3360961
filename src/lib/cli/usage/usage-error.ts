import { nearest } from './nearest.ts'

/** The parts of oclif's errors that are used. They have no codes and some have no data: messages are parsed, only here. */
export interface OclifError extends Error {
  oclif?: { exit?: number }
  flags?: readonly string[]
  args?: readonly unknown[]
  parse?: { input?: Partial<Syntax> }
}

const missingArgument = /^Missing \d+ required args?/
const unexpectedArgument = /^Unexpected arguments?: /

/** oclif starts with a line of introduction; the first line must state the fault. */
const rewordings: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\nSee more help with --help$/, ''],
  [/^The following errors? occurred:\n\s*/, ''],
  [/^( *)Missing required flag (\S+)/gm, '$1missing required flag --$2'],
  [/^Parsing (--\S+) *\n\s*/, '$1: '],
  [/: Expected an integer but received: (.*)$/s, ": '$1' is not an integer"],
  [
    /: Expected an integer greater than or equal to (\d+) but received: (.*)$/s,
    ": '$2' is too small: the minimum is $1",
  ],
  [/: Expected an integer less than or equal to (\d+) but received: (.*)$/s, ": '$2' is too large: the maximum is $1"],
  [/^Unexpected arguments?: /, 'unexpected argument '],
  [/^Expected (--\S+?)=(.*) to be one of: /s, "$1: '$2' is not one of "],
  [/^Expected (\S.*) to be one of: /s, "'$1' is not one of "],
  [/^Flag (--\S+) expects one of these values: /, 'flag $1 expects a value: one of '],
  [/^(--\S+?)=\S* cannot also be provided when using (--\S+)$/, '$1 and $2 are mutually exclusive'],
]

export interface UsageError {
  readonly message: string
  readonly hints: readonly string[]
}

function explainArguments(words: readonly string[], syntax: Syntax): UsageError {
  return { message: `unexpected argument ${words.join(' ')}`, hints: hintsForArguments(words, syntax) }
}

/** Turn an error of oclif's parser into a usage error, with hints to the nearest flag. */
export function explainUsage(error: OclifError): UsageError {
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

/** The flags and arguments of a command, by name. */
interface Syntax {
  readonly flags: Readonly<Record<string, unknown>>
  readonly args: Readonly<Record<string, unknown>>
}

/** Flags of some commands that are an argument in others, as they are typed. */
const asArgument: Readonly<Record<string, string>> = {
  '-f': 'file',
  '--filename': 'file',
  '--file': 'file',
  '--node': 'node',
}

const recursive = ['-R', '--recursive']

/** Hints when a flag was given for what is an argument of this command; undefined: that is not the fault. */
function hintsForFlags(unknown: readonly string[], { args }: Syntax): readonly string[] | undefined {
  for (const flag of unknown) {
    const typed = flag.split('=')[0]!
    if (recursive.includes(typed) && 'file' in args) return [`folders are always read recursively: omit ${typed}`]
    const name = asArgument[typed]
    if (name !== undefined && name in args) return [`give ${name.toUpperCase()} as an argument, without ${typed}`]
  }
  return undefined
}

/** Hints for unexpected arguments: they may belong to a flag, or there are too many of them. */
function hintsForArguments(words: readonly string[], { flags, args }: Syntax): readonly string[] {
  const names = Object.keys(args).map((name) => name.toUpperCase())
  if (names.length > 0) return [`give only ${names.join(' and ')}`]
  if ('filename' in flags) return [`give the file with -f: -f ${words[0]}`]
  return 'node' in flags ? [`give the node with --node: --node ${words[0]}`] : []
}
