import { addAbortListener } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { Credentials } from '../login/identity.ts'
import type { Connections } from './connections.ts'
import { http } from './node-http.ts'
import { type Call, protobufType, type Transport } from './transport.ts'

interface TransportOptions {
  /** Such as https://10.0.0.1:6443; may have a path. */
  readonly server: string
  readonly credentials: Credentials
  readonly connections: Connections
  /** For every request: user agent and impersonation. */
  readonly headers: OutgoingHttpHeaders
}

/** HTTP over the network, with Node's client. */
export function transportTo({ server, credentials, connections, headers }: TransportOptions): Transport {
  return {
    server,
    proxy: connections.proxy,
    credentials,
    close: () => connections.close(),
    async send({ call, identity }, signal) {
      const secret = server.startsWith('https:') ? identity.authorization : undefined
      const body = call.body === undefined ? undefined : JSON.stringify(call.body)
      const message = await exchange({
        url: urlOf(server, call),
        body,
        options: {
          ...(await connections.optionsFor(identity)),
          method: call.method,
          headers: { ...headers, ...headersOf(call, body), ...(secret && { authorization: secret }) },
        },
        signal,
      })
      return {
        status: message.statusCode ?? 0,
        headers: message.headersDistinct,
        body: message,
        cancel: () => message.destroy(),
      }
    },
  }
}

const headersOf = (call: Call, body: string | undefined): OutgoingHttpHeaders => ({
  accept: call.accept ?? (call.protobuf ? `${protobufType},application/json` : 'application/json'),
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
  // A request that waits for the tunnel of a proxy emits no error when it is aborted.
  using _ = addAbortListener(signal, () => reject(signal.reason))
  const sending = request(url, { ...options, signal })
  sending.on('response', resolve).on('error', reject).end(body)
  return await promise
}
