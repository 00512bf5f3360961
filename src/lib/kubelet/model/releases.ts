import { Failure } from '../../failure.ts'

/** The kubelet releases whose fields and rules are known, oldest first. */
export const releases = ['1.28', '1.29', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const

export type Release = (typeof releases)[number]

export const oldest: Release = releases[0]
export const newest: Release = releases.at(-1)!

const ages = new Map<string, number>(releases.map((release, age) => [release, age]))

/** Negative when a is older than b, as for sorting. */
export const compareReleases = (a: Release, b: Release): number => ages.get(a)! - ages.get(b)!

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

/** A version of Kubernetes: `1.36`, `v1.36.3`, `1.36.3-rc.1+k3s1`. */
const version = /^v?(\d+)\.(\d+)(?:\.\d+(?:[-+][-+.0-9A-Za-z]*)?)?$/

/** What other commands take for several. */
const severalReleases = /,|\.\.|^v?\d+\.\d+-v?\d+\.\d+$|^(?:all|cluster)$/

/** `1.36`, `v1.36`, `v1.36.3` and `1.36.3-rc.1+k3s1` are all 1.36. What is not known is a Failure 'usage'. */
export function parseRelease(text: string): Release {
  const minor = minorOf(text)
  const release = releases.find((known) => known === minor)
  if (release !== undefined) return release
  if (severalReleases.test(text))
    throw new Failure('usage', `'${text}' is not one kubelet release`, { suggestions: [`give one, such as ${newest}`] })
  throw new Failure('usage', `'${text}' is no known kubelet release`, {
    suggestions: [`known releases: ${releases.join(', ')}`],
  })
}

/** The release of a kubelet by its version; undefined when it is older than all known ones or no version. */
export function releaseOfKubelet(kubeletVersion: string): KubeletRelease | undefined {
  const nearest = nearestRelease(kubeletVersion)
  if (nearest === undefined || nearest.fit === 'older') return undefined
  return { release: nearest.release, newerThanKnown: nearest.fit === 'newer' }
}

/** The known release that is nearest to a version of Kubernetes; undefined when it is no version. */
export function nearestRelease(text: string): NearestRelease | undefined {
  const minor = minorOf(text)
  if (minor === undefined) return undefined
  const release = releases.find((known) => known === minor)
  if (release !== undefined) return { release, fit: 'exact' }
  return isNewer(minor, newest) ? { release: newest, fit: 'newer' } : { release: oldest, fit: 'older' }
}

/** By numbers: 1.100 is newer than 1.37. */
function isNewer(minor: string, release: Release): boolean {
  const [[majorA = 0, minorA = 0], [majorB = 0, minorB = 0]] = [
    minor.split('.').map(Number),
    release.split('.').map(Number),
  ]
  return majorA === majorB ? minorA > minorB : majorA > majorB
}

function minorOf(text: string): string | undefined {
  const [, major, minor] = version.exec(text) ?? []
  return major === undefined ? undefined : `${Number(major)}.${Number(minor)}`
}
