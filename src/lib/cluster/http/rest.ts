import type { DryRun, Limits } from '../../ports/limits.ts'
import type { Credentials, Identity } from '../login/identity.ts'
import type { Answer } from './answer.ts'
import { failureOf, isAbsent } from './refusal.ts'
import { longestMs, type WaitOptions, withDeadline } from './request-deadline.ts'
import { askWithRetries, type Line, openOnce } from './send-with-retries.ts'
import { type Call, mayChange, type Reply } from './transport.ts'

/**
 * The Kubernetes API over one connection: JSON, deadlines, retries, and refusals as Failures. A login may take longer
 * than a request, so the time limit of a request begins after the login.
 */
export interface Rest extends WaitOptions {
  /** Milliseconds since the epoch on the clock of the server (server-time.ts). */
  now(): number
  /**
   * Any answer, refusals included. Without an answer, rejects with Failure 'unreachable', 'timeout' (after a write) or
   * 'interrupted'.
   */
  ask<T>(call: Call, limits: Limits): Promise<Answer<T>>
  /** The body of a successful answer; rejects on any other answer. */
  call<T>(call: Call, limits: Limits): Promise<T>
  /** Like call; undefined when the object does not exist. */
  find<T>(call: Call, limits: Limits): Promise<T | undefined>
  /** One try, for a stream. The time limit ends with the head of the answer; the signal also ends the stream. */
  open(call: Call, limits: Limits): Promise<Answer<Reply>>
  /**
   * Ends pending calls with Failure 'interrupted', ends streams, and closes the connections. Later calls are not sent.
   */
  close(): void
}

export function restOver(line: Line, requestTimeoutMs: number): Rest {
  const { server, credentials } = line.transport
  const closing = new AbortController()
  const waiting: WaitOptions = { clock: line.clock, server, closed: closing.signal, requestTimeoutMs }
  const ask = async <T>(call: Call, limits: Limits): Promise<Answer<T>> => {
    const identity = await logIn(credentials, limits, waiting)
    const late = mayChange(call) ? 'timeout' : 'unreachable'
    return withDeadline(limits, { ...waiting, late }, (deadline) =>
      askWithRetries<T>(line, { call, identity }, deadline),
    )
  }
  return {
    ...waiting,
    now: () => line.time.now(),
    ask,
    call: async <T>(call: Call, limits: Limits) => bodyOrThrow(await ask<T>(call, limits), server),
    async find<T>(call: Call, limits: Limits) {
      const answer = await ask<T>(call, limits)
      return answer.kind === 'refused' && isAbsent(answer.refusal) ? undefined : bodyOrThrow(answer, server)
    },
    async open(call, limits) {
      const identity = await logIn(credentials, limits, waiting)
      return withDeadline(limits, { ...waiting, late: 'unreachable' }, ({ signal }) =>
        openOnce(line, { call, identity }, AbortSignal.any([signal, limits.signal, closing.signal])),
      )
    },
    close() {
      closing.abort()
      line.transport.close()
    },
  }
}

/** The identity for a call. A login has its own deadline. */
function logIn(credentials: Credentials, limits: Limits, waiting: WaitOptions): Promise<Identity> {
  const { signal } = limits
  const own = { signal, timeoutMs: credentials.loginMs(longestMs(limits, waiting.requestTimeoutMs)) }
  return withDeadline(own, { ...waiting, late: 'unreachable' }, (deadline) => credentials.identity(deadline.signal))
}

/** The body of a successful answer. Throws the Failure of a refusal. */
export function bodyOrThrow<T>(answer: Answer<T>, server: string): T {
  if (answer.kind === 'refused') throw failureOf(answer.refusal, server)
  return answer.body
}

/** The query of a write: its field manager, and whether it is a dry run. */
export const writeQuery = (fieldManager: string, dryRun: DryRun): Record<string, string | undefined> => ({
  fieldManager,
  dryRun: dryRun === 'server' ? 'All' : undefined,
})
