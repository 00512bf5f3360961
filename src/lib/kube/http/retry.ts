import { codeOf } from '../login/error-code.ts'
import type { Answer } from './answer.ts'

/** How one try ended. */
export type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: Answer<T> }
  | { readonly kind: 'broken'; readonly error: unknown }

/** A server that cannot be connected to is given up after so many tries, whatever time is left: somebody waits for the news. */
const mostConnections = 4

/** Nothing of an answer was seen. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
/** Of servers that restart, and of load balancers before them. */
const failing = new Set([500, 502, 503, 504])

interface Tried {
  readonly isRead: boolean
  /** Tries so far. */
  readonly tries: number
  readonly backoffMs: number
}

/**
 * Milliseconds to wait before trying again; undefined when that would be useless, or could do something twice. 429 means
 * that nothing was done, whatever was asked; all else is tried again for reads only.
 */
export function pauseAfter<T>(outcome: Outcome<T>, { isRead, tries, backoffMs }: Tried): number | undefined {
  if (outcome.kind === 'broken')
    return isRead && tries < mostConnections && passing.has(codeOf(outcome.error)) ? backoffMs : undefined
  if (outcome.answer.kind === 'done') return undefined
  const { code, retryAfterMs } = outcome.answer.refusal
  return code === 429 || (isRead && failing.has(code)) ? (retryAfterMs ?? backoffMs) : undefined
}
