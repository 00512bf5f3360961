import type { Limits } from '../../ports/limits.ts'
import type { Credentials, Identity } from '../login/identity.ts'
import type { Answer } from './answer.ts'
import { failureOf, isAbsent } from './refusal.ts'
import { type Patience, withDeadline } from './request-deadline.ts'
import { askPatiently, type Line, openOnce } from './send-with-retries.ts'
import { type Call, mayChange, type Reply } from './transport.ts'

/**
 * The Kubernetes API over one connection: JSON, deadlines, retries, and its refusals as Failures. A login may take longer
 * than a request, so the clock of a request starts when it is known as whom to ask.
 */
export interface Rest extends Patience {
  /** The answer, whatever it is. Rejects with Failure 'unreachable', 'timeout' (after a write) or 'interrupted' when there is none. */
  ask<T>(call: Call, limits: Limits): Promise<Answer<T>>
  /** The body of a good answer; any other rejects. */
  call<T>(call: Call, limits: Limits): Promise<T>
  /** Like call; undefined when the object does not exist. */
  find<T>(call: Call, limits: Limits): Promise<T | undefined>
  /** One try, for a stream. The time limit ends with the head of the answer; the signal ends the stream too. */
  open(call: Call, limits: Limits): Promise<Answer<Reply>>
  /** Ends what is under way (Failure 'interrupted', or the end of a stream) and closes the connections; nothing is sent any more. */
  close(): void
}

export function restOver(line: Line, requestTimeoutMs: number): Rest {
  const { server, credentials } = line.transport
  const closing = new AbortController()
  const patience: Patience = { clock: line.clock, server, closed: closing.signal, requestTimeoutMs }
  const ask = async <T>(call: Call, limits: Limits): Promise<Answer<T>> => {
    const identity = await logIn(credentials, limits, patience)
    const late = mayChange(call) ? 'timeout' : 'unreachable'
    return withDeadline(limits, { ...patience, late }, (deadline) =>
      askPatiently<T>(line, { call, identity }, deadline),
    )
  }
  return {
    ...patience,
    ask,
    call: async <T>(call: Call, limits: Limits) => bodyOrThrow(await ask<T>(call, limits), server),
    async find<T>(call: Call, limits: Limits) {
      const answer = await ask<T>(call, limits)
      return answer.kind === 'refused' && isAbsent(answer.refusal) ? undefined : bodyOrThrow(answer, server)
    },
    async open(call, limits) {
      const identity = await logIn(credentials, limits, patience)
      return withDeadline(limits, { ...patience, late: 'unreachable' }, ({ signal }) =>
        openOnce(line, { call, identity }, AbortSignal.any([signal, limits.signal, closing.signal])),
      )
    },
    close() {
      closing.abort()
      line.transport.close()
    },
  }
}

/** As whom to ask: a login has a deadline of its own. */
function logIn(credentials: Credentials, { signal, timeoutMs }: Limits, patience: Patience): Promise<Identity> {
  const limits = { signal, timeoutMs: credentials.loginMs(timeoutMs ?? patience.requestTimeoutMs) }
  return withDeadline(limits, { ...patience, late: 'unreachable' }, (deadline) => credentials.identity(deadline.signal))
}

/** The body, or a rejection with what the refusal means. */
export function bodyOrThrow<T>(answer: Answer<T>, server: string): T {
  if (answer.kind === 'refused') throw failureOf(answer.refusal, server)
  return answer.body
}
