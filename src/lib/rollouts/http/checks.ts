import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { deadline } from '../../ports/deadline.ts'
import { Interrupted } from '../../ports/limits.ts'
import { answerOf, type CheckReply, held, longestAnswer } from '../check-answer.ts'
import { CheckSilent, CheckUnreachable } from '../check-messages.ts'
import type { Check, CheckAnswer } from '../checks.ts'
import type { Checks } from '../ports/checks.ts'

const usualDeadlineMs = 10_000

/** Asks over HTTP, without credentials, each time on a connection of its own. */
export function checksOverHttp(clock: Clock, deadlineMs = usualDeadlineMs): Checks {
  return {
    ask: (checks, { signal }) => Promise.all(checks.map((check) => answered(check, { clock, deadlineMs, signal }))),
  }
}

interface Asking {
  readonly clock: Clock
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

async function answered(check: Check, { clock, deadlineMs, signal }: Asking): Promise<CheckAnswer> {
  const limit = deadline(clock, deadlineMs, signal)
  try {
    return answerOf(check, await replyTo(check, limit.signal))
  } catch (error) {
    if (signal.aborted) throw new Failure('interrupted', Interrupted())
    const because = limit.passed()
      ? CheckSilent({ afterMs: deadlineMs })
      : CheckUnreachable({ text: textOfError(error) })
    return held(check.name, because)
  } finally {
    limit.cancel()
  }
}

async function replyTo(check: Check, signal: AbortSignal): Promise<CheckReply> {
  signal.throwIfAborted()
  const url = urlOf(check)
  const headers = { accept: 'application/json', 'user-agent': 'kubeletcfg' }
  // Not left to the environment, which may switch it off.
  const options = { agent: false, rejectUnauthorized: true, headers, signal }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options)
  request.on('response', resolve).on('error', reject).end()
  const message = await promise
  try {
    return { status: message.statusCode ?? 0, body: await bodyOf(message) }
  } finally {
    message.destroy()
  }
}

function urlOf(check: Check): URL {
  const url = new URL(check.url)
  if (check.kind === 'url') return url
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/query`
  url.searchParams.set('query', check.query)
  return url
}

async function bodyOf(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > longestAnswer) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Several addresses that all refuse have an error without a message. */
const textOfError = (error: unknown): string => {
  if (!Error.isError(error)) return String(error)
  return error.message !== '' || !('code' in error) ? error.message : String(error.code)
}
