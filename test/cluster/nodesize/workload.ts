import { applyObjects, kubectl } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import { type PausePod, pausePod, waitForPod } from '../pods.ts'

/** A pod that the scheduler puts on this one node, or leaves Pending. */
export interface Workload {
  readonly name: string
  readonly node: NodeName
  readonly namespace?: string
  readonly cpu: string
  readonly memory?: string
  readonly priorityClassName?: string
  readonly labels?: Readonly<Record<string, string>>
}

type Pod = { readonly metadata: object; readonly spec: object }

export function workload({ name, node, namespace = 'default', cpu, memory = '16Mi', ...more }: Workload): object {
  const { priorityClassName, labels = {} } = more
  const options: PausePod = { name, namespace, resources: { requests: { cpu, memory } } }
  const pod = pausePod(options) as Pod
  const nodeSelector = { 'kubernetes.io/hostname': node }
  return {
    ...pod,
    metadata: { ...pod.metadata, labels },
    spec: { ...pod.spec, nodeSelector, ...(priorityClassName !== undefined && { priorityClassName }) },
  }
}

/** Settles when it runs. */
export async function runWorkload(options: Workload): Promise<void> {
  await applyObjects([workload(options)])
  await waitForPod(options.name, options.namespace)
}

/** Settles when it is gone; that it was never there is fine. */
export async function removeWorkload({ name, namespace = 'default' }: Pick<Workload, 'name' | 'namespace'>) {
  await kubectl(['delete', 'pod', name, `--namespace=${namespace}`, '--ignore-not-found'])
}
