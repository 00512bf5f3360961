import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { writeKubeconfig } from './kubeconfig.ts'

export interface BreakableProxy extends AsyncDisposable {
  /** Path of a kubeconfig of the administrator that uses this proxy. */
  readonly kubeconfig: string
  /** Resets all open connections. */
  reset(): void
  /** Resets all open connections, and every new one until `restore`. */
  block(): void
  restore(): void
}

/** A TCP proxy to the API server. It forwards bytes; TLS ends at the server. */
export async function startBreakableProxy(): Promise<BreakableProxy> {
  const far = await addressOfServer()
  const ends = new Set<Socket>()
  let isBlocked = false
  const server = createServer((near) => {
    if (isBlocked) {
      near.resetAndDestroy()
      return
    }
    const pair = [near, connect(far)] as const
    for (const [at, end] of pair.entries()) {
      const other = pair[1 - at]!
      ends.add(end)
      end.on('error', () => undefined).on('close', () => ends.delete(end) && other.destroy())
      end.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const reset = (): void => {
    for (const end of ends) end.resetAndDestroy()
  }
  return {
    kubeconfig: await writeKubeconfig({ server: `https://127.0.0.1:${port}` }),
    reset,
    block() {
      isBlocked = true
      reset()
    },
    restore() {
      isBlocked = false
    },
    async [Symbol.asyncDispose]() {
      reset()
      await new Promise((done) => server.close(done))
    },
  }
}

async function addressOfServer(): Promise<{ readonly host: string; readonly port: number }> {
  const { clusters } = JSON.parse(await readFile(await writeKubeconfig(), 'utf8'))
  const { hostname, port } = new URL(clusters[0].cluster.server)
  return { host: hostname, port: Number(port) }
}
