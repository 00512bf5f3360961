import type { Fact } from '../message/fact.ts'

interface Entry {
  readonly level: 'info' | 'warning'
  readonly fact: Fact
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** One line of the agent's log. */
export function logLine({ level, fact, at }: Entry, words: (fact: Fact) => string, format: 'text' | 'json'): string {
  const time = new Date(at).toISOString()
  const message = words(fact).replaceAll(/\s*\n\s*/g, '; ')
  if (format === 'text') return `${time} ${level} ${message}\n`
  return `${JSON.stringify({ time, level, reason: fact.reason, message })}\n`
}
