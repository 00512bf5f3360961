import { message } from '../message/message.ts'

/**
 * Limits of calls to the outside world. The ports of the features are its interfaces, by noun; test/lib/cluster/ports tests every
 * promise, on a simulated API server and on a real one.
 *
 * Promises of every method: it settles within its deadline and soon after its signal aborts (then it rejects with
 * Failure 'interrupted', or ends, if it is an iterable). Absence (404) is `undefined`. Every other refusal is a
 * Failure and never "absent": 409 'conflict', 401/403 'refused', 400/413/422 'invalid', no answer, 429 and 5xx
 * 'unreachable', a deadline 'unreachable' too, and 'timeout' when the request may have been carried out nevertheless.
 * The answer of a server is the Failure's fact (PortFact); other facts are about the connection or the login.
 */
export interface Limits {
  readonly signal: AbortSignal
  /** Maximum milliseconds of this call with retries; absent: each request and page has the connection's timeout. */
  readonly timeoutMs?: number
  /** Milliseconds that the work has left which this call is a part of: no request of it takes longer. */
  readonly leftMs?: (() => number) | undefined
}

export type DryRun = 'none' | 'server'

/** The values of --dry-run; `client` never reaches a port. */
export type DryRunMode = DryRun | 'client'

export const Interrupted = message('Interrupted', () => 'interrupted')
