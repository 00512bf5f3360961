import type { Amounts } from '../../../src/lib/pods/amounts.ts'
import { cpuOf, formatCpu } from '../../../src/lib/quantity/cpu.ts'
import { memoryOf } from '../../../src/lib/quantity/memory.ts'
import type { NodeName } from '../machine/nodes.ts'
import { readNode } from '../read.ts'

interface Node {
  readonly status: { readonly allocatable: { readonly cpu: string; readonly memory: string } }
}

/** Nodes are as large as the host, whatever that is. */
export async function allocatableOf(node: NodeName): Promise<Amounts> {
  const { cpu, memory } = (await readNode<Node>(node)).status.allocatable
  return { cpu: cpuOf(cpu), memory: memoryOf(memory) }
}

/** So many percent of what a node can allocate, as the API server writes it. */
export async function cpuShare(node: NodeName, percent: bigint): Promise<string> {
  return formatCpu(((await allocatableOf(node)).cpu * percent) / 100n)
}
