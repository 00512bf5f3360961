import { createSandbox } from '../../src/sandbox/create.ts'
import type { Sandbox } from '../../src/sandbox/interface/cluster.ts'
import type { Body, User, WatchReply } from '../../src/sandbox/interface/request.ts'
import { protobufBody } from '../../src/sandbox/protobuf/envelope.ts'
import type { Call, Event, Side } from './subject.ts'

const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }

/** Virtual, as eventually counts it. */
const deadlineMs = 240_000
const stepMs = 20
/** From its start until a kubelet looks at what is pending, and a little more (balloons: allocation manager's first retry). */
const settledMs = 35_000

/** A simulated cluster, called without a network, in virtual time. */
export async function startSandboxSide(seed: number): Promise<Side> {
  const now = Date.UTC(2026, 10, 21)
  const size = { nodes: 2, nodeCpu: '2', nodeMemory: '24581696Ki', kubernetesVersion: '1.37.2' }
  return sideOf(createSandbox({ ...size, seed, now }))
}

/** A sandbox whose time passes while somebody waits for something. */
export function sideOf(sandbox: Sandbox): Side {
  const ask = (call: Call) => sandbox.handle(requestOf(call))
  return {
    nodes: ['node-a', 'node-b'],
    lanes: 1,
    async request<T>(call: Call) {
      const reply = ask(call)
      if (reply.kind === 'watch') throw new Error(`${call.path} answered with a watch`)
      const { status, headers = {}, body } = reply
      const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
      return { status, headers, body: sent as T }
    },
    async watch(path, query) {
      const reply = ask({ method: 'GET', path, query: { ...query, watch: 'true' } })
      if (reply.kind === 'watch') return gather(reply)
      const refusal = { type: 'ERROR', object: reply.body } as Event
      return { status: reply.status, events: [refusal], ended: () => true, stop: () => undefined }
    },
    async eventually(check) {
      const deadline = sandbox.now() + deadlineMs
      while (true) {
        try {
          return await check()
        } catch (error) {
          if (sandbox.now() > deadline) throw error
          sandbox.advance(stepMs)
        }
      }
    },
    pass: async (ms) => sandbox.advance(ms),
    stopKubelet: async (node) => sandbox.stopKubelet(node),
    async startKubelet(node) {
      sandbox.startKubelet(node)
      sandbox.advance(settledMs)
    },
    close: async () => undefined,
  }
}

export function requestOf({ method, path, query = {}, contentType, accept = 'application/json', body, user }: Call) {
  const type = contentType ?? (body === undefined ? undefined : 'application/json')
  return {
    method,
    path,
    query,
    headers: { accept, ...(type !== undefined && { 'content-type': type }) },
    ...(isSent(body) && { body: bodyOf(body) }),
    user: user === undefined ? admin : { name: user, groups: ['system:authenticated'] },
  }
}

const isSent = (body: unknown): boolean => body !== undefined && !(Buffer.isBuffer(body) && body.length === 0)

function bodyOf(body: unknown): Body {
  if (Buffer.isBuffer(body)) return protobufBody(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function gather(reply: WatchReply) {
  const events: Event[] = []
  let ended = false
  const stop = reply.subscribe(
    (event) => events.push(JSON.parse(JSON.stringify(event)) as Event),
    () => {
      ended = true
    },
  )
  return { status: 200, events, ended: () => ended, stop }
}
