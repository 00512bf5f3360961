import { codeOf } from '../login/error-code.ts'
import type { Answer } from './answer.ts'

/** How one try ended. */
export type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: Answer<T> }
  | { readonly kind: 'broken'; readonly error: unknown }

export const mostTries = 4

/** Nothing of an answer was seen. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
const overloaded = new Set([503, 504])

/**
 * Milliseconds to wait before trying again; undefined when that would be useless, or could do something twice. 429 means
 * that nothing was done, whatever was asked; all else is tried again for reads only.
 */
export function pauseAfter<T>(outcome: Outcome<T>, isRead: boolean, backoffMs: number): number | undefined {
  if (outcome.kind === 'broken') return isRead && passing.has(codeOf(outcome.error)) ? backoffMs : undefined
  if (outcome.answer.kind === 'done') return undefined
  const { code, retryAfterMs } = outcome.answer.refusal
  if (code === 429) return retryAfterMs ?? backoffMs
  return isRead && overloaded.has(code) ? retryAfterMs : undefined
}
