import { type EventEmitter, once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { errnoText } from '../errno.ts'
import { Failure } from '../message/failure.ts'
import { type FactOf, message } from '../message/message.ts'
import type { Page } from '../metrics/page.ts'

/** What an HTTP server answers, by path. A page is computed when it is requested. */
export type Pages = Readonly<Record<string, () => Page>>

export interface ServerAddress {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

/** A scraper that is slower than that is broken. */
const requestMs = 5_000
/** How often connections are looked at that have asked nothing. */
const lookMs = 1_000
const maxConnections = 16
const maxHeaderBytes = 4 * 2 ** 10

export interface RunningServer {
  /** Where it listens; the port is never 0. */
  readonly address: ServerAddress
  close(): Promise<void>
}

/**
 * Serves the pages of a program. It has no credentials and takes no input, so it listens on loopback unless it is told
 * otherwise. Rejects with Failure<PortFact> 'refused' when the address cannot be listened on.
 */
export async function servePages(pages: Pages, at: ServerAddress): Promise<RunningServer> {
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      connectionsCheckingInterval: lookMs,
      maxHeaderSize: maxHeaderBytes,
    },
    ({ method, url = '/' }, response) => answer(response, pages, { method, path: url.split('?')[0]! }),
  )
  // A connection that stays open asks for nothing, and another one costs a probe nothing.
  server.maxRequestsPerSocket = 1
  keepRoom(server)
  await listen(server, at)
  const { address: host, port } = server.address() as AddressInfo
  return {
    address: { host, port },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Whoever comes gets in, also where others hold connections without asking anything: the oldest of these ends. To refuse
 * the newest would fail the probes of a kubelet, which would then end a process that is well.
 */
function keepRoom(server: Server): void {
  const waiting = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    const [oldest] = waiting
    if (waiting.size >= maxConnections) oldest?.destroy()
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
  })
}

/** Rejects with Failure<PortFact> 'refused' when the address cannot be listened on. */
export async function listen(
  server: Pick<Server, 'listen' | 'on'> & EventEmitter,
  { host, port }: ServerAddress,
): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    // A connection that cannot be accepted, such as without free file descriptors, is lost, and nothing else.
    server.on('error', () => {})
  } catch (cause) {
    const { code: errno = 'UNKNOWN' } = cause as NodeJS.ErrnoException
    const fact: PortFact = AddressNotListenedOn({ host, port, errno })
    throw new Failure('refused', fact, { cause })
  }
}

interface PageRequest {
  readonly method: string | undefined
  readonly path: string
}

function pageFor(pages: Pages, { method, path }: PageRequest): Page {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined) return { status: 404, text: 'not found\n' }
  return method === 'GET' || method === 'HEAD' ? page() : { status: 405, text: 'method not allowed\n' }
}

function answer(response: ServerResponse, pages: Pages, request: PageRequest): void {
  const { status, text, contentType = 'text/plain; charset=utf-8' } = pageFor(pages, request)
  if (status === 405) response.setHeader('allow', 'GET, HEAD')
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Why a port of this machine cannot be used. `errno`: such as EADDRINUSE. */
type PortFact = FactOf<typeof AddressNotListenedOn>

/** Why a port of this machine cannot be used. `errno`: such as EADDRINUSE. */
const AddressNotListenedOn = message(
  'AddressNotListenedOn',
  ({ host, port, errno }: { host: string; port: number; errno: string }) =>
    `cannot listen on ${host}:${port}: ${texts[errno] ?? errnoText(errno)}`,
)

/** Texts that differ for addresses. */
const texts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'it is not an address of this machine',
}
