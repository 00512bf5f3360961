import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from './certificate.ts'

/** A request as it came in. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown
}

export interface Reply {
  readonly status?: number
  readonly headers?: http.OutgoingHttpHeaders
  /** Sent as JSON, text as it is. */
  readonly body?: unknown
}

/** Answers a request, or takes the response into its own hands and returns undefined. */
export type Handler = (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>

export interface ApiServer extends AsyncDisposable {
  readonly url: string
  /** In the order of their arrival. */
  readonly received: readonly Received[]
  /** How many connections are open. */
  connections(): number
  /** Writes a kubeconfig for this server; its path. The user has these fields. */
  kubeconfig(user?: object, cluster?: object): Promise<string>
  close(): Promise<void>
}

export interface ServerOptions {
  /** https with this certificate; http without one. */
  readonly tls?: KeyPair
}

/** The smallest API server: listens on loopback, says what the handler says, and remembers what it was asked. */
export async function startApiServer(handler: Handler, { tls }: ServerOptions = {}): Promise<ApiServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const listener: RequestListener = async (message, response) => {
    const request = await receive(message)
    received.push(request)
    const reply = await handler(request, response)
    if (reply !== undefined) send(response, reply)
  }
  const server = tls === undefined ? http.createServer(listener) : https.createServer({ ...tls }, listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), 'api-server-'))
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true, force: true })
  }
  return {
    url,
    received,
    connections: () => sockets.size,
    kubeconfig: (user = {}, cluster = {}) =>
      writeKubeconfig(folder, { user, cluster: { ...clusterOf(url, tls), ...cluster } }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function receive(message: IncomingMessage): Promise<Received> {
  const chunks = await Array.fromAsync(message)
  const text = Buffer.concat(chunks).toString()
  const url = new URL(message.url ?? '/', 'http://server')
  return {
    method: message.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: message.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body = {} }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const contentType = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(text)
}

const clusterOf = (server: string, tls: KeyPair | undefined) => ({
  server,
  ...(tls && { 'certificate-authority-data': Buffer.from(tls.cert).toString('base64') }),
})

async function writeKubeconfig(folder: string, { user, cluster }: { user: object; cluster: object }): Promise<string> {
  const path = join(folder, 'config')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
  }
  await writeFile(path, JSON.stringify(config))
  return path
}

/** A refusal as an API server words it. */
export const refusal = (code: number, reason: string, more: { message?: string; details?: object } = {}): Reply => ({
  status: code,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: more.message ?? reason,
    reason,
    details: more.details ?? {},
    code,
  },
})
