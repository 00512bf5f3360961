import type { Release } from '../kubelet/model/releases.ts'
import type { Unknown } from '../kubelet-flags/migrate.ts'
import { nearestFlag } from '../kubelet-flags/parse-flags.ts'
import { placeOf } from '../kubelet-flags/source.ts'
import { instead } from '../kubelet-flags/staying.ts'

/** A flag that a release does not have, what comes of it, and what to do. */
export const describeUnknown = (unknown: Unknown, release: Release): string =>
  `${placeOf(unknown)}: --${unknown.flag.name} stops kubelet ${release}: ${reasonOf(unknown)}`

/** Why it is none, and what there is instead. */
export function reasonOf({ flag, why, isReplaced }: Unknown): string {
  const nearest = flag.type === 'unknown' && !instead.has(flag.name) ? nearestFlag(flag.name) : undefined
  if (nearest !== undefined) return `${why} (did you mean --${nearest}?)`
  const remedy = isReplaced ? `${flag.field} replaces it` : (instead.get(flag.name) ?? 'nothing replaces it')
  return `${why} (leave it out; ${remedy})`
}
