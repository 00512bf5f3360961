import { codeOf } from '../login/error-code.ts'
import type { Answer } from './answer.ts'

/** The outcome of one try. */
export type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: Answer<T> }
  | { readonly kind: 'broken'; readonly error: unknown }

/** The limit of tries to connect, whatever time is left: the user is waiting for an error. */
const maxConnectionTries = 4

/** No part of an answer was received. */
const transientErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
/** From servers that restart, and from load balancers before them. */
const transientStatuses = new Set([500, 502, 503, 504])

interface Tried {
  readonly isRead: boolean
  /** Tries so far. */
  readonly tries: number
  readonly backoffMs: number
}

/**
 * Milliseconds to wait before the next try; undefined when it would be useless, or could repeat a write. After a 429
 * nothing was done, so every request is tried again; after any other failure, only reads.
 */
export function pauseAfter<T>(outcome: Outcome<T>, { isRead, tries, backoffMs }: Tried): number | undefined {
  if (outcome.kind === 'broken')
    return isRead && tries < maxConnectionTries && transientErrors.has(codeOf(outcome.error)) ? backoffMs : undefined
  if (outcome.answer.kind === 'done') return undefined
  const { code, retryAfterMs } = outcome.answer.refusal
  return code === 429 || (isRead && transientStatuses.has(code)) ? (retryAfterMs ?? backoffMs) : undefined
}
