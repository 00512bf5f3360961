import type { Pod } from '../../api/pod.ts'
import { balloon } from '../../names.ts'
import { allocatedRequests, effectiveRequests } from '../../pods/accounting.ts'
import { type Amounts, add, none, subtract } from '../../pods/amounts.ts'
import { hasBalloonLabel } from '../../pods/balloon-label.ts'
import { measure, type NodeTotals } from './node-size.ts'

/** The pods of one node, added up as they come. */
export interface PodSums {
  /** Of the pods that are certainly no balloons. */
  readonly requested: Amounts
  readonly granted: Amounts
  /** Whether these are balloons is known when the installation is. */
  readonly candidates: readonly Pod[]
}

const empty: PodSums = { requested: none, granted: none, candidates: [] }

/** By node. */
export type PodSumsByNode = Map<string, PodSums>

/** Adds a pod that is bound and running. */
export function addPod(nodes: PodSumsByNode, pod: Pod): void {
  const { nodeName = '' } = pod.spec
  const sums = nodes.get(nodeName) ?? empty
  nodes.set(
    nodeName,
    mayBeBalloon(pod)
      ? { ...sums, candidates: [...sums.candidates, withoutOwners(pod)] }
      : {
          ...sums,
          requested: add(sums.requested, effectiveRequests(pod)),
          granted: add(sums.granted, allocatedRequests(pod)),
        },
  )
}

/** Every balloon of every installation, and those who pretend to be one. */
const mayBeBalloon = (pod: Pod): boolean =>
  hasBalloonLabel(pod) ||
  (pod.metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'DaemonSet' && name === balloon.daemonSet)

/** Who owns which field takes most of the memory of a pod. */
function withoutOwners({ metadata: { managedFields: _, ...metadata }, ...pod }: Pod): Pod {
  return { ...pod, metadata }
}

type Installed = Omit<Parameters<typeof measure>[0], 'pods'>

/** Measures a node from the sums of its pods; `unbound` are balloons that no list by node has. */
export function measureSums(
  { requested, granted, candidates }: PodSums = empty,
  unbound: readonly Pod[],
  installed: Installed,
): NodeTotals {
  const { occupants: _, ...size } = measure({ ...installed, pods: [...candidates, ...unbound] })
  return {
    ...size,
    requested: add(size.requested, requested),
    free: subtract(size.free, requested),
    granted: add(size.granted, granted),
  }
}
