import type { Fact } from '../../src/lib/message/fact.ts'
import { Failure, type Said } from '../../src/lib/message/failure.ts'

/** The fact of the Failure that this throws. */
export function factOf(act: () => unknown): Fact | Said {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure) return error.fact
    throw error
  }
  throw new Error('nothing was thrown')
}
