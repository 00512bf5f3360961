import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { writeKubeconfig } from './kubeconfig.ts'

export interface Cable extends AsyncDisposable {
  /** Path of a kubeconfig of the administrator that leads through here. */
  readonly kubeconfig: string
  /** Breaks the connections that are open. */
  cut(): void
  /** Breaks them, and every new one, until `mend`. */
  unplug(): void
  mend(): void
}

/** Stands between a command and the API server and passes on bytes. TLS ends at the server. */
export async function layCable(): Promise<Cable> {
  const far = await addressOfServer()
  const ends = new Set<Socket>()
  let isPlugged = true
  const server = createServer((near) => {
    if (!isPlugged) {
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
  const cut = (): void => {
    for (const end of ends) end.resetAndDestroy()
  }
  return {
    kubeconfig: await writeKubeconfig({ server: `https://127.0.0.1:${port}` }),
    cut,
    unplug() {
      isPlugged = false
      cut()
    },
    mend() {
      isPlugged = true
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}

async function addressOfServer(): Promise<{ readonly host: string; readonly port: number }> {
  const { clusters } = JSON.parse(await readFile(await writeKubeconfig(), 'utf8'))
  const { hostname, port } = new URL(clusters[0].cluster.server)
  return { host: hostname, port: Number(port) }
}
