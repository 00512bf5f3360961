import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { selfSigned } from '../../support/certificate.ts'
import { writeKubeconfig } from '../kubeconfig.ts'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Interference {
  /**
   * What becomes of a resize that is no dry run. `pass` sends it to the API server and settles with the answer. Returns
   * the answer to give; undefined cuts the connection.
   */
  readonly onResize: (pass: () => Promise<Answer>, count: number) => Promise<Answer | undefined>
  /** The node is cordoned, or uncordoned, and the answer is about to be given. */
  readonly onCordoned?: () => void
  /** The first watch has been answered: the command waits for the kubelet now. */
  readonly onWaiting?: () => void
  /** What the command is told about nodes instead of the JSON that the server answers with, as if it were out of date. */
  readonly tellOfNodes?: (json: string) => string
}

export interface ResizeProxy {
  /** Of the administrator, by way of the proxy. */
  readonly kubeconfig: string
  /** Resizes so far that were no dry runs. */
  readonly count: () => number
  readonly close: () => Promise<void>
}

interface Upstream {
  readonly server: string
  readonly ca: Buffer
}

/** Stands between a command and the API server: passes everything on, and lets a test decide about resizes. */
export async function startResizeProxy({
  onResize,
  onCordoned,
  onWaiting,
  tellOfNodes,
}: Interference): Promise<ResizeProxy> {
  const upstream = await upstreamOfTests()
  const { cert, key } = selfSigned()
  let count = 0
  let watches = 0
  const onWatch = () => ++watches === 1 && onWaiting?.()
  const proxy = createServer({ cert, key }, (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', upstream.server)
    if (tellOfNodes !== undefined && readsNodes(incoming, url)) {
      const told = send(asJson(incoming), Buffer.of(), upstream).then((answer) => retold(answer, tellOfNodes))
      return told.then((answer) => deliver(outgoing, answer)).catch(() => outgoing.destroy())
    }
    if (onCordoned !== undefined && writesNode(incoming, url)) {
      const written = buffer(incoming).then((body) => send(incoming, body, upstream))
      return written.then((answer) => {
        onCordoned()
        deliver(outgoing, answer)
      })
    }
    if (!isResize(incoming, url)) return relay({ incoming, outgoing, onWatch }, upstream)
    const nth = ++count
    const decided = buffer(incoming).then((body) => onResize(() => send(incoming, body, upstream), nth))
    decided.then((answer) => deliver(outgoing, answer)).catch(() => outgoing.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const server = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    kubeconfig: await writeKubeconfig({ server, certificateAuthority: cert }),
    count: () => count,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

const isResize = ({ method }: IncomingMessage, { pathname, searchParams }: URL): boolean =>
  method === 'PATCH' && pathname.endsWith('/resize') && !searchParams.has('dryRun')

const writesNode = ({ method }: IncomingMessage, { pathname }: URL): boolean =>
  method === 'PATCH' && /^\/api\/v1\/nodes\/[^/]+$/.test(pathname)

const readsNodes = ({ method }: IncomingMessage, { pathname, searchParams }: URL): boolean =>
  method === 'GET' && /^\/api\/v1\/nodes(\/|$)/.test(pathname) && !searchParams.has('watch')

const asJson = ({ url, method, headers }: IncomingMessage): Sent => ({
  ...{ url, method },
  headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
})

function retold({ status, headers, body }: Answer, tell: (json: string) => string): Answer {
  const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
  return { status, headers: others, body: Buffer.from(tell(body.toString())) }
}

/** What the server answers when it has no time, so that nothing was done. */
export const unavailable: Answer = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'the test says no',
      reason: 'ServiceUnavailable',
      code: 503,
    }),
  ),
}

async function upstreamOfTests(): Promise<Upstream> {
  const { clusters } = JSON.parse(await readFile(await writeKubeconfig(), 'utf8'))
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster
  return { server, ca: Buffer.from(ca, 'base64') }
}

type Sent = Pick<IncomingMessage, 'url' | 'method' | 'headers'>

async function send({ url = '/', method, headers }: Sent, body: Buffer, { server, ca }: Upstream) {
  const outgoing = request(new URL(url, server), { ca, method, headers })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

function deliver(outgoing: ServerResponse, answer: Answer | undefined): void {
  if (answer === undefined) outgoing.destroy()
  else outgoing.writeHead(answer.status, answer.headers).end(answer.body)
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly onWatch: () => void
}

/** As it comes, for a watch never ends. */
function relay({ incoming, outgoing, onWatch }: Exchange, { server, ca }: Upstream): void {
  const { url = '/', method, headers } = incoming
  const onward = request(new URL(url, server), { ca, method, headers })
  onward.on('error', () => outgoing.destroy())
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders()
    answer.on('error', () => outgoing.destroy()).pipe(outgoing)
    if (url.includes('watch=true')) onWatch()
  })
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
