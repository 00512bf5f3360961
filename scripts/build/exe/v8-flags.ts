import { setFlagsFromString } from 'node:v8'

/**
 * Flags for a process that compiles, so that it gives the same bytes each time: V8 stores hashes that depend on a random
 * seed, and whether its baseline compiler was at work on a function.
 */
export const sameBytes = ['--hash-seed=1', '--no-sparkplug']

/** The seed has done its work when the process has started. */
export const forgetSeed = (): void => setFlagsFromString('--hash-seed=0')

/** V8 accepts compiled code only under the flags that it was stored under: both must happen under the usual ones. */
export function underUsualFlags<Result>(act: () => Result): Result {
  setFlagsFromString('--sparkplug')
  try {
    return act()
  } finally {
    setFlagsFromString('--no-sparkplug')
  }
}
