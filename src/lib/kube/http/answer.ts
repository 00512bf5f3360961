import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { V1Status } from '@kubernetes/client-node'
import type { Wire } from '../../api/wire.ts'
import { Failure } from '../../failure.ts'
import { hasShape, parseJson, type Shape } from './shape.ts'

/** What the server said instead of doing as asked. */
export interface Refusal {
  /** HTTP status. */
  readonly code: number
  /** The server's own words, or the name of the code. */
  readonly text: string
  /** Undefined when it did not come from an API server but from something before it. */
  readonly status: Wire<V1Status> | undefined
  /** Milliseconds the server asks us to wait. */
  readonly retryAfterMs: number | undefined
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Longest plain text of a stranger that we repeat. */
const longestForeignText = 200
/** Some refusals quote the whole object, and that is nobody's to read. */
const longestText = 2000

/** Whom an answer comes from, and what is expected of a good one. */
export interface Source {
  readonly server: string
  readonly maxBytes: number
  readonly shape: Shape
}

/**
 * Reads an answer to its end. Rejects with Failure 'unreachable' when it is longer than maxBytes, and when it is a good one
 * but no JSON, or not of the shape that is expected of it.
 */
export async function readAnswer<T>(message: IncomingMessage, from: Source): Promise<Answer<T>> {
  const text = await readText(message, from)
  const code = message.statusCode ?? 0
  if (code < 200 || code > 299) return { kind: 'refused', refusal: readRefusal(message, text) }
  const body = parseJson(text)
  if (body === undefined) throw notJson(message, from.server)
  if (!hasShape(body, from.shape)) throw noApiServer(from.server)
  return { kind: 'done', body: body as T }
}

async function readText(message: IncomingMessage, { server, maxBytes }: Source): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Failure('unreachable', `${server} sent an answer of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readRefusal(message: IncomingMessage, text: string): Refusal {
  const code = message.statusCode ?? 0
  const body = parseJson(text)
  const status = hasShape(body, 'status') ? (body as Wire<V1Status>) : undefined
  const seconds = status?.details?.retryAfterSeconds
  return {
    code,
    text: shorten(status?.message || foreignText(message, text) || (STATUS_CODES[code] ?? '')),
    status,
    retryAfterMs: retryAfterMs(message) ?? (seconds === undefined ? undefined : seconds * 1000),
  }
}

export const shorten = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The header is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs({ headers }: IncomingMessage): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function foreignText({ headers }: IncomingMessage, text: string): string | undefined {
  const plain = headers['content-type']?.startsWith('text/plain') && text.length <= longestForeignText
  return plain ? text.trim() : undefined
}

const stranger = {
  suggestions: ['is a proxy or a login page in between? compare server: in the kubeconfig with the API server'],
}

const notJson = ({ headers }: IncomingMessage, server: string): Failure =>
  new Failure(
    'unreachable',
    `${server} answered with ${headers['content-type'] ?? 'something'} that is not JSON`,
    stranger,
  )

export const noApiServer = (server: string): Failure =>
  new Failure('unreachable', `${server} is not an API server: it answered something else`, stranger)
