import { type Amounts, each, floor, larger, none, smaller, subtract } from '../../pods/amounts.ts'
import { isBroken, type StoredWish, type Wish } from './wish.ts'

/** The size that a node is to have, with its present allocatable. */
export const wishedSize = (wish: Wish, allocatable: Amounts): Amounts =>
  subtract(allocatable, desiredBalloon(wish, allocatable))

/** How much larger a node is than it is to be; negative when it is smaller. */
export const driftOf = (
  wish: Wish,
  { allocatable, size }: { readonly allocatable: Amounts; readonly size: Amounts },
): Amounts => subtract(size, wishedSize(wish, allocatable))

/** The same for what is stored, or null for nothing: nothing to drift from. undefined: it cannot be told. */
export function driftFrom(
  stored: StoredWish | null | undefined,
  size: { readonly allocatable: Amounts; readonly size: Amounts },
): Amounts | undefined {
  if (stored === null) return none
  return stored === undefined || isBroken(stored.wish) ? undefined : driftOf(stored.wish, size)
}

/**
 * What the balloon of a node requests when its wish is fulfilled. A size above allocatable leaves the floor; a resource
 * without a wish, too.
 */
export const desiredBalloon = ({ hold, amounts }: Pick<Wish, 'hold' | 'amounts'>, allocatable: Amounts): Amounts =>
  larger(
    floor,
    each((resource) => {
      const wished = amounts[resource]
      if (wished === undefined) return 0n
      return hold === 'size' ? allocatable[resource] - wished : wished
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
