import { closestMatch } from 'leven'

/** The parts of oclif's errors that we read: its classes are not told apart by code. */
export interface OclifError extends Error {
  oclif?: { exit?: number }
  flags?: readonly string[]
  args?: readonly unknown[]
  parse?: { input?: { flags?: Readonly<Record<string, unknown>> } }
}

const unknownCommand = /^command (.+) not found$/
const missingArgument = /^Missing \d+ required args?/

/** oclif first announces what it has to say; the first line shall say it. */
const rewordings: readonly (readonly [words: RegExp, ours: string])[] = [
  [/\nSee more help with --help$/, ''],
  [/^The following errors? occurred:\n\s*/, ''],
  [/^Missing required flag (\S+)/gm, 'missing required flag --$1'],
]

/** What oclif complains about, in our words, with the nearest thing that exists. */
export function explainUsage(error: OclifError, commands: readonly string[]): { message: string; hints: string[] } {
  const [, id] = unknownCommand.exec(error.message) ?? []
  if (id !== undefined)
    return {
      message: `unknown command '${id.replaceAll(':', ' ')}'`,
      hints: nearest([id], commands).map((it) => it.replaceAll(':', ' ')),
    }
  if (Array.isArray(error.flags)) {
    const known = Object.keys(error.parse?.input?.flags ?? {}).map((name) => `--${name}`)
    const unknown = error.flags as readonly string[]
    return { message: `unknown flag ${unknown.join(', ')}`, hints: nearest(unknown, known) }
  }
  if (missingArgument.test(error.message)) return { message: `missing argument ${namesOf(error)}`, hints: [] }
  const message = rewordings.reduce((text, [words, ours]) => text.replace(words, ours), error.message)
  return { message: message.charAt(0).toLowerCase() + message.slice(1), hints: [] }
}

const namesOf = ({ args = [] }: OclifError): string =>
  args.map((arg) => (arg as { name: string }).name.toUpperCase()).join(', ')

function nearest(typed: readonly string[], known: readonly string[]): string[] {
  return typed
    .map((word) => closestMatch(word, known, { maxDistance: 3 }))
    .filter((word) => word !== undefined)
    .map((word) => `did you mean ${word}?`)
}
