import { type Amounts, amountsOf, none, subtract } from '../../core/accounting/amounts.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Node, Pod } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'
import { type Allocations, createAllocations } from './allocations.ts'
import { type ClaimVerdict, judgeClaim } from './claim-verdict.ts'

/** State that the parts of one kubelet share. */
export interface KubeletState {
  readonly world: World
  readonly nodeName: string
  readonly allocations: Allocations
  /** Current pods of this node, by uid. */
  readonly pods: Map<string, Pod>
  /** deletionTimestamp of the pods that are terminating, by uid. */
  readonly terminating: Map<string, string | undefined>
  /** Runs after `ms` milliseconds, unless the kubelet has been stopped since; a start resumes interrupted work. */
  readonly later: (ms: number, run: () => void) => void
  /** Returns 0, 1, 2, … */
  readonly takeNumber: () => number
}

export const createState = ({
  world,
  nodeName,
  later,
}: Pick<KubeletState, 'world' | 'nodeName' | 'later'>): KubeletState => {
  let taken = 0
  return {
    world,
    nodeName,
    later,
    takeNumber: () => taken++,
    allocations: createAllocations(world.api.release),
    pods: new Map(),
    terminating: new Map(),
  }
}

export const nodeAt = ({ world, nodeName }: KubeletState): Node | undefined =>
  world.api.store.get({ resource: 'nodes', namespace: '', name: nodeName }) as Node | undefined

/** Decides on the spec of a pod, by allocatable in the Node object. `freed` is not counted as used. */
export const judge = (state: KubeletState, pod: Pod, freed: Amounts = none): ClaimVerdict =>
  judgeClaim({
    asked: requestsInSpec(pod, state.world.api.release),
    held: state.allocations.amounts(pod),
    used: subtract(state.allocations.others(pod), freed),
    allocatable: amountsOf(nodeAt(state)?.status?.allocatable),
    minor: state.world.api.release.minor,
  })
