import { type Amounts, none, subtract } from '../../pods/amounts.ts'
import { desiredBalloon } from './desired.ts'
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
