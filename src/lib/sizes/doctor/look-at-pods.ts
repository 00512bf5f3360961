import type { Pod } from '../../api/pod.ts'
import type { Nodes } from '../../cluster/ports/nodes.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import { type Amounts, add, none } from '../../pods/amounts.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import type { Limits } from '../../ports/limits.ts'
import type { PodsSeen } from './cluster-seen.ts'

interface Sum {
  readonly requested: Map<string, Amounts>
  readonly labelled: Pod[]
  readonly byPriority: Map<string, { readonly name: string; readonly value: number; pods: number }>
}

/** The requests of pods without the label of balloons, by node, too. */
export interface PodsCounted extends PodsSeen {
  readonly requested: ReadonlyMap<string, Amounts>
}

/** One pass over all pods, which keeps only those with the label of balloons. */
export async function lookAtPods(nodes: Pick<Nodes, 'foldPods'>, limits: Limits): Promise<PodsCounted> {
  const begin = (): Sum => ({ requested: new Map(), labelled: [], byPriority: new Map() })
  const { requested, labelled, byPriority } = await nodes.foldPods(begin, count, limits)
  return { requested, labelled, byPriority: [...byPriority.values()] }
}

function count({ requested, labelled, byPriority }: Sum, pod: Pod): void {
  const { nodeName = '', priority, priorityClassName = '' } = pod.spec
  if (hasBalloonLabel(pod)) labelled.push(pod)
  else requested.set(nodeName, add(requested.get(nodeName) ?? none, effectiveRequests(pod)))
  if (priority === undefined) return
  const key = `${priorityClassName} ${priority}`
  const seen = byPriority.get(key) ?? { name: priorityClassName, value: priority, pods: 0 }
  seen.pods += 1
  byPriority.set(key, seen)
}
