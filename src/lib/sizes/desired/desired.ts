import { type Amounts, each, floor, larger, smaller, subtract } from '../../pods/amounts.ts'
import type { Wish } from './wish.ts'

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
