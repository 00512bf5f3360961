import type { V1Node } from '@kubernetes/client-node'
import { nodeSeen } from '../../../src/lib/agent/cluster/node-seen.ts'
import type { AgentDependencies } from '../../../src/lib/agent/loop/dependencies.ts'
import { runAgent } from '../../../src/lib/agent/loop/run-agent.ts'
import { defaultSettings, type Settings } from '../../../src/lib/agent/model/settings.ts'
import type { AgentNode, NodeFacts } from '../../../src/lib/agent/ports/agent-node.ts'
import { fasterClock } from '../../../src/lib/agent/simulated/faster-clock.ts'
import { simulatedHost } from '../../../src/lib/agent/simulated/ports/host.ts'
import type { Wire } from '../../../src/lib/api/object.ts'
import { connect } from '../../../src/lib/connect/connect.ts'
import { newest } from '../../../src/lib/kubelet/model/releases.ts'
import { systemClock } from '../../../src/lib/machine/clock.ts'
import type { Api } from '../api.ts'
import { Latest } from './latest.ts'
import { label } from './objects.ts'

/** So much faster passes the time of the agents and their machines. */
const speed = 4

const settings: Settings = { ...defaultSettings, trialMs: 30_000, healthDeadlineMs: 60_000, jitterMs: 0 }

export interface SimulatedAgents extends AsyncDisposable {
  /** How many reports said something new, so far; the others were heartbeats. */
  news(): number
}

/**
 * The agents of all nodes that fill() made, in this process, with kubelets in memory. They ask and write as agents do, each for its own node; what
 * all would watch is watched once.
 */
export async function startAgents(api: Api, nodes: readonly string[]): Promise<SimulatedAgents> {
  const ending = new AbortController()
  const { signal } = ending
  const cluster = await connect({ userAgent: 'kubeletcfg-agent', unattended: true })
  const globalDocument = new Latest(cluster.documents.watch({ kind: 'global' }, { signal }))
  const rollout = new Latest(cluster.rollouts.watch({ signal }))
  const facts = await followNodes(api, signal)
  let news = 0
  const onNews = (): void => {
    news += 1
  }
  const of = (node: string, own: AbortSignal): AgentDependencies['cluster'] => ({
    documents: { watch: (target) => (target.kind === 'global' ? globalDocument.each(own) : nothing(own)) },
    rollouts: { read: cluster.rollouts.read, watch: () => rollout.each(own) },
    node: agentNodeOf(cluster.agentNode(node), { watch: () => facts.get(node)!.each(own), onNews }),
    events: cluster.events,
  })
  // Whoever leaves a signal looks through all who listen to it: each agent has its own.
  const agents = nodes.map((node) => {
    const end = new AbortController()
    return { end, running: startAgent(node, of(node, end.signal), end.signal) }
  })
  const watching = Promise.all([globalDocument.running, rollout.running])
  return {
    news: () => news,
    async [Symbol.asyncDispose]() {
      const reason = new Error('the agents end')
      for (const { end } of agents) end.abort(reason)
      ending.abort(reason)
      await Promise.allSettled([...agents.map(({ running }) => running), watching])
      cluster.close()
    },
  }
}

async function startAgent(node: string, cluster: AgentDependencies['cluster'], signal: AbortSignal): Promise<void> {
  const clock = fasterClock(systemClock, speed)
  const host = await simulatedHost({ clock, kubeletVersion: `v${newest}.0`, release: newest, node: cluster.node })
  const dependencies = { node, settings, allowedUnsafe: [], host, cluster, clock, random: Math.random }
  await runAgent(dependencies, { observer: silent }, signal)
}

const silent = {
  status: () => undefined,
  announce: () => undefined,
  ended: () => undefined,
  limited: () => undefined,
  warn: () => undefined,
}

/** It has no pods. */
function agentNodeOf(own: AgentNode, { watch, onNews }: Pick<AgentNode, 'watch'> & { onNews: () => void }): AgentNode {
  let last: string | undefined
  return {
    ...own,
    watch,
    async report(report, limits) {
      const outcome = await own.report(report, limits)
      if (outcome === 'written' && report.annotation !== last) onNews()
      last = report.annotation
      return outcome
    },
    isLimited: async () => undefined,
    pods: async () => [],
    podChanges: ({ signal }) => nothing(signal, []),
  }
}

async function* nothing<T = undefined>(signal: AbortSignal, first?: T): AsyncGenerator<T> {
  yield first as T
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

interface NodeEvent {
  readonly type: string
  readonly object: Wire<V1Node>
}

/** One watch of all nodes that have the label. */
async function followNodes(api: Api, signal: AbortSignal): Promise<ReadonlyMap<string, Latest<NodeFacts>>> {
  const path = `/api/v1/nodes?labelSelector=${label.key}%3D${label.value}`
  const { items, metadata } = await api.get<{
    readonly items: readonly Wire<V1Node>[]
    readonly metadata: { readonly resourceVersion: string }
  }>(path)
  const all = new Map(items.map((node) => [node.metadata?.name ?? '', new Latest<NodeFacts>()]))
  const tell = (node: Wire<V1Node>): void => all.get(node.metadata?.name ?? '')?.set(nodeSeen(node).facts)
  for (const node of items) tell(node)
  void (async () => {
    const changes = `${path}&watch=true&resourceVersion=${metadata.resourceVersion}`
    for await (const { type, object } of api.watch<NodeEvent>(changes, signal)) if (type === 'MODIFIED') tell(object)
  })()
  return all
}
