import type { Moment } from '../model/instant.ts'
import { elapsedMs, type Instant, instantOf } from '../model/instant.ts'

const hourMs = 3_600_000

/** A change restarts the kubelet once; going back from it up to three times: see goFurtherBack. */
const restartsOfChange = 4

/** When there is room for a change in the restarts of one hour, milliseconds since the boot; not later than `at`: now. */
export function roomAt(restarts: readonly Instant[], perHour: number, at: Moment): number {
  const free = Math.max(perHour, restartsOfChange) - restartsOfChange
  const times = recent(restarts, at).map(({ uptimeMs }) => uptimeMs)
  return times.length <= free ? at.uptimeMs : times.toSorted((a, b) => b - a)[free]! + hourMs
}

/** With one more, noted before it is done. */
export const withRestart = (restarts: readonly Instant[], at: Moment): readonly Instant[] => [
  ...recent(restarts, at),
  instantOf(at),
]

/** Those of the last hour. How long ago the restarts of an earlier boot were is not known: they count from this boot on. */
export const recent = (restarts: readonly Instant[], at: Moment): readonly Instant[] =>
  restarts
    .map((restart) => (restart.bootId === at.bootId ? restart : { bootId: at.bootId, uptimeMs: 0 }))
    .filter((restart) => elapsedMs(restart, at)! < hourMs)
