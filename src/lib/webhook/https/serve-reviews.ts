import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { listen, type ServerAddress } from '../../loop/page-server.ts'
import { webhook } from '../../names.ts'
import type { KeyPair } from '../certificates.ts'

/** A status of HTTP, or what is answered as JSON. */
export type ReviewAnswer = (question: unknown) => Promise<number | object>

export interface ReviewServer {
  /** Where it listens; the port is never 0. */
  readonly address: ServerAddress
  /** For connections from now on; those that are open stay. */
  use(certificate: KeyPair): void
  /** What is under way gets its answer, if that takes no more than a few seconds. */
  close(): Promise<void>
}

/** An update has two ConfigMaps of at most 1 MiB each; escapes make a text longer. */
const longestBody = 6 * 2 ** 20
/** Of all that are read at a time. */
const longestBodies = 4 * longestBody
const requestMs = 10_000
const handshakeMs = 5_000
/** How often connections are looked at that take too long. */
const lookMs = 1_000
/** Longer than an API server keeps one that it does not use: it would write on a connection that is about to end. */
const keepAliveMs = 95_000
const maxConnections = 256
const closeMs = 5_000

/**
 * Answers API servers over HTTPS. They come without credentials of their own, so that whoever reaches it may ask: an answer tells nothing
 * that is not in the question, but names of releases and nodes. Rejects with Failure 'refused' when the address cannot be listened on.
 */
export async function serveReviews(
  certificate: KeyPair,
  at: ServerAddress,
  answer: ReviewAnswer,
): Promise<ReviewServer> {
  const bodies = new Bodies()
  const tls = { minVersion: 'TLSv1.2' } as const
  const server = createServer(
    {
      ...{ ...certificate, ...tls, handshakeTimeout: handshakeMs, keepAliveTimeout: keepAliveMs },
      ...{ requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: lookMs },
    },
    (request, response) => {
      connections.isUsed(request.socket)
      void respond(request, response, { answer, bodies }).catch(() => response.destroy())
    },
  )
  const connections = new Connections(server)
  // Who does not trust the certificate, or speaks no TLS, ends the connection.
  server.on('tlsClientError', () => {})
  await listen(server, at)
  const { address: host, port } = server.address() as AddressInfo
  return {
    address: { host, port },
    use: (next) => server.setSecureContext({ ...next, ...tls }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const late = setTimeout(() => connections.end(), closeMs)
      connections.endUnused()
      await closed
      clearTimeout(late)
    },
  }
}

/** Whoever comes gets in: the connection that was of use least lately ends. */
class Connections {
  readonly #open = new Map<string, Socket>()
  readonly #used = new Set<string>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const key = keyOf(socket)
      const [oldest] = this.#open.values()
      if (this.#open.size >= maxConnections) oldest?.destroy()
      this.#open.set(key, socket)
      socket.once('close', () => {
        this.#open.delete(key)
        this.#used.delete(key)
      })
    })
  }

  /** Of the socket that TLS made of it. */
  isUsed(socket: Socket): void {
    const key = keyOf(socket)
    const open = this.#open.get(key)
    if (open === undefined) return
    this.#open.delete(key)
    this.#open.set(key, open)
    this.#used.add(key)
  }

  /** Those that have asked nothing yet: Node.js knows of them only once they have shaken hands. */
  endUnused(): void {
    for (const [key, socket] of this.#open) if (!this.#used.has(key)) socket.destroy()
  }

  end(): void {
    for (const socket of this.#open.values()) socket.destroy()
  }
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

interface Asked {
  readonly answer: ReviewAnswer
  readonly bodies: Bodies
}

async function respond(request: IncomingMessage, response: ServerResponse, { answer, bodies }: Asked): Promise<void> {
  const { method, url = '/' } = request
  if (url.split('?')[0] !== webhook.path) return end(response, 404)
  if (method !== 'POST') return end(response, 405)
  const body = await bodies.read(request)
  if (body === 'too-long') return end(response, 413)
  if (body === 'no-room') return end(response, 503)
  const answered = await answer(parsed(body.text))
  if (typeof answered === 'number') return end(response, answered)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answered))
}

/** Whatever is left of the request is not read. */
function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': 0 })
  response.end()
}

/** What is read of all questions at a time is bounded. */
class Bodies {
  #bytes = 0

  async read(request: IncomingMessage): Promise<{ readonly text: string } | 'too-long' | 'no-room'> {
    const chunks: Buffer[] = []
    let bytes = 0
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        bytes += chunk.length
        this.#bytes += chunk.length
        if (bytes > longestBody) return 'too-long'
        if (this.#bytes > longestBodies) return 'no-room'
        chunks.push(chunk)
      }
      return { text: Buffer.concat(chunks).toString() }
    } finally {
      this.#bytes -= bytes
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
