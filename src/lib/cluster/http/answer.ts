import type { Status } from '../../api/status.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { AnswerNotJson, AnswerTooLong, type ConnectionFact, NotAnApiServer } from './connection-messages.ts'
import { http } from './node-http.ts'
import { hasShape, parseJson, type Shape } from './shape.ts'
import { type Protobuf, protobufType, type Reply } from './transport.ts'

/** A refusal of the server. */
export interface Refusal {
  /** HTTP status. */
  readonly code: number
  /** The server's message, truncated when long, or the name of the code. */
  readonly text: string
  /** undefined when the answer did not come from an API server but from something before it. */
  readonly status: Status | undefined
  /** Milliseconds that the server asks to wait. */
  readonly retryAfterMs: number | undefined
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The maximum length of plain text that is not from an API server. */
const longestForeignText = 200
/** Some refusals quote the whole object, which may be secret. */
const longestText = 2000

/** The sender of an answer, and what is expected of a successful one. */
export interface AnswerSource {
  readonly server: string
  readonly clock: Clock
  readonly maxBytes: number
  readonly shape: Shape | 'text'
  readonly protobuf?: Protobuf | undefined
}

/**
 * Reads an answer to its end. Rejects with Failure 'unreachable' when it is longer than maxBytes, and when a successful
 * one is neither JSON nor protobuf that was asked for, or does not have the expected shape.
 */
export async function readAnswer<T>(reply: Reply, from: AnswerSource): Promise<Answer<T>> {
  const bytes = await readBytes(reply, from)
  const isSuccess = reply.status >= 200 && reply.status <= 299
  if (from.protobuf !== undefined && reply.headers['content-type']?.[0]?.startsWith(protobufType)) {
    if (isSuccess) return { kind: 'done', body: protobufOf(() => from.protobuf?.read(bytes), from) as T }
    const status = protobufOf(() => from.protobuf?.status(bytes), from) as Status
    return { kind: 'refused', refusal: readRefusal(reply, { text: JSON.stringify(status), clock: from.clock }) }
  }
  const text = bytes.toString()
  if (!isSuccess) return { kind: 'refused', refusal: readRefusal(reply, { text, clock: from.clock }) }
  if (from.shape === 'text') return { kind: 'done', body: text as T }
  const body = parseJson(text)
  if (body === undefined) throw notJson(reply, from.server)
  if (!hasShape(body, from.shape)) throw noApiServer(from.server)
  return { kind: 'done', body: body as T }
}

function protobufOf(read: () => unknown, { server }: AnswerSource): unknown {
  try {
    return read()
  } catch (error) {
    throw error instanceof Malformed ? noApiServer(server) : error
  }
}

async function readBytes({ body }: Reply, { server, maxBytes }: AnswerSource): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw unexpected(AnswerTooLong({ subject: { kind: 'Server', name: server }, maxBytes }))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readRefusal(reply: Reply, { text, clock }: { text: string; clock: Clock }): Refusal {
  const code = reply.status
  const body = parseJson(text)
  const status = hasShape(body, 'status') ? (body as Status) : undefined
  const seconds = status?.details?.retryAfterSeconds
  return {
    code,
    text: shorten(status?.message || foreignText(reply, text) || (http.STATUS_CODES[code] ?? '')),
    status,
    retryAfterMs: retryAfterMs(reply, clock) ?? (seconds === undefined ? undefined : seconds * 1000),
  }
}

const shorten = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The header is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs({ headers }: Reply, clock: Clock): number | undefined {
  const value = headers['retry-after']?.[0]
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function foreignText({ headers }: Reply, text: string): string | undefined {
  const plain = headers['content-type']?.[0]?.startsWith('text/plain') && text.length <= longestForeignText
  return plain ? text.trim() : undefined
}

const unexpected = (fact: ConnectionFact): Failure => new Failure('unreachable', fact)

const notJson = ({ headers }: Reply, server: string): Failure =>
  unexpected(
    AnswerNotJson({
      subject: { kind: 'Server', name: server },
      contentType: headers['content-type']?.[0],
    }),
  )

export const noApiServer = (server: string): Failure =>
  unexpected(NotAnApiServer({ subject: { kind: 'Server', name: server } }))

/** An answer is not what was asked for. */
export class Malformed extends Error {}
