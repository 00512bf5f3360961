import type { Stamp } from './stored-document.ts'
import type { Target } from './target.ts'

/** A document as it was pushed once. */
export interface PastDocument {
  readonly target: Target
  readonly revision: number
  /** RFC 3339. */
  readonly createdAt: string
  readonly body: string
  readonly stamp: Stamp
}

/** The revisions of a target that are kept. */
export const keptRevisions = 20

/**
 * The revisions to remove after a push: the oldest, but none that nodes run or return to. `numbers` are ascending, the
 * pushed one included; `inUse` is only called when there are too many.
 */
export function revisionsToRemove(numbers: readonly number[], inUse: () => ReadonlySet<number>): readonly number[] {
  const surplus = numbers.slice(0, Math.max(0, numbers.length - keptRevisions))
  if (surplus.length === 0) return []
  const used = inUse()
  return surplus.filter((number) => !used.has(number))
}
