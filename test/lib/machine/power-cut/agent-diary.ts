import { type AgentOptions, runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import { InProcess } from '../../../support/in-process.ts'
import type { HostPorts } from '../../agent/ports/host-side.ts'

/** What an agent asked a port of its host to do. */
export type Asked = (ports: HostPorts) => Promise<unknown>

const ports = ['journal', 'live', 'rescue', 'stateFiles'] as const

/** What changes the disk. */
const changing = new Set([
  ...['write', 'saveCheckpoint', 'keepCheckpoints', 'putAside', 'restoreLocal', 'captureLocal', 'arm', 'disarm'],
  ...['acknowledge', 'forgetStarts', 'moveAside', 'remove', 'putBack', 'discard'],
])

const [path, name] = ['/api/v1/namespaces/kube-system/configmaps', 'node-a-kubelet-configuration']
const hour = 3_600_000

/**
 * What a whole agent asks of its disk, in that order, while these documents are assigned for an hour each; undefined: it is
 * deleted. The machine is simulated, and answers as one does.
 */
export async function diaryOf(documents: readonly (string | undefined)[]): Promise<readonly Asked[]> {
  using cluster = new InProcess()
  const { clock } = cluster
  const node = cluster.cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node })
  const diary: Asked[] = []
  const noted = Object.fromEntries(ports.map((port) => [port, noting(host[port], port, diary)]))
  const end = new AbortController()
  for (const [i, document] of documents.entries())
    clock.after((i + 0.1) * hour, () => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { kubelet: document } }
      if (document === undefined) cluster.asAdmin({ method: 'DELETE', path: `${path}/${name}` })
      else if (i === 0) cluster.asAdmin({ method: 'POST', path, body })
      else cluster.asAdmin({ method: 'PUT', path: `${path}/${name}`, body })
    })
  clock.after((documents.length + 0.1) * hour, () => end.abort(new Error('over')))
  const world = {
    node: 'node-a',
    settings: { ...defaultSettings, jitterMs: 0 },
    allowedUnsafe: [],
    host: { ...host, ...noted },
    cluster: { ...cluster.cluster, node },
    clock,
    random: () => 0,
  }
  await runAgent(world, { observer: silent }, end.signal)
  return diary
}

const nothing = (): void => undefined
const silent: AgentOptions['observer'] = {
  ...{ status: nothing, warn: nothing, announce: nothing, ended: nothing, limited: nothing },
}

/** The same port; what it is asked to change is noted when it begins. */
function noting<T extends object>(port: T, name: (typeof ports)[number], diary: Asked[]): T {
  return new Proxy(port, {
    get(target, method: string) {
      const call: unknown = Reflect.get(target, method)
      if (!changing.has(method) || typeof call !== 'function') return call
      return (...args: readonly unknown[]) => {
        diary.push((real) => Reflect.apply(Reflect.get(real[name], method), real[name], args))
        return Reflect.apply(call, target, args)
      }
    },
  })
}
