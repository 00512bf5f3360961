import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Journey, JourneyCounter, type OnBytes } from './journey.ts'

/** Where a server listens. */
interface Place {
  readonly host: string
  readonly port: number
}

export interface DelayingProxy extends AsyncDisposable {
  readonly port: number
  /** Since the last call. For one client at a time. */
  journey(): Journey
}

/**
 * Simulates a distant server: forwards all bytes unchanged, TLS included, each half a round trip later. The kernel
 * connects to the proxy at once, so the first bytes of a client wait for the round trip of a TCP handshake as well.
 */
export async function startDelayingProxy(server: Place, roundTripMs: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>()
  let counter = new JourneyCounter()
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ ...server, allowHalfOpen: true, noDelay: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    const { fromClient, fromServer } = counter.connect()
    const delayMs = roundTripMs / 2
    passOn(client, upstream, { delayMs, handshakeMs: roundTripMs, onBytes: fromClient })
    passOn(upstream, client, { delayMs, handshakeMs: 0, onBytes: fromServer })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    journey() {
      const journey = counter
      // Connections of the last client may still end, and must not count for the next.
      counter = new JourneyCounter()
      return journey
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

interface Passage {
  readonly delayMs: number
  /** From the connection to the first bytes. */
  readonly handshakeMs: number
  readonly onBytes: OnBytes
}

/** Keeps the order of the bytes. */
function passOn(from: Socket, to: Socket, { delayMs, handshakeMs, onBytes }: Passage): void {
  let earliest = performance.now() + handshakeMs + delayMs
  const later = (act: () => void) => {
    earliest = Math.max(earliest, performance.now() + delayMs)
    setTimeout(() => !to.destroyed && act(), earliest - performance.now())
  }
  from.on('data', (bytes) => {
    const onPassed = onBytes()
    later(() => {
      onPassed()
      to.write(bytes)
    })
  })
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
}
