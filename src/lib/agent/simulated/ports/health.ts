import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import { ApiServerNotRead, DocumentNotOnDisk, HealthzNotAnswered } from '../../host/kubelet/evidence-messages.ts'
import { fail, pass, podsAnswer, podsBefore, unknown } from '../../host/kubelet/pod-evidence.ts'
import type { Answer, Evidence, Heartbeats } from '../../model/evidence.ts'
import type { Moment } from '../../model/instant.ts'
import type { AgentNode, PodFacts } from '../../ports/agent-node.ts'
import type { Health, HealthQuestion } from '../../ports/health.ts'
import type { SimulatedMachine } from '../machine.ts'
import type { MachineInTime } from '../machine-in-time.ts'

const none: Answer = { verdict: 'none' }

/** What the kubelet of a simulated machine shows. Its pods are those of the cluster. */
export const healthOf = (time: MachineInTime, node: Pick<AgentNode, 'pods'>): Health => ({
  async before(limits) {
    const pods = await podsNow(node, limits)
    if (pods instanceof Failure) return { ...podsBefore(undefined), heartbeats: unread(time.now.moment()) }
    return { ...podsBefore(pods), heartbeats: time.now.heartbeats() }
  },
  async probe(question, limits) {
    const pods = await podsNow(node, limits)
    const machine = time.now
    return { ...fromMachine(machine, question), ...fromCluster(machine, question, pods) }
  },
})

async function podsNow(node: Pick<AgentNode, 'pods'>, limits: Limits): Promise<readonly PodFacts[] | Failure> {
  try {
    return await node.pods(limits)
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted') return error
    throw error
  }
}

type FromMachine = Pick<Evidence, 'service' | 'healthz' | 'configz' | 'sandbox' | 'runtime'>

function fromMachine(machine: SimulatedMachine, { healthz }: HealthQuestion): FromMachine {
  const { kubelet, disk } = machine
  const isHealthy = kubelet.answersHealthz(machine.moment().uptimeMs)
  const runs = kubelet.process?.content
  return {
    service: kubelet.service(),
    healthz: healthz === undefined ? none : isHealthy ? pass : silent(healthz),
    configz: runs === undefined ? none : runs === disk.live ? pass : fail(DocumentNotOnDisk()),
    sandbox: none,
    runtime: pass,
  }
}

const silent = ({ address, port }: { address: string; port: number }): Answer =>
  fail(HealthzNotAnswered({ address: `${address}:${port}`, errno: 'ECONNREFUSED' }))

type FromCluster = Pick<Evidence, 'lease' | 'ready' | 'heartbeats' | 'pods' | 'apiReachable'>

const unread = (now: Moment): Heartbeats => ({
  lease: undefined,
  ready: undefined,
  readyBootId: undefined,
  asked: now,
  answered: now,
})

/** A kubelet reports to the API server that answers its agent. */
function fromCluster(
  machine: SimulatedMachine,
  { podsBefore, restartedAt }: HealthQuestion,
  pods: readonly PodFacts[] | Failure,
): FromCluster {
  if (pods instanceof Failure) {
    const answer = unknown(ApiServerNotRead({ because: pods.fact }))
    const heartbeats = unread(machine.moment())
    return { lease: answer, ready: answer, heartbeats, pods: answer, apiReachable: false }
  }
  return {
    lease: pass,
    ready: pass,
    heartbeats: machine.heartbeats(),
    pods: podsAnswer(pods, podsBefore, restartedAt),
    apiReachable: true,
  }
}
