import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { writeKubeconfig } from './kubeconfig.ts'

export interface BreakableProxy extends AsyncDisposable {
  /** Path of a kubeconfig of the administrator that uses this proxy. */
  readonly kubeconfig: string
  readonly url: string
  /** Resets all open connections. */
  reset(): void
  /** Resets all open connections, and every new one until `restore`. */
  block(): void
  restore(): void
  /**
   * Connections on which the server says something during `work` that nobody has asked for meanwhile are watches. From the end of
   * `work` on they deliver nothing more, until what this returns is called. All others work as usual.
   */
  holdBack(work: () => Promise<unknown>): Promise<() => void>
}

/** A TCP proxy to the API server, at an address of this network. It forwards bytes; TLS ends at the server. */
export async function startBreakableProxy(address = '127.0.0.1'): Promise<BreakableProxy> {
  const far = await addressOfServer()
  const ends = new Set<Socket>()
  const pairs = new Set<Pair>()
  let isBlocked = false
  const server = createServer((near) => {
    if (isBlocked) {
      near.resetAndDestroy()
      return
    }
    const pair: Pair = [near, connect(far)]
    pairs.add(pair)
    for (const [at, end] of pair.entries()) {
      const other = pair[1 - at]!
      ends.add(end)
      end.on('error', () => undefined).on('close', () => ends.delete(end) && other.destroy())
      end.on('close', () => pairs.delete(pair))
      end.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, address, done))
  const { port } = server.address() as AddressInfo
  const url = `https://${address}:${port}`
  const reset = (): void => {
    for (const end of ends) end.resetAndDestroy()
  }
  return {
    url,
    kubeconfig: await writeKubeconfig({ server: url }),
    reset,
    block() {
      isBlocked = true
      reset()
    },
    restore() {
      isBlocked = false
    },
    async holdBack(work) {
      const before = new Map([...pairs].map((pair) => [pair, bytesOf(pair)]))
      await work()
      const watches = [...before].filter(([pair, { asked, said }]) => {
        const now = bytesOf(pair)
        return now.asked === asked && now.said > said
      })
      for (const [[near, server]] of watches) server.unpipe(near).pause()
      return () => {
        for (const [[near, server]] of watches) server.pipe(near)
      }
    },
    async [Symbol.asyncDispose]() {
      reset()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The end of the client, and that of the server. */
type Pair = readonly [Socket, Socket]

const bytesOf = ([near, server]: Pair) => ({ asked: near.bytesRead, said: server.bytesRead })

async function addressOfServer(): Promise<{ readonly host: string; readonly port: number }> {
  const { clusters } = JSON.parse(await readFile(await writeKubeconfig(), 'utf8'))
  const { hostname, port } = new URL(clusters[0].cluster.server)
  return { host: hostname, port: Number(port) }
}
