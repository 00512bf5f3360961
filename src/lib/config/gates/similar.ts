import { closest } from '../closest.ts'
import { perRelease } from '../per-release.ts'
import type { Release } from '../releases.ts'
import { gatesOf } from './gate.ts'

/** The names of a release's gates, by the same in lower case. */
const spellings = perRelease(
  (release) => new Map(Array.from(gatesOf(release).keys(), (name) => [name.toLowerCase(), name])),
)

/** The gate of a release that was probably meant: case apart, or one edit in six characters, two at least. */
export function similarGate(release: Release, name: string): string | undefined {
  const known = spellings(release)
  return known.get(name.toLowerCase()) ?? closest(name, [...known.values()], Math.max(2, Math.floor(name.length / 6)))
}
