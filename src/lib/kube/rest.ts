import type { IncomingMessage } from 'node:http'
import type { Limits } from '../ports.ts'
import type { Answer } from './answer.ts'
import { askPatiently, type Line, openOnce } from './attempts.ts'
import { type Patience, withDeadline } from './deadline.ts'
import { failureOf, isAbsent } from './refusal.ts'
import type { Call } from './transport.ts'

/** The Kubernetes API over one connection: JSON, deadlines, retries, and our words for its refusals. */
export interface Rest extends Patience {
  /** The answer, whatever it is. Rejects with Failure 'unreachable', 'timeout' or 'interrupted' when there is none. */
  ask<T>(call: Call, limits: Limits): Promise<Answer<T>>
  /** The body of a good answer; any other rejects. */
  call<T>(call: Call, limits: Limits): Promise<T>
  /** Like call; undefined when the object does not exist. */
  find<T>(call: Call, limits: Limits): Promise<T | undefined>
  /** One try, for a stream. The time limit ends with the head of the answer; the signal ends the stream too. */
  open(call: Call, limits: Limits): Promise<Answer<IncomingMessage>>
}

export function restOver(line: Line, requestTimeoutMs: number): Rest {
  const { server } = line.transport
  const patience: Patience = { server, requestTimeoutMs }
  const ask = <T>(call: Call, limits: Limits): Promise<Answer<T>> =>
    withDeadline(limits, patience, (deadline) => askPatiently<T>(line, call, deadline))
  return {
    ...patience,
    ask,
    call: async <T>(call: Call, limits: Limits) => bodyOf(await ask<T>(call, limits), server),
    async find<T>(call: Call, limits: Limits) {
      const answer = await ask<T>(call, limits)
      return answer.kind === 'refused' && isAbsent(answer.refusal) ? undefined : bodyOf(answer, server)
    },
    open: (call, limits) =>
      withDeadline(limits, patience, ({ signal }) => openOnce(line, call, AbortSignal.any([signal, limits.signal]))),
  }
}

/** The body, or a rejection with what the refusal means. */
export function bodyOf<T>(answer: Answer<T>, server: string): T {
  if (answer.kind === 'refused') throw failureOf(answer.refusal, server)
  return answer.body
}
