import { isIP } from 'node:net'
import type { ServerFact } from '../../../cluster/ports/server-messages.ts'
import { isKubelet } from '../../../kubelet/layout/processes.ts'
import { releaseOfKubelet } from '../../../kubelet/model/releases.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { Answer, Evidence, Heartbeats, ServiceState } from '../../model/evidence.ts'
import type { Moment } from '../../model/instant.ts'
import type { AgentNode, NodeFacts, PodFacts } from '../../ports/agent-node.ts'
import type { Health, HealthQuestion } from '../../ports/health.ts'
import type { KubeletService } from '../../ports/kubelet-service.ts'
import { ask, codeOf, hostPort, reachedAt } from './ask.ts'
import { type ConfigzQuestion, configzAnswer } from './configz.ts'
import {
  ApiServerNotRead,
  ConfigzNotUnderstood,
  HealthzNotAnswered,
  HealthzNotOk,
  HealthzOfAnother,
  KubeletNotRunning,
  KubeletNotSeen,
  OwnNodeNotThere,
  ReadyNotTrue,
} from './evidence-messages.ts'
import { listensOn } from './listener.ts'
import type { NodeAccess } from './node-access.ts'
import { fail, pass, podsAnswer, podsBefore, sandboxAnswer, unknown } from './pod-evidence.ts'
import { PodWatch } from './pod-watch.ts'
import { kubeletOf } from './processes.ts'
import { runtimeAnswer } from './runtime.ts'
import { isShuttingDown } from './shutdown.ts'
import { versionOf } from './version.ts'

export interface HealthSurroundings {
  readonly node: NodeAccess
  readonly service: KubeletService
  readonly agentNode: AgentNode
  moment(): Moment
  /** Reads the token that is shown to the kubelet: it is renewed while the agent runs. */
  readonly token: ConfigzQuestion['token']
  /** The socket of the container runtime, from the node's own configuration; undefined: not known. */
  readonly runtimeEndpoint: string | undefined
}

/** Of each question by itself, so that one that hangs leaves time for the others. */
const timeoutMs = 10_000
const none: Answer = { verdict: 'none' }

export function kubeletHealth(around: HealthSurroundings): Health {
  const { agentNode, service } = around
  const watch = new PodWatch(agentNode)
  let last: ServiceState = neverSeen
  return {
    async before(limits) {
      await watch.begin(limits.signal, timeoutMs)
      const [{ pods, heartbeats }, shutsDown] = await Promise.all([
        readNode(around, limits),
        isShuttingDown(around.node, within(limits)),
      ])
      return {
        ...podsBefore(pods instanceof Failure ? undefined : pods),
        heartbeats,
        ...(shutsDown && { shutsDown }),
      }
    },
    async probe(question, limits) {
      const state = await read(service.state(within(limits)))
      if (state instanceof Failure) return unseen(last, state)
      last = state
      if (question.podsBefore !== undefined) watch.follow(limits.signal)
      const [fromApi, fromHost] = await Promise.all([
        lookAtApi({ ...around, watch }, { question, state }, limits),
        lookAtHost(around, { question, state }, limits),
      ])
      limits.signal.throwIfAborted()
      // Asked last: a kubelet says that it is not ready after it has heard of a shutdown.
      const shutsDown = fromApi.ready.verdict !== 'pass' && (await isShuttingDown(around.node, within(limits)))
      return { service: state, ...fromApi, ...fromHost, ...(shutsDown && { shutsDown }) }
    },
  }
}

interface Looking {
  readonly question: HealthQuestion
  readonly state: ServiceState
}

/** A new deadline: ports obey both. */
const within = ({ signal }: Limits): Limits => ({ signal, timeoutMs })

/** The signal of a deadline, for what is not a port. */
const signalWithin = ({ signal }: Limits): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])

/** A Failure instead of its rejection; an interruption and internal errors reject. */
const read = <T>(work: Promise<T>): Promise<T | Failure> =>
  work.catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'interrupted') return error
    throw error
  })

type FromHost = Pick<Evidence, 'healthz' | 'configz' | 'runtime'>

async function lookAtHost(around: HealthSurroundings, looking: Looking, limits: Limits): Promise<FromHost> {
  const { question, state } = looking
  const runtime = runtimeAnswer(around.runtimeEndpoint, signalWithin(limits))
  const kubelet = await kubeletOf(around.node, state, within(limits))
  if (kubelet === undefined) {
    const gone = fail(KubeletNotRunning())
    return { healthz: question.healthz === undefined ? none : gone, configz: none, runtime: await runtime }
  }
  const { healthz } = question
  return {
    healthz: healthz === undefined ? none : await healthzAnswer(healthz, kubelet.pid, signalWithin(limits)),
    configz: await configzOf(around, { ...kubelet, document: question.document }, limits),
    runtime: await runtime,
  }
}

async function configzOf(
  { node, token }: HealthSurroundings,
  { pid, argv, document }: Pick<ConfigzQuestion, 'argv' | 'document'> & { readonly pid: number },
  limits: Limits,
): Promise<Answer> {
  if (!isKubelet(argv)) return unknown(KubeletNotRunning())
  const version = await read(versionOf(node, `/proc/${pid}/exe`, within(limits)))
  if (version instanceof Failure) return unknown(KubeletNotSeen({ because: version.fact }))
  const known = releaseOfKubelet(version)
  if (known === undefined || known.newerThanKnown) return unknown(ConfigzNotUnderstood())
  const deadline = { signal: signalWithin(limits), timeoutMs }
  const answer = await read(configzAnswer({ node, argv, release: known.release, document, token }, deadline))
  return answer instanceof Failure ? unknown(KubeletNotSeen({ because: answer.fact })) : answer
}

