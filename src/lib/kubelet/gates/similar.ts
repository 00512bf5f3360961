import { closest } from '../model/closest.ts'
import { perRelease } from '../model/per-release.ts'
import type { Release } from '../model/releases.ts'
import { gatesOf } from './gate.ts'

const names = perRelease((release) => [...gatesOf(release).keys()])
/** The same names in lower case. */
const spellings = perRelease((release) => new Map(names(release).map((name) => [name.toLowerCase(), name])))

/** The gate of a release that was probably meant: any case, or one edit in six characters, two at most. */
export function similarGate(release: Release, name: string): string | undefined {
  const respelt = spellings(release).get(name.toLowerCase())
  return respelt ?? closest(name, names(release), Math.max(2, Math.floor(name.length / 6)))
}
