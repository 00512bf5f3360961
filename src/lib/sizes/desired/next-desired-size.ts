import { type Amounts, equal, floor, type Resource, resources } from '../../pods/amounts.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { NodeSize } from '../model/node-size.ts'
import { resolveSize, type SizeRequest } from '../model/size.ts'
import type { DesiredSize, DesiredSizeStamp } from './desired-size.ts'
import { desiredBalloon } from './drift.ts'

interface Asked {
  readonly measured: Pick<NodeSize, 'node' | 'allocatable' | 'balloon' | 'size'>
  readonly request: SizeRequest
  /** undefined: that of the present desired size; without one, the size. */
  readonly hold: HoldPolicy | undefined
  readonly present: DesiredSize | undefined
  readonly stamp: DesiredSizeStamp
}

/**
 * The desired size after a size was requested. A resource that the request does not have keeps its desired size; without one, what its
 * balloon holds now. undefined: the full size, which a balloon has without a desired size.
 */
export function nextDesiredSize({ measured, request, hold: asked, present, stamp }: Asked): DesiredSize | undefined {
  const resolved = resolveSize(request, measured)
  // Such a request is refused, and leaves the node as it is.
  if (resolved.kind === 'out-of-range') return present
  const hold = asked ?? present?.hold ?? 'size'
  const { allocatable, balloon } = measured
  const sizeFor = (resource: Resource): bigint | undefined => {
    if (request[resource] !== undefined) return request[resource].kind === 'max' ? undefined : resolved.size[resource]
    if (present !== undefined) return desiredSizeOf(present, { resource, allocatable })
    return balloon[resource] > floor[resource] ? measured.size[resource] : undefined
  }
  const amountFor = (resource: Resource): bigint | undefined => {
    const size = sizeFor(resource)
    return size === undefined || hold === 'size' ? size : allocatable[resource] - size
  }
  const amounts = Object.fromEntries(
    resources.map((resource) => [resource, amountFor(resource)]).filter(([, amount]) => amount !== undefined),
  ) as Partial<Amounts>
  if (Object.keys(amounts).length === 0) return undefined
  return { node: measured.node.name, hold, amounts, birth: desiredBalloon({ hold, amounts }, allocatable), stamp }
}

function desiredSizeOf(
  { hold, amounts }: DesiredSize,
  { resource, allocatable }: { resource: Resource; allocatable: Amounts },
): bigint | undefined {
  const amount = amounts[resource]
  return amount === undefined || hold === 'size' ? amount : allocatable[resource] - amount
}

/** The same request for a size that a node has: `max` for a resource of which its balloon holds only the floor. */
export const requestFor = (size: Amounts, allocatable: Amounts): SizeRequest =>
  Object.fromEntries(
    resources.map((resource) => [
      resource,
      allocatable[resource] - size[resource] <= floor[resource]
        ? { kind: 'max' }
        : { kind: 'amount', amount: size[resource] },
    ]),
  )

/** Whether two desired sizes ask for the same, whoever asked, now and for balloons to be. */
export const sameDesired = (one: DesiredSize | undefined, other: DesiredSize | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.hold === other.hold &&
      equal(filled(one.amounts), filled(other.amounts)) &&
      equal(filled(one.birth), filled(other.birth))

/** No desired size is for a negative amount. */
const filled = ({ cpu = -1n, memory = -1n }: Partial<Amounts> = {}): Amounts => ({ cpu, memory })
