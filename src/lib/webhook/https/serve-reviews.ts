import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { AddressNotListenedOn, type ServerAddress } from '../../loop/page-server.ts'
import { Failure } from '../../message/failure.ts'
import { webhook } from '../../names.ts'
import type { KeyPair } from '../certificates.ts'

/** A status of HTTP, or what is answered as JSON. */
export type ReviewAnswer = (question: unknown) => Promise<number | object>

export interface ReviewServer {
  /** Where it listens; the port is never 0. */
  readonly address: ServerAddress
  /** For connections from now on; those that are open stay. */
  use(certificate: KeyPair): void
  close(): Promise<void>
}

/** A ConfigMap has at most 1 MiB, and an update has two; escapes make a text longer. */
const longestBody = 8 * 2 ** 20
/** API servers wait for ten seconds at most. */
const requestMs = 10_000
/** Of all API servers together. */
const maxConnections = 256

/**
 * Answers API servers over HTTPS. They come without credentials of their own, so that whoever reaches it may ask: an answer tells nothing
 * that is not in the question, but names of releases and nodes. Rejects with Failure 'refused' when the address cannot be listened on.
 */
export async function serveReviews(
  certificate: KeyPair,
  at: ServerAddress,
  answer: ReviewAnswer,
): Promise<ReviewServer> {
  const limits = { requestTimeout: requestMs, headersTimeout: requestMs, minVersion: 'TLSv1.2' } as const
  const server = createServer({ ...certificate, ...limits }, (request, response) => {
    void respond(request, response, answer).catch(() => response.destroy())
  })
  server.maxConnections = maxConnections
  // Who does not trust the certificate, or speaks no TLS, ends the connection.
  server.on('tlsClientError', () => {})
  try {
    server.listen(at.port, at.host)
    await once(server, 'listening')
  } catch (cause) {
    const { code: errno = 'UNKNOWN' } = cause as NodeJS.ErrnoException
    throw new Failure('refused', AddressNotListenedOn({ ...at, errno }), { cause })
  }
  server.on('error', () => {})
  const { address: host, port } = server.address() as AddressInfo
  return {
    address: { host, port },
    use: (next) => server.setSecureContext({ ...next, minVersion: limits.minVersion }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function respond(request: IncomingMessage, response: ServerResponse, answer: ReviewAnswer): Promise<void> {
  const { method, url = '/' } = request
  if (url.split('?')[0] !== webhook.path) return end(response, 404)
  if (method !== 'POST') return end(response, 405)
  const body = await bodyOf(request)
  if (body === undefined) return end(response, 413)
  const answered = await answer(parsed(body))
  if (typeof answered === 'number') return end(response, answered)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answered))
}

/** Whatever is left of the request is not read. */
function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': 0 })
  response.end()
}

/** undefined: it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
