import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Sandbox } from '../interface/cluster.ts'
import type { ApiReply } from '../interface/request.ts'
import { authenticate, type Tokens } from './authenticate.ts'
import type { KeyPair } from './certificate.ts'
import { readRequest } from './read-request.ts'
import { Refused, statusOf } from './refused.ts'
import { sendReply } from './reply.ts'

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

/** Serves the sandbox over HTTPS on a free port. */
export async function listen(sandbox: Sandbox, access: { tls: KeyPair; tokens: Tokens }): Promise<Listening> {
  const open = new Set<ServerResponse>()
  const server = createServer({ ...access.tls, keepAliveTimeout }, async (message, response) => {
    open.add(response)
    response.on('close', () => open.delete(response)).on('error', ignoreDisconnect)
    // Clients compare what is stored with this clock.
    response.setHeader('date', new Date(sandbox.now()).toUTCString())
    sendReply(response, await replyTo(sandbox, message, access.tokens))
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

async function replyTo(sandbox: Sandbox, message: IncomingMessage, tokens: Tokens): Promise<ApiReply> {
  try {
    const user = authenticate(message, tokens)
    return sandbox.handle({ ...(await readRequest(message)), user })
  } catch (error) {
    if (error instanceof Refused) return error.answer
    return statusOf({ code: 500, reason: 'InternalError', message: `Internal error occurred: ${error}` })
  }
}

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
