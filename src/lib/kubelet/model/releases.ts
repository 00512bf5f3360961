import { compareVersions, parseKubernetesVersion } from '../../api/kubernetes-version.ts'
import { Failure } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'

/** The kubelet releases whose fields and rules are known, oldest first. */
export const releases = ['1.28', '1.29', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const

export type Release = (typeof releases)[number]

export const oldest: Release = releases[0]
export const newest: Release = releases.at(-1)!

const ages = new Map<string, number>(releases.map((release, age) => [release, age]))

/** The place among the known releases, from 0. */
export const ageOf = (release: Release): number => ages.get(release)!

/** Negative when a is older than b, for sorting. */
export const compareReleases = (a: Release, b: Release): number => ageOf(a) - ageOf(b)

/** The age of the last release in a row, from this one on, of which something holds that holds of this one. */
export function ageOfLast(release: Release, holds: (later: Release) => boolean): number {
  let age = ageOf(release)
  for (let next = releases[age + 1]; next !== undefined && holds(next); next = releases[age + 1]) age++
  return age
}

/** The next minor release, known or not. */
export const after = (release: Release): string => `1.${Number(release.slice(2)) + 1}`

/** The one before a known release, known or not. */
export const releaseBefore = (release: Release): string => `1.${Number(release.slice(2)) - 1}`

/** For people: `1.36`, `1.28, 1.30`, or `1.28 to 1.33, 1.36` for three or more in a row. Oldest first. */
export function describeReleases(some: readonly Release[]): string {
  const runs: Release[][] = []
  for (const release of some) {
    const run = runs.at(-1)
    if (run !== undefined && ages.get(release) === ages.get(run.at(-1)!)! + 1) run.push(release)
    else runs.push([release])
  }
  return runs.map((run) => (run.length < 3 ? run.join(', ') : `${run[0]} to ${run.at(-1)}`)).join(', ')
}

/** The release to validate a node for: its own, or the newest known one when the kubelet is newer. */
interface KubeletRelease {
  readonly release: Release
  readonly newerThanKnown: boolean
}

export interface NearestRelease {
  readonly release: Release
  /** Whether the version is of that release, or newer or older than all known ones. */
  readonly fit: 'exact' | 'newer' | 'older'
}

/** The kind of a text that should name one release. */
export type ReleaseFact = FactOf<typeof ReleaseUnknown> | FactOf<typeof SeveralReleases>

/** Names for several releases in other commands. */
const severalReleases = /,|\.\.|^v?\d+\.\d+-v?\d+\.\d+$|^(?:all|cluster)$/

/** The release that a version names. Throws Failure 'usage' if it is not known. */
export function parseRelease(text: string): Release {
  const nearest = nearestRelease(text)
  if (nearest?.fit === 'exact') return nearest.release
  const fact: ReleaseFact = severalReleases.test(text)
    ? SeveralReleases({ text, example: newest })
    : ReleaseUnknown({ text, known: releases })
  throw new Failure('usage', fact)
}

/** The release of a kubelet by its version; undefined when it is older than all known ones, or not a version. */
export function releaseOfKubelet(kubeletVersion: string): KubeletRelease | undefined {
  const nearest = nearestRelease(kubeletVersion)
  if (nearest === undefined || nearest.fit === 'older') return undefined
  return { release: nearest.release, newerThanKnown: nearest.fit === 'newer' }
}

/** The known release nearest to a version of Kubernetes; undefined when it is not a version. */
export function nearestRelease(text: string): NearestRelease | undefined {
  const version = parseKubernetesVersion(text)
  if (version === undefined) return undefined
  const release = releases.find((known) => known === `${version.major}.${version.minor}`)
  if (release !== undefined) return { release, fit: 'exact' }
  const isNewer = compareVersions(version, parseKubernetesVersion(newest)!) > 0
  return isNewer ? { release: newest, fit: 'newer' } : { release: oldest, fit: 'older' }
}

export const ReleaseUnknown = message(
  'ReleaseUnknown',
  ({ text, known }: { text: string; known: readonly Release[] }) => ({
    said: `unknown kubelet release '${text}'`,
    hints: [`known releases: ${known.join(', ')}`],
  }),
)

export const SeveralReleases = message('SeveralReleases', ({ text, example }: { text: string; example: Release }) => ({
  said: `'${text}' is not one kubelet release`,
  hints: [`give one, such as ${example}`],
}))
