import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { request } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { type Received, startApiServer } from '../../support/api-server.ts'
import { selfSigned } from '../../support/certificate.ts'
import { writeKubeconfig } from '../kubeconfig.ts'

export interface Interposer extends AsyncDisposable {
  /** Path of a kubeconfig of the administrator that leads through here. */
  readonly kubeconfig: string
}

export interface Interruption {
  /** Which request to hold: the first one of which this is true. */
  readonly before: (request: Received) => boolean
  /** What somebody else does while it is held. */
  readonly meanwhile: () => Promise<unknown>
}

/**
 * Stands in front of the API server, and lets somebody else act between what a command read and what it writes. No
 * clock is involved: the held request goes on when the other one is done.
 */
export async function interpose({ before, meanwhile }: Interruption): Promise<Interposer> {
  const upstream = await realServer()
  const tls = selfSigned()
  let interrupted = false
  const server = await startApiServer(
    async (received, response) => {
      if (!interrupted && before(received)) {
        interrupted = true
        await meanwhile()
      }
      await forward(received, { ...upstream, response })
      return undefined
    },
    { tls },
  )
  const kubeconfig = await writeKubeconfig({ server: server.url, certificateAuthority: tls.cert })
  return { kubeconfig, [Symbol.asyncDispose]: server.close }
}

interface Upstream {
  readonly server: string
  /** PEM. */
  readonly ca: Buffer
}

async function realServer(): Promise<Upstream> {
  const { clusters } = JSON.parse(await readFile(await writeKubeconfig(), 'utf8'))
  const { server, 'certificate-authority-data': data } = clusters[0].cluster
  return { server, ca: Buffer.from(data, 'base64') }
}

/** What a client says about itself and its body; the rest is about the connection. */
const passedOn = ['accept', 'authorization', 'content-type', 'user-agent'] as const

async function forward(received: Received, to: Upstream & { readonly response: ServerResponse }): Promise<void> {
  const { method, path, query } = received
  const body = received.body === undefined ? '' : JSON.stringify(received.body)
  const kept = passedOn.map((name) => [name, received.headers[name] ?? '']).filter(([, it]) => it)
  /** Node tells the length of a body of its own accord, but not that of a DELETE. */
  const headers = { ...Object.fromEntries(kept), 'content-length': Buffer.byteLength(body) }
  const asked = request(`${to.server}${path}?${new URLSearchParams(query)}`, { method, ca: to.ca, headers })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  to.response.writeHead(answer.statusCode ?? 502, answer.headers)
  await pipeline(answer, to.response)
}
