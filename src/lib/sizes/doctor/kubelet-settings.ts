import type { Node } from '../../api/node.ts'
import type { Struct, Value } from '../../kubelet/model/document.ts'
import { askConfigz, configurationIn } from '../../nodes/read-configz.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Cluster } from '../ports/cluster.ts'
import type { KubeletSeen, KubeletSettings } from './cluster-seen.ts'

/** Asks the kubelet of a node for its configuration. */
export async function lookAtKubelet(cluster: Cluster, node: Node, limits: Limits): Promise<KubeletSeen> {
  const found = await configurationIn(node, await askConfigz(cluster, node.name, limits))
  return { node, settings: found.failure === undefined ? { value: settingsOf(found.value) } : found }
}

/** A kubelet reports all fields, defaults filled in. */
function settingsOf(configuration: Struct): KubeletSettings {
  const field = (name: string): Value | undefined => configuration.fields.get(name)
  const swap = field('memorySwap')
  const gates = field('featureGates')
  const failCgroupV1 = field('failCgroupV1')
  return {
    cpuManager: textOf(field('cpuManagerPolicy')),
    memoryManager: textOf(field('memoryManagerPolicy')),
    swapBehavior: swap?.type === 'struct' ? textOf(swap.fields.get('swapBehavior')) : '',
    failCgroupV1: failCgroupV1?.type === 'bool' ? failCgroupV1.value : undefined,
    gates: new Map(
      gates?.type === 'map'
        ? [...gates.entries].map(([name, on]) => [name, on.type === 'bool' && on.value] as const)
        : [],
    ),
  }
}

const textOf = (value: Value | undefined): string => (value?.type === 'string' ? value.value : '')
