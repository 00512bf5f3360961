import { balloon } from '../../lib/names.ts'
import { type Amounts, add, amountsOf, formatAmounts, none } from './accounting/amounts.ts'
import { type KubeObject, type Pod, timestamp } from './model/object.ts'

const Mi = 2n ** 20n
/** What runs on a node outside of pods. */
const ofSystem: Amounts = { cpu: 120n, memory: 600n * Mi }
/** A container without requests, and a balloon. */
const idle: Amounts = { cpu: 2n, memory: 4n * Mi }

const windowMs = 30_000

/** A share of its requests, the same each time: from 25 to 124 percent. */
function ofContainer(pod: Pod, { name, resources }: Pod['spec']['containers'][number]): Amounts {
  const requests = amountsOf(resources?.requests)
  if (pod.metadata.labels?.[balloon.podLabel.key] !== undefined) return idle
  const percent = BigInt(25 + (sumOf(`${pod.metadata.namespace}/${pod.metadata.name}/${name}`) % 100))
  const used = { cpu: (requests.cpu * percent) / 100n, memory: (requests.memory * percent) / 100n }
  return { cpu: used.cpu || idle.cpu, memory: used.memory || idle.memory }
}

function sumOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 9973
  return sum
}

const usageOf = (pod: Pod): Amounts =>
  pod.spec.containers.map((container) => ofContainer(pod, container)).reduce(add, none)

const measurement = ({ metadata: { name, namespace, labels } }: KubeObject, now: number) => ({
  metadata: { name, ...(namespace && { namespace }), creationTimestamp: timestamp(now), ...(labels && { labels }) },
  timestamp: timestamp(now),
  window: `${windowMs / 1000}s`,
})

/** What a simulated metrics-server reports of a node. */
export const nodeMetrics = (node: KubeObject, pods: readonly Pod[], now: number): object => ({
  ...measurement(node, now),
  usage: formatAmounts(pods.map(usageOf).reduce(add, ofSystem)),
})

/** The same of a pod. */
export const podMetrics = (pod: Pod, now: number): object => ({
  ...measurement(pod, now),
  containers: pod.spec.containers.map((container) => ({
    name: container.name,
    usage: formatAmounts(ofContainer(pod, container)),
  })),
})
