import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { AdmissionWebhook } from '../interface/admission.ts'
import type { Sandbox } from '../interface/cluster.ts'
import type { Answer, ApiReply, ApiRequest, Body, WatchReply } from '../interface/request.ts'
import { handleWithWebhook } from './admission.ts'
import { authenticate, type Tokens } from './authenticate.ts'
import type { KeyPair } from './certificate.ts'
import { Refused, statusOf } from './refused.ts'

/** Loopback only. */
export const address = '127.0.0.1'

/** Longer than clients keep idle connections: a client that reuses one just as the server closes it gets an error. */
const keepAliveTimeout = 120_000
/** Milliseconds for clients to read the remaining data when the server closes. */
const graceMs = 500

export interface Listening {
  readonly url: string
  /** Ends watches and connections. Clients have half a second to read what has been written. */
  close(): Promise<void>
}

interface Access {
  readonly tls: KeyPair
  readonly tokens: Tokens
  readonly webhook?: AdmissionWebhook | undefined
}

/** Serves the sandbox over HTTPS on a free port. */
export async function listen(sandbox: Sandbox, access: Access): Promise<Listening> {
  const open = new Set<ServerResponse>()
  const server = createServer({ ...access.tls, keepAliveTimeout }, async (message, response) => {
    open.add(response)
    response.on('close', () => open.delete(response)).on('error', ignoreDisconnect)
    // Clients compare what is stored with this clock.
    response.setHeader('date', new Date(sandbox.now()).toUTCString())
    const reply = await replyTo(sandbox, message, access)
    try {
      sendReply(response, reply)
    } catch (error) {
      sendReply(response, internalError(error))
    }
  })
  const sockets = socketsOf(server)
  server.listen(0, address)
  await once(server, 'listening')
  return {
    url: `https://${address}:${(server.address() as AddressInfo).port}`,
    close: () => close(server, { open, sockets }),
  }
}

function ignoreDisconnect(): void {}

async function replyTo(sandbox: Sandbox, message: IncomingMessage, { tokens, webhook }: Access): Promise<ApiReply> {
  try {
    const user = authenticate(message, tokens)
    const request = { ...(await readRequest(message)), user }
    return webhook === undefined ? sandbox.handle(request) : await handleWithWebhook(sandbox, request, webhook)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    return internalError(error)
  }
}

/** A bug in the sandbox fails only the request that hit it. */
const internalError = (error: unknown): Answer =>
  statusOf({ code: 500, reason: 'InternalError', message: `Internal error occurred: ${error}` })

function socketsOf(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

type Live = { readonly open: Iterable<ServerResponse>; readonly sockets: Iterable<Socket> }

async function close(server: Server, { open, sockets }: Live): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  for (const response of open) if (response.headersSent) response.end()
  for (const socket of sockets) socket.destroySoon()
  const grace = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(grace)
}

const json = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const plain = { ...json, 'content-type': 'text/plain; charset=utf-8' }

/** Sends an answer, or starts a watch. Does nothing if the client has disconnected. */
function sendReply(response: ServerResponse, reply: ApiReply): void {
  if (response.destroyed) return
  if (reply.kind === 'watch') sendWatch(response, reply)
  else sendAnswer(response, reply)
}

/** A string is sent as plain text: the answers of health endpoints are not JSON. */
function sendAnswer(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const [text, type] = typeof body === 'string' ? [body, plain] : [JSON.stringify(body), json]
  // With a text as body, Node.js would send the headers in the encoding of that text, too.
  const bytes = Buffer.from(text)
  response.writeHead(status, { ...type, 'content-length': bytes.length, ...asBytes(headers) }).end(bytes)
}

/** Node.js sends the characters of a header as bytes, and refuses DEL. */
const asBytes = (headers: NonNullable<Answer['headers']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(value.replaceAll('\u007f', '')).toString('latin1'),
    ]),
  )

/** Limit of unread bytes of a watch, in addition to the events that were due at its start. */
const maxUnread = 8 * 1024 * 1024

/**
 * Sends each event as a line of JSON until either side ends the watch. A client that is too slow is disconnected, as by
 * a real API server, and has to list again.
 */
function sendWatch(response: ServerResponse, watch: WatchReply): void {
  response.writeHead(200, json).flushHeaders()
  let maxWaiting = Number.POSITIVE_INFINITY
  const stop = watch.subscribe(
    (event) => {
      response.write(`${JSON.stringify(event)}\n`)
      if (response.writableLength > maxWaiting) response.destroy()
    },
    () => response.end(),
  )
  maxWaiting = response.writableLength + maxUnread
  response.on('close', stop)
}

/** Limit of the API server (apiserver/pkg/server/config.go, MaxRequestBodyBytes). */
const maxBodyBytes = 3 * 1024 * 1024

type UnauthenticatedRequest = Omit<ApiRequest, 'user'>

/**
 * Rejects with Refused for a body that is too large or an invalid path, and with Node's error when the client
 * disconnects.
 */
async function readRequest(message: IncomingMessage): Promise<UnauthenticatedRequest> {
  const [path = '', search = ''] = (message.url ?? '').split(/\?(.*)/s)
  const bytes = await readBytes(message)
  return {
    method: message.method ?? '',
    path: decodePath(path),
    query: parseQuery(search),
    headers: headersOf(message),
    ...(bytes.length > 0 && { body: await bodyOf(bytes, message.headers['content-type']) }),
  }
}

/** The library for protobuf is loaded with the first body that needs it. */
async function bodyOf(bytes: Buffer, type = ''): Promise<Body> {
  if (!/^application\/vnd\.kubernetes\.protobuf *(;|$)/i.test(type)) return bytes.toString()
  const { protobufBody } = await import('../protobuf/envelope.ts')
  return protobufBody(bytes)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Refused({ code: 400, reason: 'BadRequest', message: `invalid URL escape in "${path}"` })
  }
}

/** The first value of a repeated parameter counts (net/url, Values.Get). */
const parseQuery = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].toReversed())

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

/** Reads a body that is too large to its end, because a client that is still writing would miss the answer. */
async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  if (size > maxBodyBytes) throw tooLarge
  return Buffer.concat(chunks)
}

const tooLarge = new Refused({
  code: 413,
  reason: 'RequestEntityTooLarge',
  message: `Request entity too large: limit is ${maxBodyBytes}`,
})