type FromApi = Pick<Evidence, 'lease' | 'ready' | 'heartbeats' | 'pods' | 'sandbox' | 'apiReachable'>

/** Everything of one node that the API server has. */
async function readNode({ agentNode, moment }: Pick<HealthSurroundings, 'agentNode' | 'moment'>, limits: Limits) {
  const asked = moment()
  const [lease, node, pods] = await Promise.all([
    read(agentNode.leaseRenewedAt(within(limits))),
    read(nodeNow(agentNode, limits)),
    read(agentNode.pods(within(limits))),
  ])
  const heartbeats: Heartbeats = {
    lease: lease instanceof Failure ? undefined : (lease ?? 0),
    ready: node instanceof Failure ? undefined : (node?.readyHeartbeatAt ?? 0),
    readyBootId: node instanceof Failure ? undefined : node?.bootId,
    asked,
    answered: moment(),
  }
  return { lease, node, pods, heartbeats }
}

async function lookAtApi(
  { watch, ...around }: HealthSurroundings & { readonly watch: PodWatch },
  looking: Looking,
  limits: Limits,
): Promise<FromApi> {
  const { question, state } = looking
  const { lease, node, pods, heartbeats } = await readNode(around, limits)
  // On the clock of the API server, which notes when pods are created. Without a process, nothing follows from them.
  const now = around.agentNode.now()
  const { uptimeMs } = heartbeats.answered
  const startedAt = state.startedAtMs === undefined ? question.restartedAt : now - (uptimeMs - state.startedAtMs)
  return {
    lease: leaseAnswer(lease),
    ready: readyAnswer(node),
    heartbeats,
    pods: podsOr(pods, (some) => podsAnswer(watch.among(some), question.podsBefore, startedAt)),
    sandbox: question.concernsSandboxes ? podsOr(pods, (some) => sandboxAnswer(some, { startedAt, now })) : none,
    apiReachable: isReachable([lease, node, pods]),
  }
}

const unanswered: ReadonlySet<string> = new Set(['unreachable', 'timeout'])

/** A refusal is an answer, too; but not that of the agent's own login, which no document is to blame for. */
function isReachable(answers: readonly unknown[]): boolean {
  const failures = answers.filter((one) => one instanceof Failure)
  if (failures.some(({ fact }) => fact.reason === loginRefused)) return false
  return failures.length < answers.length || failures.some(({ code }) => !unanswered.has(code))
}

const loginRefused: ServerFact['reason'] = 'LoginRefused'

async function nodeNow(agentNode: AgentNode, limits: Limits): Promise<NodeFacts | undefined> {
  const controller = new AbortController()
  const late = new Failure('unreachable', ApiServerNotRead({ because: undefined }))
  const timer = setTimeout(() => controller.abort(late), timeoutMs)
  try {
    for await (const facts of agentNode.watch({ signal: AbortSignal.any([limits.signal, controller.signal]) }))
      return facts
    throw late
  } catch (error) {
    throw controller.signal.aborted && !limits.signal.aborted ? late : error
  } finally {
    clearTimeout(timer)
  }
}

const podsOr = (pods: readonly PodFacts[] | Failure, judge: (pods: readonly PodFacts[]) => Answer): Answer =>
  pods instanceof Failure ? unknown(ApiServerNotRead({ because: pods.fact })) : judge(pods)

const leaseAnswer = (renewedAt: number | undefined | Failure): Answer =>
  renewedAt instanceof Failure ? unknown(ApiServerNotRead({ because: renewedAt.fact })) : pass

function readyAnswer(node: NodeFacts | undefined | Failure): Answer {
  if (node instanceof Failure) return unknown(ApiServerNotRead({ because: node.fact }))
  if (node === undefined) return fail(OwnNodeNotThere())
  const { ready } = node
  return ready === 'True' ? pass : fail(ReadyNotTrue({ ready }))
}

/** For systemd that has not said yet what the kubelet does. */
const neverSeen: ServiceState = {
  unit: '',
  activeState: 'inactive',
  subState: 'dead',
  mainPid: 0,
  startedAtMs: undefined,
  restarts: 0,
  lastExit: undefined,
}

/** systemd did not say: nothing is known, and nothing is held against the configuration. */
function unseen(service: ServiceState, { fact }: Failure): Evidence {
  const answer = unknown(KubeletNotSeen({ because: fact }))
  const api = { lease: answer, ready: answer, heartbeats: undefined, pods: answer, sandbox: answer, apiReachable: true }
  return { service, healthz: answer, configz: answer, runtime: answer, ...api }
}

const maxBytes = 65_536

/** Whether the kubelet with this process says that it is healthy. */
export async function healthzAnswer(
  { address, port }: { readonly address: string; readonly port: number },
  pid: number,
  signal: AbortSignal,
): Promise<Answer> {
  const host = reachedAt(address)
  const where = hostPort(host, port)
  // A document must not make the agent talk to other machines.
  if (isIP(host) === 0) return fail(HealthzNotAnswered({ address: where, errno: 'EADDRNOTAVAIL' }))
  try {
    const { status } = await ask({ host, port, path: '/healthz' }, maxBytes, signal)
    if ((await listensOn(pid, port)) === false) return fail(HealthzOfAnother({ address: where }))
    return status === 200 ? pass : fail(HealthzNotOk({ address: where, status }))
  } catch (error) {
    return fail(HealthzNotAnswered({ address: where, errno: signal.aborted ? 'ETIMEDOUT' : codeOf(error) }))
  }
}
