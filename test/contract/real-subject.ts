import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubectlJson } from '../cluster/kubectl.ts'
import type { NodeName } from '../cluster/machine/nodes.ts'
import { onNode } from '../cluster/node.ts'
import type { Call, Event, Side, Watching } from './subject.ts'

const deadlineMs = 35_000
const pauseMs = 30
/** After this a kubelet takes resizes as if it had never been away; sooner they may wait half a minute. */
const settledMs = 6_000

interface Access {
  readonly server: string
  readonly token: string
  readonly agent: Agent
}

/** The cluster of KUBECONFIG, as its administrator. */
export async function startRealSide(): Promise<Side> {
  const access = await readAccess()
  return {
    nodes: ['node-a', 'node-b'],
    lanes: 6,
    async request<T>(call: Call) {
      const response = await send(access, call)
      const body = await text(response)
      return { status: response.statusCode ?? 0, headers: headersOf(response), body: parsed(body) as T }
    },
    async watch(path, query) {
      return gather(await send(access, { method: 'GET', path, query: { ...query, watch: 'true' } }))
    },
    eventually,
    pass: (ms) => sleep(ms),
    stopKubelet: async (node) => void (await onNode(node as NodeName, ['systemctl', 'stop', 'kubelet'])),
    async startKubelet(node) {
      await onNode(node as NodeName, ['systemctl', 'start', 'kubelet'])
      await sleep(settledMs)
    },
    close: async () => access.agent.destroy(),
  }
}

async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + deadlineMs
  while (true) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}

async function readAccess(): Promise<Access> {
  const config = await kubectlJson<{
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }]
    users: [{ user: { token: string } }]
  }>(['config', 'view', '--raw', '--minify', '--flatten'])
  const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster
  const agent = new Agent({ ca: Buffer.from(authority, 'base64'), keepAlive: true })
  return { server, token: config.users[0].user.token, agent }
}

async function send(access: Access, call: Call): Promise<IncomingMessage> {
  const { method, path, query = {}, body, user, accept = 'application/json' } = call
  const url = new URL(`${path}?${new URLSearchParams(query)}`, access.server)
  const isRaw = typeof body === 'string' || body === undefined || Buffer.isBuffer(body)
  const sent = isRaw ? body : JSON.stringify(body)
  const headers = {
    accept,
    authorization: `Bearer ${access.token}`,
    ...(sent !== undefined && {
      'content-type': call.contentType ?? 'application/json',
      'content-length': Buffer.byteLength(sent),
    }),
    ...(user !== undefined && { 'impersonate-user': user }),
  }
  const outgoing = request(url, { method, headers, agent: access.agent })
  outgoing.end(sent)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function gather(response: IncomingMessage): Watching {
  const events: Event[] = []
  let ended = false
  const lines = createInterface({ input: response })
  lines.on('line', (line) => {
    const found = JSON.parse(line) as Event
    events.push(response.statusCode === 200 ? found : ({ type: 'ERROR', object: found } as unknown as Event))
  })
  lines.on('close', () => {
    ended = true
  })
  response.on('error', () => undefined)
  return { status: response.statusCode ?? 0, events, ended: () => ended, stop: () => void response.destroy() }
}
