import { runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import type { Call } from '../../../../src/lib/cluster/http/transport.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, put } from '../../cluster/clusters.ts'

const hourMs = 3_600_000
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** How often the agent asked the API server for what, such as `watch configmaps`. */
export type Calls = Readonly<Record<string, number>>

export interface AgentCalls {
  /** In an hour in which nothing changes, after the trial of a document. */
  readonly idleHour: Calls
  /** From a push until the document is good, the trial included. */
  readonly change: Calls
}

/** Runs the agent of a node with the shipped client against a simulated cluster, in virtual time, and counts. */
export async function countAgentCalls(): Promise<AgentCalls> {
  using world = clusterOf({ name: 'node-a' })
  const { clock, cluster } = world
  const end = new AbortController()
  const phases = phasesSeen()
  const node = cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.3', release: '1.36', node })
  const settings = { ...defaultSettings, jitterMs: 0 }
  const dependencies = { node: 'node-a', settings, allowedUnsafe: [], host, cluster: { ...cluster, node }, clock }
  const running = runAgent({ ...dependencies, random: () => 0.5 }, { observer: phases.observer }, end.signal)
  const pass = (ms: number) => Promise.race([clock.sleep(ms, end.signal), running])
  const reach = async (phase: Phase) => {
    for (let turns = 0; phases.last() !== phase && turns < 3_600; turns += 1) await pass(1_000)
    await pass(5_000)
  }
  await reach('Idle')
  const change = await counted(world, async () => {
    put(world, globalTarget, `${header}syncFrequency: 2m0s\n`)
    await reach('Trial')
    await reach('Good')
  })
  const idleHour = await counted(world, () => pass(hourMs))
  end.abort()
  await running
  return { idleHour, change }
}

function phasesSeen() {
  let last: Phase | undefined
  const ignore = (): void => undefined
  const status = ({ phase }: AgentStatus): void => {
    last = phase
  }
  return { last: () => last, observer: { status, announce: ignore, ended: ignore, warn: ignore, limited: ignore } }
}

async function counted({ sent }: InProcess, work: () => Promise<unknown>): Promise<Calls> {
  const from = sent.length
  await work()
  const groups = Map.groupBy(sent.slice(from), kindOf)
  return Object.fromEntries([...groups].map(([kind, calls]) => [kind, calls.length]).sort())
}

const resources: ReadonlySet<string> = new Set(['configmaps', 'events', 'nodes', 'pods'])

function kindOf({ method, path, query = {} }: Call): string {
  const kind = path.split('/').findLast((part) => resources.has(part)) ?? path
  const verb = method === 'GET' ? (query['watch'] === undefined ? 'read' : 'watch') : method.toLowerCase()
  return `${query['dryRun'] === undefined ? '' : 'try to '}${verb} ${kind}`
}
