/**
 * What the flows ask of the outside world, by noun. lib/kube implements these; test/lib/ports holds it to every promise,
 * on a simulated API server and on a real one.
 *
 * Promises that hold for every method: it settles within its deadline and soon after its signal aborts (it then rejects
 * with Failure 'interrupted', or ends, if it is an iterable); absence (404) is `undefined`; every other refusal is a
 * Failure and never "absent": 409 'conflict', 401/403 'refused', 400/413/422 'invalid', no answer, 429 and 5xx 'unreachable', a
 * deadline 'unreachable' too, and 'timeout' when what was asked may have been done all the same.
 * What a server answered is the Failure's fact (PortFact); other facts say why there is no connection or no login.
 */
export interface Limits {
  readonly signal: AbortSignal
  /** Milliseconds this call may take in all, retries included; without it, each request and each page has the connection's timeout. */
  readonly timeoutMs?: number
}

export type DryRun = 'none' | 'server'

/** What a user may ask for; `client` never gets as far as a port. */
export type DryRunMode = DryRun | 'client'
