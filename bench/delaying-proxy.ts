import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where a server listens. */
interface Place {
  readonly host: string
  readonly port: number
}

export interface DelayingProxy extends AsyncDisposable {
  readonly port: number
  /** How many connections were opened so far. */
  connections(): number
}

/**
 * Makes a server seem far away: passes bytes through unchanged, TLS included, each half a round trip later. The kernel
 * connects to the proxy at once, so the first bytes of a client wait for the round trip of a TCP handshake as well.
 */
export async function startDelayingProxy(server: Place, roundTripMs: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    connections++
    const upstream = connect({ ...server, allowHalfOpen: true, noDelay: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    passOn(client, upstream, { delayMs: roundTripMs / 2, handshakeMs: roundTripMs })
    passOn(upstream, client, { delayMs: roundTripMs / 2, handshakeMs: 0 })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

interface Delays {
  readonly delayMs: number
  /** From the connection to the first bytes. */
  readonly handshakeMs: number
}

/** In order: nothing overtakes what was sent before. */
function passOn(from: Socket, to: Socket, { delayMs, handshakeMs }: Delays): void {
  let earliest = performance.now() + handshakeMs + delayMs
  const later = (act: () => void) => {
    earliest = Math.max(earliest, performance.now() + delayMs)
    setTimeout(() => !to.destroyed && act(), earliest - performance.now())
  }
  from.on('data', (bytes) => later(() => to.write(bytes)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
}
