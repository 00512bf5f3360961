import { readFile } from 'node:fs/promises'
import { chooseContext } from '../../cluster/login/context.ts'
import { findKubeconfig } from '../../cluster/login/kubeconfig-find.ts'
import type { OpenCluster } from '../../connect/cluster.ts'
import { connect } from '../../connect/connect.ts'
import type { ApplyModeName } from '../../kubelet/layout/apply-mode.ts'
import { compileNothingForSpeed, giveBackMemory, memoryOfProcess, poolNoBuffers } from '../../loop/give-back-memory.ts'
import { keepAlive } from '../../loop/keep-alive.ts'
import type { Log } from '../../loop/log-line.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import { type RunningServer, servePages } from '../../loop/page-server.ts'
import { registerProcessMetrics } from '../../loop/process-metrics.ts'
import { random } from '../../loop/random.ts'
import { systemdSupervisor } from '../../loop/systemd-supervisor.ts'
import { systemClock as clock } from '../../machine/clock.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { tokenFileAt } from '../host/token-file.ts'
import { serviceAccountOf } from '../identity/service-account.ts'
import type { AgentDependencies } from '../loop/dependencies.ts'
import { type Kept, keepToken } from '../loop/keep-token.ts'
import { AgentWithoutToken } from '../loop/loop-messages.ts'
import { AgentMonitor } from '../loop/monitor.ts'
import { runAgent } from '../loop/run-agent.ts'
import { AgentMetrics, healthPage } from '../metrics/agent-metrics.ts'
import { defaultSettings, type Settings } from '../model/settings.ts'
import { openHost } from './open-host.ts'

export interface AgentHere {
  readonly cluster: OpenCluster
  readonly settings: Partial<Settings>
  readonly node: string
  readonly namespace: string
  /** That of the agent; undefined: the service account of its pod, or what else is found. */
  readonly kubeconfig: string | undefined
  readonly stateFolder: string
  readonly applyMode: ApplyModeName | 'auto'
  readonly allowedUnsafe: readonly string[]
  /** undefined: nowhere. */
  readonly metricsAt: ServerAddress | undefined
  readonly version: string
  readonly log: Log
}

const prefixOnHost: readonly string[] = []

/** The agent of this machine, with its servers and timers, until the signal aborts. Rejects with a Failure when it cannot run. */
export async function runAgentHere(here: AgentHere, signal: AbortSignal): Promise<void> {
  const limits = { signal, timeoutMs: 60_000 }
  const supervisor = systemdSupervisor(process.env, signal)
  const options = { stateFolder: here.stateFolder, applyMode: here.applyMode, root: '/', prefix: prefixOnHost }
  using host = await openHost(options, limits)
  using kubelet = host.kubeletKubeconfig === undefined ? undefined : await asKubelet(host.kubeletKubeconfig)
  const agentNode = here.cluster.agentNode(here.node)
  const { pods, podChanges } = kubelet?.agentNode(here.node) ?? agentNode
  const node = { ...agentNode, pods, podChanges }
  const token = await agentTokenIn(here.kubeconfig)
  const metrics = new AgentMetrics(here)
  registerProcessMetrics(metrics.registry, clock)
  const monitor = new AgentMonitor(clock, { metrics, log: here.log })
  const dependencies: AgentDependencies = {
    node: here.node,
    settings: { ...defaultSettings, ...here.settings },
    allowedUnsafe: here.allowedUnsafe,
    host: host.hostWith({ agentNode: node, token: token.read }),
    cluster: { documents: here.cluster.documents, rollouts: here.cluster.rollouts, node, events: here.cluster.events },
    clock,
    random,
  }
  const server = await serveAgentPages(monitor, here.metricsAt)
  await using _closing = { [Symbol.asyncDispose]: async () => server?.close() }
  await supervisor.tell({ ready: true })
  compileNothingForSpeed()
  poolNoBuffers()
  const tasks = [
    keepAlive({ supervisor, clock, isAlive: () => monitor.isAlive() }, signal),
    renewing(here, { token, monitor }, signal),
    giveBackMemory(memoryOfProcess(), clock, signal),
    runAgent(dependencies, { observer: monitor, version: here.version, lost: host.lost }, signal),
  ]
  try {
    await Promise.all(tasks)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await supervisor.tell({ stopping: true })
  }
}

async function renewing(
  { node, namespace, cluster }: AgentHere,
  { token, monitor }: { token: AgentToken; monitor: AgentMonitor },
  signal: AbortSignal,
): Promise<void> {
  const serviceAccount = serviceAccountOf(node)
  if (serviceAccount === undefined) return
  const report = (failure: Fact | undefined): void => failure && monitor.warn(failure)
  await token.keep({ node, namespace, serviceAccount, clock, random, report, enrollment: cluster.enrollment }, signal)
}

/** With the kubelet's own credentials, which may read the pods of its node and no others (ADR 22). */
const asKubelet = async (kubeconfig: string): Promise<OpenCluster & Disposable> => {
  const cluster = await connect({ kubeconfig, userAgent: 'kubeletcfg-agent', unattended: true })
  return { ...cluster, [Symbol.dispose]: () => cluster.close() }
}

/** The token that the agent logs in with. */
interface AgentToken {
  /** As it is now. Rejects with Failure 'refused' when the agent has other credentials. */
  read(): Promise<string>
  /** Renews it until the signal aborts, if it is in a file that an installation made. */
  keep(kept: Omit<Kept, 'file'>, signal: AbortSignal): Promise<void>
}

/** `kubeconfig`: that of the agent; undefined: the one that is found, such as the service account of its pod. */
async function agentTokenIn(kubeconfig: string | undefined): Promise<AgentToken> {
  const { user } = chooseContext(await findKubeconfig(kubeconfig), {})
  const login = user?.login
  return {
    async read() {
      if (login?.kind === 'token') return login.token
      const text = login?.kind === 'tokenFile' ? await readFile(login.file, 'utf8').catch(() => '') : ''
      if (text.trim() !== '') return text.trim()
      throw new Failure('refused', AgentWithoutToken())
    },
    async keep(kept, signal) {
      // The kubelet renews that of a pod.
      if (kubeconfig === undefined || login?.kind !== 'tokenFile') return
      await keepToken({ ...kept, file: tokenFileAt(login.file) }, signal)
    },
  }
}

/**
 * Serves /metrics and /healthz. Whoever has their port must not keep the agent from its kubelet: it works without them.
 * `at` undefined: nowhere.
 */
export async function serveAgentPages(
  monitor: AgentMonitor,
  at: ServerAddress | undefined,
): Promise<RunningServer | undefined> {
  if (at === undefined) return undefined
  const pages = {
    '/healthz': () => healthPage(monitor.isAlive()),
    '/metrics': () => monitor.metrics.page(),
  }
  try {
    return await servePages(pages, at)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    monitor.warn(error.fact)
    return undefined
  }
}
