import { addAbortListener } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { Credentials, Identity } from '../login/credentials.ts'
import type { ConnectionFor } from './connections.ts'
import type { Shape } from './shape.ts'

/** One request of the Kubernetes API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Such as /api/v1/nodes, encoded. */
  readonly path: string
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** Of the body; application/json without it. */
  readonly contentType?: string
  /** Of a good answer; an object without it. */
  readonly shape?: Shape
}

/** Whether something may have changed when there is no answer: not by a dry run, nor by asking who may do what. */
export function mayChange({ method, path, query, body }: Call): boolean {
  const isDryRun = query?.['dryRun'] !== undefined || (body as { dryRun?: unknown } | undefined)?.dryRun !== undefined
  return method !== 'GET' && !isDryRun && !/\/selfsubject\w+reviews$/.test(path)
}

/** A call, and as whom it is sent. */
export interface Outgoing {
  readonly call: Call
  readonly identity: Identity
}

/** Carries requests to one API server. */
export interface Transport {
  readonly server: string
  readonly credentials: Credentials
  /** Resolves with the head of the answer; rejects with the error of the connection, or the signal's reason. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<IncomingMessage>
}

interface TransportOptions {
  /** Such as https://10.0.0.1:6443; may have a path. */
  readonly server: string
  readonly credentials: Credentials
  readonly connectionFor: ConnectionFor
  /** On every request: user agent, impersonation. */
  readonly headers: OutgoingHttpHeaders
}

export function transportTo({ server, credentials, connectionFor, headers }: TransportOptions): Transport {
  return {
    server,
    credentials,
    async send({ call, identity }, signal) {
      const secret = server.startsWith('https:') ? identity.authorization : undefined
      const body = call.body === undefined ? undefined : JSON.stringify(call.body)
      return exchange({
        url: urlOf(server, call),
        body,
        options: {
          ...connectionFor(identity),
          method: call.method,
          headers: { ...headers, ...headersOf(call, body), ...(secret && { authorization: secret }) },
        },
        signal,
      })
    },
  }
}

const headersOf = (call: Call, body: string | undefined): OutgoingHttpHeaders => ({
  accept: 'application/json',
  ...(body !== undefined && {
    'content-type': call.contentType ?? 'application/json',
    'content-length': Buffer.byteLength(body),
  }),
})

function urlOf(server: string, { path, query = {} }: Call): URL {
  const url = new URL(server.replace(/\/$/, '') + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

interface Exchange {
  readonly url: URL
  readonly body: string | undefined
  readonly options: https.RequestOptions
  readonly signal: AbortSignal
}

async function exchange({ url, body, options, signal }: Exchange): Promise<IncomingMessage> {
  const { request } = url.protocol === 'http:' ? http : https
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // A request that waits for the tunnel of a proxy says nothing when it is aborted.
  using _ = addAbortListener(signal, () => reject(signal.reason))
  const sending = request(url, { ...options, signal })
  sending.on('response', resolve).on('error', reject).end(body)
  return await promise
}
