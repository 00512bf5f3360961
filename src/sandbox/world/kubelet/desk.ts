import { type Amounts, amountsOf, none, subtract } from '../../core/accounting/amounts.ts'
import { requestsInSpec } from '../../core/accounting/requests.ts'
import type { Node, Pod } from '../../core/model/object.ts'
import type { World } from '../runtime/world.ts'
import { type Allocations, createAllocations } from './allocations.ts'
import { judgeClaim, type Verdict } from './verdict.ts'

/** What the parts of one kubelet share. */
export interface Desk {
  readonly world: World
  readonly nodeName: string
  readonly allocations: Allocations
  /** By uid: the pods of this node, as they are now. */
  readonly pods: Map<string, Pod>
  /** By uid of a pod that ends: the instant at which it does. */
  readonly winding: Map<string, string | undefined>
  /** Runs after so many milliseconds, unless the kubelet is stopped by then: what it was at, it begins again. */
  readonly later: (ms: number, run: () => void) => void
  /** Another one each time. */
  readonly takeNumber: () => number
}

export const createDesk = ({ world, nodeName, later }: Pick<Desk, 'world' | 'nodeName' | 'later'>): Desk => {
  let taken = 0
  return {
    world,
    nodeName,
    later,
    takeNumber: () => taken++,
    allocations: createAllocations(world.api.release),
    pods: new Map(),
    winding: new Map(),
  }
}

export const nodeAt = ({ world, nodeName }: Desk): Node | undefined =>
  world.api.store.get({ resource: 'nodes', namespace: '', name: nodeName }) as Node | undefined

/** Does what a pod asks for fit beside the others, less what might be freed? The kubelet goes by its Node object. */
export const judge = (desk: Desk, pod: Pod, freed: Amounts = none): Verdict =>
  judgeClaim({
    asked: requestsInSpec(pod, desk.world.api.release),
    held: desk.allocations.amounts(pod),
    used: subtract(desk.allocations.others(pod), freed),
    allocatable: amountsOf(nodeAt(desk)?.status?.allocatable),
    minor: desk.world.api.release.minor,
  })
