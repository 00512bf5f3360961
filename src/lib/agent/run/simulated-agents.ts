import type { OpenCluster } from '../../connect/cluster.ts'
import { connect } from '../../connect/connect.ts'
import { newest, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { systemClock } from '../../machine/clock.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AgentDependencies } from '../loop/dependencies.ts'
import { type AgentOptions, runAgent } from '../loop/run-agent.ts'
import { defaultSettings, type Settings } from '../model/settings.ts'
import type { AgentNode } from '../ports/agent-node.ts'
import { fasterClock } from '../simulated/faster-clock.ts'
import { kubeletBehaviors } from '../simulated/kubelet-behavior.ts'
import { simulatedHost } from '../simulated/ports/host.ts'
import type { AgentStatus } from '../status/status.ts'

/** Something that goes wrong on a node with an agent. */
export type AgentFault = 'agent-missing' | 'agent-down' | 'crash-loop' | 'drift' | 'kubelet-down'

/** So long ago an agent was heard that is down. Milliseconds. */
const lastHeardMs = 3_600_000

/** After the end of a trial. Milliseconds, in the time of the agents. */
const driftAfterMs = 60_000

export interface SimulatedAgents extends AsyncDisposable {
  /** Rejects when an agent ends before its time: that is a bug. */
  readonly running: Promise<void>
  /** What the kubelet of a node with an agent reports of its configuration; undefined while it does not run. */
  configz(node: string): object | undefined
  has(node: string): boolean
}

export interface AgentsOptions {
  readonly kubeconfig: string
  /** How long a trial takes, in the time of the agents. */
  readonly trialMs: number
  readonly faults?: readonly { readonly kind: AgentFault; readonly node: string }[]
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
  const connection = { kubeconfig: options.kubeconfig, userAgent: 'kubeletcfg-agent', unattended: true }
  const long = behind(systemClock, lastHeardMs)
  const isOneDown = options.faults?.some(({ kind }) => kind === 'agent-down')
  const cluster = await connect(connection)
  const longAgo = isOneDown ? await connect({ ...connection, clock: long }) : cluster
  const end = new AbortController()
  const span = AbortSignal.any([signal, end.signal])
  const faultsOf = (node: string) =>
    new Set((options.faults ?? []).filter((fault) => fault.node === node).map(({ kind }) => kind))
  const nodes = (await cluster.nodes.list({}, { signal })).map((node) => ({ ...node, faults: faultsOf(node.name) }))
  const agents = await Promise.all(
    nodes
      .filter(({ faults }) => !faults.has('agent-missing'))
      .map(({ name, kubeletVersion, faults }) =>
        startAgent(
          faults.has('agent-down')
            ? { ...options, cluster: longAgo, date: long, node: name, kubeletVersion, faults }
            : { ...options, cluster, date: systemClock, node: name, kubeletVersion, faults },
          span,
        ),
      ),
  )
  const running = Promise.all(agents.map((agent) => agent.running)).then(() => undefined)
  running.catch(() => undefined)
  await Promise.race([Promise.all(agents.map((agent) => agent.reported)), running, after(firstReportMs)])
  const hosts = new Map(agents.map(({ node, host }) => [node, host]))
  return {
    running,
    configz: (node) => hosts.get(node)?.configz(),
    has: (node) => hosts.has(node),
    async [Symbol.asyncDispose]() {
      end.abort(new Error('the sandbox ends'))
      await running.finally(() => Promise.all([cluster.close(), longAgo.close()]))
    },
  }
}

const after = (ms: number): Promise<void> => systemClock.sleep(ms, new AbortController().signal)

interface AgentOf extends Omit<AgentsOptions, 'faults'> {
  readonly cluster: OpenCluster
  readonly date: Clock
  readonly node: string
  readonly kubeletVersion: string
  readonly faults: ReadonlySet<AgentFault>
}

async function startAgent(options: AgentOf, signal: AbortSignal) {
  const { cluster, date, node, kubeletVersion, trialMs, faults } = options
  const clock = fasterClock(date, speed)
  const agentNode = cluster.agentNode(node)
  const release = releaseOfKubelet(kubeletVersion)?.release ?? newest
  const { reported, watched, observer } = firstReport(agentNode)
  const behavior = faults.has('crash-loop')
    ? kubeletBehaviors.exits
    : faults.has('kubelet-down')
      ? kubeletBehaviors.hangs
      : undefined
  const foreignEditAfterMs = faults.has('drift') ? trialMs + driftAfterMs : undefined
  const host = await simulatedHost({ clock, kubeletVersion, release, node: agentNode, behavior, foreignEditAfterMs })
  const dependencies: AgentDependencies = {
    node,
    settings: settingsFor(trialMs),
    allowedUnsafe: [],
    host,
    cluster: { documents: cluster.documents, rollouts: cluster.rollouts, node: watched, events: cluster.events },
    clock,
    random: Math.random,
  }
  const end = new AbortController()
  if (faults.has('agent-down')) void reported.then(() => end.abort(new Error('the agent is down')))
  const running = runAgent(dependencies, { observer }, AbortSignal.any([signal, end.signal]))
  return { node, host, reported, running }
}

const behind = (clock: Clock, ms: number): Clock => ({
  now: () => clock.now() - ms,
  monotonic: () => clock.monotonic(),
  sleep: (sleepMs, signal) => clock.sleep(sleepMs, signal),
  after: (afterMs, run) => clock.after(afterMs, run),
})

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
    // A simulated cluster has no admission.
    isLimited: async () => undefined,
    async report(report, limits) {
      const isWanted = isFound
      const outcome = await node.report(report, limits)
      if (isWanted && outcome !== 'no-node') resolve()
      return outcome
    },
  }
  const observer: AgentOptions['observer'] = {
    status: ({ phase }: AgentStatus) => {
      isFound ||= phase !== 'Resolving'
    },
    announce: () => undefined,
    ended: () => undefined,
    limited: () => undefined,
    warn: () => undefined,
  }
  return { reported, watched, observer }
}
