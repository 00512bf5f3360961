import { type BackOffRange, backOffMs } from '../../back-off.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { codeOf } from '../login/error-code.ts'
import { type Answer, type AnswerSource, noApiServer, readAnswer } from './answer.ts'
import type { RequestDeadline } from './request-deadline.ts'
import { isPassedOn, type ServerTime } from './server-time.ts'
import { type Call, isRead, type Outgoing, type Reply, type Transport } from './transport.ts'
import { unreachable } from './unreachable.ts'

/** A transport and the limits of its use. */
export interface Line {
  readonly transport: Transport
  readonly clock: Clock
  /** What the answers tell of the clock of the server. */
  readonly time: ServerTime
  /** Handles the Warning headers. */
  readonly warn: (headers: readonly string[]) => void
  /** Between tries. */
  readonly backoff: BackOffRange
  /** In [0, 1). */
  readonly random: () => number
  /** The maximum length of an answer. */
  readonly maxBytes: number
}

/**
 * The answer to a call. Safe calls are tried again while time is left. When the time is too short for another try, or
 * ends in one that reads, the last answer counts: it says more than "too late".
 */
export async function askWithRetries<T>(
  line: Line,
  outgoing: Outgoing,
  { signal, left }: RequestDeadline,
): Promise<Answer<T>> {
  let last: Answer<T> | undefined
  for (let tries = 1; ; tries++) {
    const outcome = await attempt<T>(line, outgoing, signal)
    if (outcome.kind === 'answered') last = outcome.answer
    else if (last !== undefined && isRead(outgoing.call) && isLate(signal)) return last
    const pause = pauseAfter(outcome, {
      isRead: isRead(outgoing.call) && !(outgoing.call.once && outcome.kind === 'answered'),
      tries,
      backoffMs: backOffMs(line.backoff, tries, line.random()),
    })
    if (pause === undefined || pause >= left()) {
      if (outcome.kind === 'answered') return outcome.answer
      throw asFailure(outcome.error, line, signal)
    }
    await line.clock.sleep(pause, signal)
  }
}

async function attempt<T>(line: Line, outgoing: Outgoing, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    const reply = await send(line, outgoing, signal)
    return { kind: 'answered', answer: await readAnswer<T>(reply, sourceOf(line, outgoing.call)) }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

/** Whether the time is up; false after an interrupt. */
const isLate = ({ reason }: AbortSignal): boolean => reason instanceof Failure && reason.code !== 'interrupted'

/** After an abort, a broken connection is a consequence of the abort. */
const asFailure = (error: unknown, { transport }: Line, signal: AbortSignal): unknown =>
  signal.aborted ? error : (unreachable(error, transport) ?? error)

/** One try. Of a successful answer, only the head has been read. */
export async function openOnce(line: Line, outgoing: Outgoing, signal: AbortSignal): Promise<Answer<Reply>> {
  try {
    const reply = await send(line, outgoing, signal)
    if (reply.status === 200) return { kind: 'done', body: reply }
    const answer = await readAnswer(reply, sourceOf(line, outgoing.call))
    if (answer.kind === 'refused') return answer
    throw noApiServer(line.transport.server)
  } catch (error) {
    throw asFailure(error, line, signal)
  }
}

async function send({ transport, time, warn }: Line, outgoing: Outgoing, signal: AbortSignal): Promise<Reply> {
  const reply = await transport.send(outgoing, signal)
  if (!isPassedOn(outgoing.call.path)) time.hear(reply.headers['date']?.[0])
  warn(reply.headers['warning'] ?? [])
  if (reply.status === 401) transport.credentials.forget()
  return reply
}

const sourceOf = ({ transport, clock, maxBytes }: Line, { shape = 'object', protobuf }: Call): AnswerSource => ({
  server: transport.server,
  clock,
  maxBytes,
  shape,
  protobuf,
})

/** The outcome of one try. */
type Outcome<T> =
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
function pauseAfter<T>(outcome: Outcome<T>, { isRead, tries, backoffMs }: Tried): number | undefined {
  if (outcome.kind === 'broken')
    return isRead && tries < maxConnectionTries && transientErrors.has(codeOf(outcome.error)) ? backoffMs : undefined
  if (outcome.answer.kind === 'done') return undefined
  const { code, retryAfterMs } = outcome.answer.refusal
  return code === 429 || (isRead && transientStatuses.has(code)) ? (retryAfterMs ?? backoffMs) : undefined
}
