import type { Node } from '../../api/node.ts'
import { bursts, followingInto } from '../../cluster/follow.ts'
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
 * An agent for each node of a simulated cluster, in this process, on a machine in memory, also for those that join; the agent of a node
 * that is deleted ends. Resolves when each of the first has reported the state of its node, or after five seconds.
 */
export async function startSimulatedAgents(options: AgentsOptions, signal: AbortSignal): Promise<SimulatedAgents> {
  const connection = { kubeconfig: options.kubeconfig, userAgent: 'kubeletcfg-agent', unattended: true }
  const long = behind(systemClock, lastHeardMs)
  const isOneDown = options.faults?.some(({ kind }) => kind === 'agent-down')
  const cluster = await connect(connection)
  const longAgo = isOneDown ? await connect({ ...connection, clock: long }) : cluster
  const end = new AbortController()
  const span = AbortSignal.any([signal, end.signal])
  const fleet = new Fleet((node, ended) => {
    const faults = new Set((options.faults ?? []).filter((fault) => fault.node === node.name).map(({ kind }) => kind))
    if (faults.has('agent-missing')) return undefined
    const by = faults.has('agent-down') ? { cluster: longAgo, date: long } : { cluster, date: systemClock }
    return startAgent({ ...options, ...by, node: node.name, kubeletVersion: node.kubeletVersion, faults }, ended)
  })
  const running = fleet.follow(cluster.collections.nodes, span)
  running.catch(() => undefined)
  await Promise.race([fleet.reported, running, after(firstReportMs)])
  return {
    running,
    configz: (node) => fleet.hostOf(node)?.configz(),
    has: (node) => fleet.hostOf(node) !== undefined,
    async [Symbol.asyncDispose]() {
      end.abort(new Error('the sandbox ends'))
      await running.finally(() => Promise.all([cluster.close(), longAgo.close()]))
    },
  }
}

type StartedAgent = Awaited<ReturnType<typeof startAgent>>

interface Member extends StartedAgent {
  readonly uid: string
  readonly end: AbortController
}

/** undefined: the node has none. */
type Start = (node: Node, ended: AbortSignal) => Promise<StartedAgent> | undefined

/** The agents of the nodes that there are. */
class Fleet {
  readonly #start: Start
  /** By the names of their nodes; undefined: the node has none. */
  readonly #members = new Map<string, Member | undefined>()
  readonly #reported = Promise.withResolvers<unknown>()
  readonly #failed = Promise.withResolvers<never>()
  readonly #all = new Set<Promise<void>>()

  constructor(start: Start) {
    this.#start = start
    this.#failed.promise.catch(() => undefined)
  }

  /** Once each of the first agents has reported. */
  get reported(): Promise<unknown> {
    return this.#reported.promise
  }

  hostOf(node: string): StartedAgent['host'] | undefined {
    return this.#members.get(node)?.host
  }

  /** Ends with all agents, when the signal aborts. */
  async follow(collection: OpenCluster['collections']['nodes'], signal: AbortSignal): Promise<void> {
    await Promise.race([this.#followNodes(collection, signal), this.#failed.promise])
    await Promise.all(this.#all)
  }

  async #followNodes(collection: OpenCluster['collections']['nodes'], signal: AbortSignal): Promise<void> {
    const nodes = new Map<string, Node>()
    let isFirst = true
    for await (const news of bursts([followingInto(nodes, collection)], { clock: systemClock, limits: { signal } })) {
      if (news !== undefined) continue
      this.#endOfGone(nodes)
      const joined = nodes.values().filter(({ name }) => !this.#members.has(name))
      await Promise.all(joined.map((node) => this.#startFor(node, signal)))
      if (isFirst)
        void Promise.all(this.#members.values().map((member) => member?.reported)).then(this.#reported.resolve)
      isFirst = false
    }
  }

  #endOfGone(nodes: ReadonlyMap<string, Node>): void {
    for (const [name, member] of this.#members) {
      const node = nodes.get(name)
      if (node !== undefined && (member === undefined || node.uid === member.uid)) continue
      member?.end.abort(new Error('the node has left'))
      this.#members.delete(name)
    }
  }

  async #startFor(node: Node, signal: AbortSignal): Promise<void> {
    const end = new AbortController()
    const started = await this.#start(node, AbortSignal.any([signal, end.signal]))
    this.#members.set(node.name, started && { ...started, uid: node.uid, end })
    if (started === undefined) return
    const running = started.running.then(() => void this.#all.delete(running))
    running.catch(this.#failed.reject)
    this.#all.add(running)
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
