import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { V1Status } from '@kubernetes/client-node'
import { Failure } from '../errors.ts'
import type { Wire } from './wire.ts'

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

/** Reads an answer to its end. Rejects with Failure 'unreachable' when it is no JSON or longer than maxBytes. */
export async function readAnswer<T>(message: IncomingMessage, from: Source): Promise<Answer<T>> {
  const text = await readText(message, from)
  const code = message.statusCode ?? 0
  if (code < 200 || code > 299) return { kind: 'refused', refusal: readRefusal(message, text) }
  const body = parseObject(text)
  if (body === undefined) throw notJson(message, from.server)
  return { kind: 'done', body: body as T }
}

export interface Source {
  readonly server: string
  readonly maxBytes: number
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
  const body = parseObject(text)
  const status = body?.['kind'] === 'Status' ? (body as Wire<V1Status>) : undefined
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

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export const notJson = ({ headers }: IncomingMessage, server: string): Failure =>
  new Failure('unreachable', `${server} answered with ${headers['content-type'] ?? 'something'} that is not JSON`, {
    suggestions: ['is a proxy or a login page in between? compare server: in the kubeconfig with the API server'],
  })
