import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, readAnswer } from './answer.ts'
import type { Deadline } from './deadline.ts'
import { mostTries, type Outcome, pauseAfter } from './retry.ts'
import type { Call, Transport } from './transport.ts'
import { unreachable } from './unreachable.ts'

/** A transport, and how much we put up with on it. */
export interface Line {
  readonly transport: Transport
  /** Takes the Warning headers. */
  readonly warn: (headers: readonly string[]) => void
  /** First pause between tries in milliseconds; each one is twice the one before. */
  readonly backoffMs: number
  /** No answer may be longer. */
  readonly maxBytes: number
}

/** The answer to a call; what may safely be tried again is tried again while there is time. */
export async function askPatiently<T>(line: Line, call: Call, { signal, left }: Deadline): Promise<Answer<T>> {
  for (let tried = 1; ; tried++) {
    const outcome = await attempt<T>(line, call, signal)
    const pause = pauseAfter(outcome, call.method === 'GET', line.backoffMs * 2 ** (tried - 1))
    if (pause === undefined || tried === mostTries || pause >= left()) {
      if (outcome.kind === 'answered') return outcome.answer
      throw inWords(outcome.error, line, signal)
    }
    await sleep(pause, undefined, { signal })
  }
}

async function attempt<T>(line: Line, call: Call, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    return { kind: 'answered', answer: await readAnswer<T>(await send(line, call, signal), sourceOf(line)) }
  } catch (error) {
    return { kind: 'broken', error }
  }
}

/** After an abort, a connection breaks because we broke it. */
const inWords = (error: unknown, { transport }: Line, signal: AbortSignal): unknown =>
  signal.aborted ? error : (unreachable(error, transport.server) ?? error)

/** One try; only the head of a good answer has been read. */
export async function openOnce(line: Line, call: Call, signal: AbortSignal): Promise<Answer<IncomingMessage>> {
  try {
    const message = await send(line, call, signal)
    return message.statusCode === 200 ? { kind: 'done', body: message } : await readAnswer(message, sourceOf(line))
  } catch (error) {
    throw inWords(error, line, signal)
  }
}

async function send({ transport, warn }: Line, call: Call, signal: AbortSignal): Promise<IncomingMessage> {
  const message = await transport.send(call, signal)
  warn(message.headersDistinct['warning'] ?? [])
  if (message.statusCode === 401) transport.forgetCredentials()
  return message
}

const sourceOf = ({ transport, maxBytes }: Line) => ({ server: transport.server, maxBytes })
