import type { Release } from '../versions.ts'
import { runLane } from './lane.ts'

/** At once: what starts is all computing. */
const atOnce = 2

/** Runs the same on a cluster of each release, some side by side; the worst of the exit codes. */
export async function runReleases(
  releases: readonly Release[],
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const waiting = [...releases]
  const codes: number[] = []
  const runSome = async () => {
    for (let release = waiting.shift(); release !== undefined; release = waiting.shift()) {
      signal.throwIfAborted()
      const lane = { label: release, name: `release-${release.replace('.', '-')}` }
      codes.push(await runLane({ ...lane, args: ['--release', release, ...args] }, signal))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runSome))
  signal.throwIfAborted()
  return Math.max(...codes)
}
