import { type Amounts, each, floor, larger, none, smaller, subtract } from '../../pods/amounts.ts'
import { type DesiredSize, isBroken, type StoredSize } from './desired-size.ts'

/** The size that a node is to have, with its present allocatable. */
export const desiredSizeOf = (desired: DesiredSize, allocatable: Amounts): Amounts =>
  subtract(allocatable, desiredBalloon(desired, allocatable))

/** How much larger a node is than it is to be; negative when it is smaller. */
export const driftOf = (
  desired: DesiredSize,
  { allocatable, size }: { readonly allocatable: Amounts; readonly size: Amounts },
): Amounts => subtract(size, desiredSizeOf(desired, allocatable))

/** The same for what is stored, or null for nothing: nothing to drift from. undefined: it cannot be told. */
export function driftFrom(
  stored: StoredSize | null | undefined,
  size: { readonly allocatable: Amounts; readonly size: Amounts },
): Amounts | undefined {
  if (stored === null) return none
  return stored === undefined || isBroken(stored.desired) ? undefined : driftOf(stored.desired, size)
}

/**
 * What the balloon of a node requests when its desired size is fulfilled. A size above allocatable leaves the floor; a resource
 * without a desired size, too.
 */
export const desiredBalloon = (
  { hold, amounts }: Pick<DesiredSize, 'hold' | 'amounts'>,
  allocatable: Amounts,
): Amounts =>
  larger(
    floor,
    each((resource) => {
      const wanted = amounts[resource]
      if (wanted === undefined) return 0n
      return hold === 'size' ? allocatable[resource] - wanted : wanted
    }),
  )

interface Room {
  readonly allocatable: Amounts
  readonly requested: Amounts
}

/**
 * The part of it that the node has room for now: a balloon grows into free room only, and gives back what the other pods
 * request beyond the size of the node.
 */
export const within = (desired: Amounts, { allocatable, requested }: Room): Amounts =>
  smaller(desired, larger(floor, subtract(allocatable, requested)))
