import { closestMatch } from 'leven'

/** The parts of oclif's errors that we read: its classes are not told apart by code. */
export interface OclifError extends Error {
  oclif?: { exit?: number }
  flags?: readonly string[]
  parse?: { input?: { flags?: Readonly<Record<string, unknown>> } }
}

const unknownCommand = /^command (.+) not found$/

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
  const message = error.message.replace(/\nSee more help with --help$/, '')
  return { message: message.charAt(0).toLowerCase() + message.slice(1), hints: [] }
}

function nearest(typed: readonly string[], known: readonly string[]): string[] {
  return typed
    .map((word) => closestMatch(word, known, { maxDistance: 3 }))
    .filter((word) => word !== undefined)
    .map((word) => `did you mean ${word}?`)
}
