import { defaultSettings, type Settings } from '../agent/model/settings.ts'
import type { Words } from '../agent/report/report-of.ts'
import type { AgentStatus } from '../agent/status/status.ts'
import { systemClock } from '../host/clock.ts'
import { connect } from '../kube/connect.ts'
import { newest, releaseOfKubelet } from '../kubelet/model/releases.ts'
import type { AgentOptions } from '../loops/agent/run-agent.ts'
import { runAgent } from '../loops/agent/run-agent.ts'
import type { World } from '../loops/agent/world.ts'
import type { AgentNode } from '../ports/agent-node.ts'
import type { OpenCluster } from '../ports/cluster.ts'
import { fasterClock } from '../simulated-host/faster-clock.ts'
import { simulatedHost } from '../simulated-host/ports/host.ts'

export interface SimulatedAgents extends AsyncDisposable {
  /** Rejects when an agent ends before its time: that is a bug. */
  readonly running: Promise<void>
  /** What the kubelet of a node reports of its configuration; undefined while it does not run. */
  configz(node: string): object | undefined
}

export interface AgentsOptions {
  readonly kubeconfig: string
  /** How long a trial takes, in the time of the agents. */
  readonly trialMs: number
  readonly words: Words
}

/** So much faster passes the time of the agents and their machines. */
export const speed = 20

/** What a new agent waits for is over before that. */
const firstReportMs = 5_000

/**
 * An agent for each node of a simulated cluster, in this process, on a machine in memory. Resolves when each has reported
 * the state of its node, or after five seconds.
 */
export async function startSimulatedAgents(options: AgentsOptions, signal: AbortSignal): Promise<SimulatedAgents> {
  const cluster = await connect({ kubeconfig: options.kubeconfig, userAgent: 'kubeletcfg-agent', unattended: true })
  const end = new AbortController()
  const span = AbortSignal.any([signal, end.signal])
  const agents = await Promise.all(
    (await cluster.nodes.list({}, { signal })).map(({ name, kubeletVersion }) =>
      startAgent({ ...options, cluster, node: name, kubeletVersion }, span),
    ),
  )
  const running = Promise.all(agents.map((agent) => agent.running)).then(() => undefined)
  running.catch(() => undefined)
  await Promise.race([Promise.all(agents.map((agent) => agent.reported)), running, after(firstReportMs)])
  const hosts = new Map(agents.map(({ node, host }) => [node, host]))
  return {
    running,
    configz: (node) => hosts.get(node)?.configz(),
    async [Symbol.asyncDispose]() {
      end.abort(new Error('the sandbox ends'))
      await running.finally(() => cluster.close())
    },
  }
}

const after = (ms: number): Promise<void> => systemClock.sleep(ms, new AbortController().signal)

interface AgentOf extends AgentsOptions {
  readonly cluster: OpenCluster
  readonly node: string
  readonly kubeletVersion: string
}

async function startAgent({ cluster, node, kubeletVersion, trialMs, words }: AgentOf, signal: AbortSignal) {
  const clock = fasterClock(systemClock, speed)
  const agentNode = cluster.agentNode(node)
  const release = releaseOfKubelet(kubeletVersion)?.release ?? newest
  const { reported, watched, observer } = firstReport(agentNode)
  const host = await simulatedHost({ clock, kubeletVersion, release, node: agentNode })
  const world: World = {
    node,
    settings: settingsFor(trialMs),
    allowedUnsafe: [],
    host,
    cluster: { documents: cluster.documents, node: watched, events: cluster.events },
    clock,
    random: Math.random,
  }
  return { node, host, reported, running: runAgent(world, { observer, words }, signal) }
}

/** Simulated kubelets are healthy at once, or never. */
const settingsFor = (trialMs: number): Settings => ({
  ...defaultSettings,
  trialMs,
  healthDeadlineMs: 60_000,
  jitterMs: 0,
})

/** Resolves `reported` when the Node has what the agent found. */
function firstReport(node: AgentNode) {
  const { promise: reported, resolve } = Promise.withResolvers<void>()
  let isFound = false
  const watched: AgentNode = {
    ...node,
    async report(report, limits) {
      const isWanted = isFound
      const isDone = await node.report(report, limits)
      if (isWanted && isDone) resolve()
      return isDone
    },
  }
  const observer: AgentOptions['observer'] = {
    status: ({ phase }: AgentStatus) => {
      isFound ||= phase !== 'Resolving'
    },
    announce: () => undefined,
    ended: () => undefined,
    warn: () => undefined,
  }
  return { reported, watched, observer }
}
