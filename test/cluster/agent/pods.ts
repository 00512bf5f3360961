import { applyObjects, kubectl } from '../kubectl.ts'
import { containerPids } from '../node.ts'
import { pausePod, waitForPod } from '../pods.ts'
import { listPods, read } from '../read.ts'

const requests = ['200m', '100m', '1m']

/** Names of pods that do nothing on a node, such as a document can hurt. */
export const podsOf = (node: string): readonly string[] => requests.map((cpu) => `${node}-${cpu}`)

/** Starts those that are not there; settles when they are Ready. */
export async function startPods(node: string): Promise<void> {
  const pods = requests.map((cpu) => {
    const resources = { requests: { cpu, memory: '30Mi' } }
    return pausePod({ name: `${node}-${cpu}`, nodeName: node, resources })
  })
  await applyObjects(pods)
  await Promise.all(podsOf(node).map((name) => waitForPod(name)))
}

/** In place of those that have ended, new ones. */
export async function replaceEndedPods(node: string): Promise<void> {
  const phases = '--output=jsonpath={range .items[?(@.status.phase!="Running")]}{.metadata.name} {end}'
  const ended = await kubectl(['get', 'pods', ...podsOf(node), '--ignore-not-found', phases])
  const names = ended.split(' ').filter(Boolean)
  if (names.length > 0) await deletePods(names)
  await startPods(node)
}

/**
 * New ones for all: a kubelet that started since another document ended pods may have refused some of these, too, and has not
 * said so yet (pkg/kubelet/lifecycle/predicate.go).
 */
export async function renewPods(node: string): Promise<void> {
  await deletePods(podsOf(node))
  await startPods(node)
}

export async function deletePods(names: readonly string[]): Promise<void> {
  await kubectl(['delete', 'pods', ...names, '--force', '--grace-period=0', '--ignore-not-found'])
}

/** PIDs of all containers of a node, sandboxes too: what a restart of the kubelet must leave as it is. */
export async function pidsOn(node: string): Promise<readonly number[]> {
  return [...(await containerPids(node)).values()].toSorted((a, b) => a - b)
}

interface Pod {
  readonly metadata: { readonly name: string }
  readonly status: { readonly phase: string; readonly reason?: string; readonly message?: string }
}

/** How many of the pods of a node do not run, and what was said about it. */
export async function endedPods(node: string): Promise<{ readonly count: number; readonly says: string }> {
  const names = podsOf(node)
  const pods = (await listPods<Pod>()).filter(({ metadata }) => names.includes(metadata.name))
  const { items: events } = await read<{ items: readonly Event[] }>('/api/v1/namespaces/default/events')
  const own = events.filter(({ involvedObject }) => names.includes(involvedObject.name))
  const says = [...pods.map(({ status }) => JSON.stringify(status)), ...own.map((e) => `${e.reason}: ${e.message}`)]
  return { count: pods.filter(({ status }) => status.phase !== 'Running').length, says: says.join('\n') }
}

interface Event {
  readonly involvedObject: { readonly name: string }
  readonly reason: string
  readonly message: string
}
