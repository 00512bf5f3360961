import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CutProxy extends AsyncDisposable {
  readonly port: number
  /** Breaks all connections, and accepts none for so long. */
  cut(ms: number): void
}

/** A way to a server on this machine that can break. */
export async function startCutProxy(port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let openAt = 0
  const listener = createServer((client) => {
    if (Date.now() < openAt) {
      client.destroy()
      return
    }
    const server = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one))
      one.pipe(other)
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    cut(ms) {
      openAt = Date.now() + ms
      breakAll()
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      breakAll()
      await once(listener, 'close')
    },
  }
}
