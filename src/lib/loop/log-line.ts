import { adviceOf } from '../message/describe.ts'
import type { Fact } from '../message/fact.ts'

export type Level = 'info' | 'warning'

/** Writes one line of the log. */
export type Log = (level: Level, fact: Fact) => void

interface Entry {
  readonly level: Level
  readonly fact: Fact
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** One line of a log. */
export function logLine({ level, fact, at }: Entry, format: 'text' | 'json'): string {
  const time = new Date(at).toISOString()
  const message = adviceOf(fact).replaceAll(/\s*\n\s*/g, '; ')
  if (format === 'text') return `${time} ${level} ${message}\n`
  return `${JSON.stringify({ time, level, reason: fact.reason, message })}\n`
}
