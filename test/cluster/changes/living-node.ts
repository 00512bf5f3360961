import { setTimeout as sleep } from 'node:timers/promises'
import type { Pod } from '../../../src/lib/api/pod.ts'
import type { Assessment } from '../../../src/lib/kubelet/changes/assess.ts'
import { stepsFor } from '../../../src/lib/kubelet/changes/steps.ts'
import { kubeletUnit, runWith } from '../agent/kubelet-run.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { type PodStatus, pausePod } from '../pods.ts'
import { listPods } from '../read.ts'
import { until } from '../until.ts'

export interface LivingPod {
  readonly name: string
  readonly cpu?: string
  readonly memory?: string
  /** Limits as requests: with both, its class is Guaranteed. */
  readonly isLimited?: boolean
  readonly priorityClassName?: string
  /** Made some time after the others. */
  readonly isLater?: boolean
  /**
   * It has a range of user IDs on disk, as a kubelet writes it for a pod with hostUsers: false. The runtime here has no user
   * namespaces.
   */
  readonly idRange?: true
}

/** What became of a node after a change. */
export interface Aftermath {
  /** The exit code of the kubelet; undefined: it runs. */
  readonly exit: number | undefined
  /** Pods that were not drained, and no longer run in the same container. */
  readonly lost: readonly string[]
}

/** As the API server has it. */
export type LivePod = Omit<Pod, 'status'> & { readonly status: PodStatus & NonNullable<Pod['status']> }

const stateFiles = ['cpu_manager_state', 'memory_manager_state']
export const podsOn = (node: string): Promise<readonly LivePod[]> => listPods(`fieldSelector=spec.nodeName=${node}`)

/** The node runs with a document and with pods, as if it had always done so. */
export async function live(node: string, text: string, pods: readonly LivingPod[]): Promise<void> {
  await drain(node)
  await removeState(node, stateFiles)
  const { exit, log } = await runWith(node, text)
  if (exit !== undefined) throw new Error(`${node} does not start with the first document: ${log.slice(-2_000)}`)
  const first = pods.filter(({ isLater }) => !isLater)
  if (first.length > 0) await applyObjects(first.map((pod) => podOn(node, pod)))
  const later = pods.filter(({ isLater }) => isLater)
  // The API server notes times to the second.
  if (later.length > 0 && later.length < pods.length) await sleep(1_100)
  if (later.length > 0) await applyObjects(later.map((pod) => podOn(node, pod)))
  const running = async (): Promise<boolean> => (await podsOn(node)).every(({ status }) => status.phase === 'Running')
  await until(running, `the pods of ${node} do not run`)
  if (pods.some(({ idRange }) => idRange)) await giveIdRanges(node, text)
}

/** The kubelet knows the ranges from its start on, and removes them with the pods. */
async function giveIdRanges(node: string, text: string): Promise<void> {
  const length = Number(/idsPerPod: (\d+)/.exec(text)?.[1] ?? 65_536)
  for (const [i, { metadata }] of (await podsOn(node)).entries()) {
    const range = [{ hostId: length * (i + 1), containerId: 0, length }]
    const mappings = JSON.stringify({ uidMappings: range, gidMappings: range })
    await writeOnNode(node, `/var/lib/kubelet/pods/${metadata.uid}/userns`, mappings)
  }
  const { exit } = await runWith(node, text)
  if (exit !== undefined) throw new Error(`${node} does not start with the ranges of its pods`)
}

function podOn(node: string, { name, cpu, memory, isLimited, priorityClassName }: LivingPod): object {
  const requests = { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) }
  const resources = { requests, ...(isLimited && { limits: requests }) }
  return pausePod({
    name: `${name}-${node}`,
    nodeName: node,
    resources,
    ...(priorityClassName !== undefined && { priorityClassName }),
  })
}

async function drain(node: string): Promise<void> {
  await kubectl(['delete', 'pods', `--field-selector=spec.nodeName=${node}`, '--grace-period=1', '--timeout=30s'])
}

export async function removeState(node: string, files: readonly string[]): Promise<void> {
  const paths = files.map((file) => `/var/lib/kubelet/${file}`)
  await onNode(node, ['sh', '-ec', 'systemctl stop kubelet; rm --force "$@"', 'sh', ...paths])
}

/** Changes the document in the steps that its assessment requires. */
export async function change(node: string, text: string, assessment: Assessment): Promise<Aftermath> {
  const steps = stepsFor(assessment)
  const isDrained = steps.some(({ reason }) => reason === 'DrainNode')
  for (const step of steps) {
    if (step.reason === 'DrainNode') await drain(node)
    if (step.reason === 'RemoveStateFiles') await removeState(node, step.files)
  }
  return restartWith(node, text, isDrained ? [] : await podsOn(node))
}

/** Only restarts the kubelet; for a change of a state file, on a drained node. */
export async function changeWithLess(node: string, text: string, { disruption }: Assessment): Promise<Aftermath> {
  if (disruption === 'state-file' || disruption === 'reboot') await drain(node)
  return restartWith(node, text, await podsOn(node))
}

/** Restarts the kubelet, and sees what became of these pods. */
export async function restartWith(
  node: string,
  text: string,
  before: readonly LivePod[],
  waitMs = admissionMs,
): Promise<Aftermath> {
  const { exit } = await runWith(node, text)
  if (exit !== undefined) return { exit, lost: [] }
  await sleep(waitMs)
  const [after, denied] = [await podsOn(node), await deniedOn(node)]
  const containers = new Map(after.map((pod) => [pod.metadata.uid, containersOf(pod)]))
  const lost = before.filter(
    (pod) => denied.includes(pod.metadata.uid) || containersOf(pod) !== containers.get(pod.metadata.uid),
  )
  return { exit, lost: lost.map(({ metadata }) => metadata.name) }
}

/** UIDs of the pods that this run of the kubelet did not admit, which it reports later. */
async function deniedOn(node: string): Promise<readonly string[]> {
  const { invocation } = await kubeletUnit(node)
  const log = await onNode(node, ['journalctl', '--output=cat', `_SYSTEMD_INVOCATION_ID=${invocation}`])
  return Array.from(log.matchAll(/"Pod admission denied" podUID="([^"]+)"/g), ([, uid]) => uid!)
}

/** A kubelet admits its pods right after its start. */
const admissionMs = 2_000

const containersOf = ({ status }: LivePod): string =>
  `${status.phase} ${(status.containerStatuses ?? []).map(({ containerID }) => containerID).join()}`

/** Back to a document that the node has lived with, and without pods: also a kubelet that exits can do that. */
export async function restore(node: string, text: string): Promise<void> {
  await onNode(node, ['sh', '-ec', 'systemctl stop kubelet; cd /var/lib/kubelet; rm --force "$@"', 'sh', ...stateFiles])
  await runWith(node, text)
  await drain(node)
}
