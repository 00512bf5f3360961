import type { Pod } from '../../api/pod.ts'
import { effectiveRequests } from '../../pods/accounting.ts'
import type { Amounts } from '../../pods/amounts.ts'
import { isBalloon, nodeOf } from '../model/balloon.ts'
import type { Installation, NotInstalled } from '../model/installation.ts'

/** Capacity of one node that its balloon requests. */
export interface Held {
  readonly node: string
  readonly amounts: Amounts
}

/** By node. Balloons that are terminating or not yet on a node are omitted: they hold no capacity to return. */
export const heldBy = (pods: readonly Pod[], installation: Installation | NotInstalled): readonly Held[] =>
  pods
    .filter((pod) => 'daemonSetUid' in installation && isBalloon(pod, installation))
    .filter(({ metadata, spec }) => metadata.deletionTimestamp === undefined && spec.nodeName !== undefined)
    .map((pod) => ({ node: nodeOf(pod) ?? '', amounts: effectiveRequests(pod) }))
    .toSorted((a, b) => (a.node < b.node ? -1 : 1))
