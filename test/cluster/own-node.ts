import { readdirSync } from 'node:fs'
import { runDirectory } from './host/directories.ts'
import { kubectl } from './kubectl.ts'
import { describeNode, type NodeDescription } from './machine/nodes.ts'
import { startNode } from './machine/start.ts'
import { endNode } from './machine/stop.ts'
import { onNode } from './node.ts'
import { until } from './until.ts'

const { signal } = new AbortController()
const made = new Set<string>()

/** A node for one test file: whatever is done to it, other tests do not notice. Ready when this settles. */
export async function makeNode(
  options: Partial<Pick<NodeDescription, 'layout' | 'kubelet'>> = {},
): Promise<NodeDescription> {
  const number = freeNumber()
  const node = { ...describeNode(number), ...options, name: `${options.layout ?? 'plain'}-${number}` }
  made.add(node.name)
  await startNode(node, signal)
  await untilReady(node.name)
  // As after a while: a power cut right after its first start would leave the kubelet with an empty certificate.
  await onNode(node.name, ['sync', '--file-system', '/var/lib/kubelet'])
  return node
}

/** Removes all nodes of this test file, what was bound to them, and all that tells of them. Also those that failed to start. */
export async function removeNodes(): Promise<void> {
  await Promise.all([...made].map(removeNode))
}

async function removeNode(name: string): Promise<void> {
  await endNode(name)
  const bound = ['--all-namespaces', `--field-selector=spec.nodeName=${name}`]
  await kubectl(['delete', 'pods', ...bound, '--force', '--grace-period=0', '--ignore-not-found'])
  await kubectl(['delete', 'node', name, '--ignore-not-found'])
  made.delete(name)
}

const firstNumber = 21
const claims = new Set<number>()

/** Not that of a node that a failed test has left, nor of one that is being made. */
function freeNumber(): number {
  const taken = new Set(readdirSync(runDirectory).map((name) => Number(/-(\d+)$/.exec(name)?.[1])))
  let number = firstNumber
  while (taken.has(number) || claims.has(number)) number += 1
  claims.add(number)
  return number
}

/** Settles when the kubelet has reported that the node is Ready. */
export async function untilReady(node: string): Promise<void> {
  const condition = ['--for=condition=Ready', `node/${node}`]
  await until(async () => (await kubectl(['wait', ...condition, '--timeout=5s'])) !== '', `${node} is not Ready`)
}
