import { compareVersions, parseKubernetesVersion } from '../../api/kubernetes-version.ts'
import { Failure } from '../../failure.ts'

/** The kubelet releases whose fields and rules are known, oldest first. */
export const releases = ['1.28', '1.29', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const

export type Release = (typeof releases)[number]

export const oldest: Release = releases[0]
export const newest: Release = releases.at(-1)!

const ages = new Map<string, number>(releases.map((release, age) => [release, age]))

/** Negative when a is older than b, as for sorting. */
export const compareReleases = (a: Release, b: Release): number => ages.get(a)! - ages.get(b)!

/** The minor release that follows, known or not. */
export const after = (release: Release): string => `1.${Number(release.slice(2)) + 1}`

/** For people: `1.36`, `1.28, 1.30`, or `1.28 to 1.33, 1.36` where three or more follow each other. Oldest first. */
export function describeReleases(some: readonly Release[]): string {
  const runs: Release[][] = []
  for (const release of some) {
    const run = runs.at(-1)
    if (run !== undefined && ages.get(release) === ages.get(run.at(-1)!)! + 1) run.push(release)
    else runs.push([release])
  }
  return runs.map((run) => (run.length < 3 ? run.join(', ') : `${run[0]} to ${run.at(-1)}`)).join(', ')
}

/** What to check a node against: its release, or the newest known when the kubelet is newer than that. */
interface KubeletRelease {
  readonly release: Release
  readonly newerThanKnown: boolean
}

export interface NearestRelease {
  readonly release: Release
  /** What the version is: of that release, or newer or older than all known ones. */
  readonly fit: 'exact' | 'newer' | 'older'
}

/** What a text is that should name one release. */
export type ReleaseFact =
  | { readonly reason: 'ReleaseUnknown'; readonly text: string; readonly known: readonly Release[] }
  | { readonly reason: 'SeveralReleases'; readonly text: string; readonly example: Release }

/** What other commands take for several. */
const severalReleases = /,|\.\.|^v?\d+\.\d+-v?\d+\.\d+$|^(?:all|cluster)$/

/** The release that a version names; what is not known is a Failure 'usage'. */
export function parseRelease(text: string): Release {
  const nearest = nearestRelease(text)
  if (nearest?.fit === 'exact') return nearest.release
  const fact: ReleaseFact = severalReleases.test(text)
    ? { reason: 'SeveralReleases', text, example: newest }
    : { reason: 'ReleaseUnknown', text, known: releases }
  throw new Failure('usage', fact)
}

/** The release of a kubelet by its version; undefined when it is older than all known ones or no version. */
export function releaseOfKubelet(kubeletVersion: string): KubeletRelease | undefined {
  const nearest = nearestRelease(kubeletVersion)
  if (nearest === undefined || nearest.fit === 'older') return undefined
  return { release: nearest.release, newerThanKnown: nearest.fit === 'newer' }
}

/** The known release that is nearest to a version of Kubernetes; undefined when it is no version. */
export function nearestRelease(text: string): NearestRelease | undefined {
  const version = parseKubernetesVersion(text)
  if (version === undefined) return undefined
  const release = releases.find((known) => known === `${version.major}.${version.minor}`)
  if (release !== undefined) return { release, fit: 'exact' }
  const isNewer = compareVersions(version, parseKubernetesVersion(newest)!) > 0
  return isNewer ? { release: newest, fit: 'newer' } : { release: oldest, fit: 'older' }
}
