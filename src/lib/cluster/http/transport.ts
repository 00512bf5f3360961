import type { Credentials, Identity } from '../login/identity.ts'
import type { Shape } from './shape.ts'

/** A page of a collection. */
export interface ListOf<T> {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string }
  readonly items: Iterable<T>
}

/** Reads answers in protobuf. Throws Malformed when the bytes are something else. */
export interface Protobuf {
  readonly read: (body: Uint8Array) => unknown
  readonly status: (body: Uint8Array) => unknown
}

/** One request of the Kubernetes API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Such as /api/v1/nodes, encoded. */
  readonly path: string
  /** undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** Of the body; application/json by default. */
  readonly contentType?: string
  /** The media type of the answer; application/json by default. */
  readonly accept?: string
  /** Asks for an answer in protobuf, which is smaller, and made and read in half the time. The server may send JSON. */
  readonly protobuf?: Protobuf | undefined
  /** Of a successful answer; an object by default. `text`: as it is. */
  readonly shape?: Shape | 'text'
  /** It is not sent again after an answer: a server behind the API server gave it. */
  readonly once?: true
}

export const protobufType = 'application/vnd.kubernetes.protobuf'

/** A GET, or a POST that only asks: who the user is, or what the user may do. */
export const isRead = ({ method, path }: Call): boolean =>
  method === 'GET' || (method === 'POST' && /\/selfsubject\w*reviews$/.test(path))

/** Whether the call may have changed something when there is no answer. A read or a dry run changes nothing. */
export function mayChange(call: Call): boolean {
  const { query, body } = call
  const isDryRun = query?.['dryRun'] !== undefined || (body as { dryRun?: unknown } | undefined)?.dryRun !== undefined
  return !isRead(call) && !isDryRun
}

/** A call, and the identity that it is sent with. */
export interface Outgoing {
  readonly call: Call
  readonly identity: Identity
}

/** An answer: its head, and its body as a stream. */
export interface Reply {
  readonly status: number
  /** By lower-case name, one entry per line. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** Can be read once. To stop reading cancels the answer. Throws the error of the connection when it breaks. */
  readonly body: AsyncIterable<Uint8Array>
  /** Closes the connection: the body then ends or breaks. Has no effect after the end of the body. */
  cancel(): void
}

/**
 * Sends requests to one API server, over a network or not. Errors of a connection have Node's codes, such as
 * ECONNRESET.
 */
export interface Transport {
  readonly server: string
  /** The URL of the proxy in between, without credentials. */
  readonly proxy: string | undefined
  readonly credentials: Credentials
  /** Resolves with the head of the answer; rejects with the error of the connection, or the signal's reason. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Reply>
  /** Breaks every connection. */
  close(): void
}
