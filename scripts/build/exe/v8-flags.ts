import { setFlagsFromString } from 'node:v8'

/** What leaves traces in the compiled code that depend on time: compilers for functions that are called often. */
const timed = ['sparkplug', 'profile-guided-optimization', 'concurrent-recompilation']
const on = timed.map((name) => `--${name}`)
const off = timed.map((name) => `--no-${name}`)

/** Flags for a process that compiles, so that it gives the same bytes each time. Hashes depend on a seed, random by default. */
export const sameBytes: readonly string[] = ['--hash-seed=1', ...off]

/** The seed has had its effect when the process has started. */
export const forgetSeed = (): void => setFlagsFromString('--hash-seed=0')

/** V8 accepts compiled code only under the flags that it was stored under, so both must happen under the usual ones. */
export function underUsualFlags<Result>(act: () => Result): Result {
  for (const flag of on) setFlagsFromString(flag)
  try {
    return act()
  } finally {
    for (const flag of off) setFlagsFromString(flag)
  }
}
