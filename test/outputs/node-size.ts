import { memoryOf } from '../../src/lib/quantity/memory.ts'
import { onNode, writeOnNode } from '../cluster/node.ts'
import { allocatableOf } from '../cluster/nodesize/allocatable.ts'
import type { Side } from '../contract/subject.ts'
import { nodeNames, nodeSize } from './nodes.ts'

const dropIn = '/etc/kubernetes/kubelet.conf.d/90-outputs.conf'
const size = { cpu: BigInt(nodeSize.cpu) * 1000n, memory: memoryOf(nodeSize.memory) }

/** Nodes are as large as the host, whatever that is: their kubelets reserve all but the size that outputs were seen on. */
export async function giveNodesTheSize(side: Side): Promise<void> {
  for (const node of nodeNames) {
    const { cpu, memory } = await allocatableOf(node)
    if (cpu < size.cpu || memory < size.memory)
      throw new Error(
        `${node} is too small: a host with ${nodeSize.cpu} cores and ${nodeSize.memory} to spare is needed`,
      )
    const reserved = { cpu: `${cpu - size.cpu}m`, memory: `${memory - size.memory}` }
    await writeOnNode(node, dropIn, dropInText(reserved))
  }
  await restartKubelets(side)
  await side.eventually(async () => {
    for (const node of nodeNames) {
      const { cpu, memory } = await allocatableOf(node)
      if (cpu !== size.cpu || memory !== size.memory) throw new Error(`${node} has ${cpu}m and ${memory} bytes`)
    }
  })
}

export async function giveNodesTheirOwnSize(side: Side): Promise<void> {
  for (const node of nodeNames) await onNode(node, ['rm', '--force', dropIn])
  await restartKubelets(side)
}

const dropInText = (systemReserved: object): string =>
  JSON.stringify({ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', systemReserved })

async function restartKubelets({ stopKubelet, startKubelet }: Side): Promise<void> {
  await Promise.all(
    nodeNames.map(async (node) => {
      await stopKubelet(node)
      await startKubelet(node)
    }),
  )
}
