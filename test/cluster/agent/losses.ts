import { setTimeout as sleep } from 'node:timers/promises'
import { applyObjects, kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { pausePod, podStatus } from '../pods.ts'
import { happens, until } from '../until.ts'
import { busyPort, type Loss, latePort } from './corpus/document.ts'
import { curl, healthz } from './kubelet-run.ts'
import { deletePods, endedPods } from './pods.ts'
import { leaseRenewedAt, readinessOf } from './reports.ts'

export interface Lost {
  readonly lost: boolean
  /** What Kubernetes said about it, beside the kubelet's own log. */
  readonly says: string
}

/** Looks whether a kubelet that runs since `restartedAt` has lost something; `says`: what somebody will say about it. */
type Look = (node: string, restartedAt: number, says: string) => Promise<Lost>

/** A kubelet renews its lease within half a second of its start; this many times that is enough to say that it does not. */
const completionTimeoutMs = 6_000

export const lookFor: Readonly<Record<Loss, Look>> = {
  async healthz(node) {
    const local = [10248, busyPort, latePort].map((port) => healthz(node, '127.0.0.1', port))
    const answers = await Promise.all([...local, healthz(node, '192.0.2.1')])
    return { lost: !answers.includes('ok'), says: '' }
  },
  async reports(node, restartedAt) {
    await sleep(completionTimeoutMs)
    return { lost: (await leaseRenewedAt(node)) < restartedAt && (await healthz(node)) === 'ok', says: '' }
  },
  async heartbeat(node, restartedAt) {
    await until(async () => (await leaseRenewedAt(node)) > restartedAt, 'the lease was not renewed')
    const isUnknown = async () => (await readinessOf(node)) === 'Unknown'
    return { lost: (await happens(isUnknown, 90_000)) && (await healthz(node)) === 'ok', says: '' }
  },
  async server(node) {
    return {
      lost: (await curl(node, 'https://127.0.0.1:10250/healthz')) === '' && (await healthz(node)) === 'ok',
      says: '',
    }
  },
  async 'new-pods'(node) {
    const name = `${node}-new`
    await applyObjects([pausePod({ name, nodeName: node })])
    const started = await happens(async () => (await podStatus(name)).phase === 'Running', completionTimeoutMs)
    const says = await kubectl(['get', 'events', `--field-selector=involvedObject.name=${name}`, '--output=json'])
    await deletePods([name])
    return { lost: !started && (await readinessOf(node)) === 'True', says }
  },
  async pods(node, _, says) {
    const lost = await endsPods(node)
    // A kubelet sends its Events after it has ended the pod.
    await happens(async () => (await endedPods(node)).says.includes(says), completionTimeoutMs)
    return { lost: lost && (await healthz(node)) === 'ok', says: (await endedPods(node)).says }
  },
}

/**
 * Whether a kubelet that was restarted ends pods, by this start or by the next one: it admits its pods to what the Node
 * offers (pkg/kubelet/lifecycle/predicate.go), and may do so before it has reported that this is less now.
 */
export async function endsPods(node: string): Promise<boolean> {
  const ended = async () => (await endedPods(node)).count > 0
  if (await happens(ended, 15_000)) return true
  await onNode(node, ['systemctl', 'restart', 'kubelet'])
  return happens(ended, 120_000)
}
