import { custom } from '@oclif/core/flags'
import { compareReleases, newest, parseRelease, type Release, releases } from '../../kubelet/model/releases.ts'
import { usage } from '../usage/usage.ts'

/** The value of `--kubernetes-version 1.NN[,1.MM…]|1.NN-1.MM|all|cluster`. */
export interface WantedReleases {
  /** Oldest first, each once. */
  readonly releases: readonly Release[]
  /** Also the releases of the cluster's kubelets. */
  readonly cluster: boolean
}

const ofFileElseNewest = `the one in a kubeadm file, else ${newest}`

/** For commands on a file, which may name its release itself; undefined: not given. */
export const kubernetesVersionOfFile = custom<Release>({
  summary: 'Kubelet release, for example 1.36.',
  helpValue: '1.NN',
  defaultHelp: async () => ofFileElseNewest,
  parse: async (text) => parseRelease(text),
})()

export const kubernetesVersions = custom<WantedReleases>({
  summary: 'Such as 1.34,1.36, or 1.34-1.36, or all, or cluster: the releases of its nodes.',
  helpValue: 'RELEASES',
  multiple: true,
  multipleNonGreedy: true,
  defaultHelp: async () => ofFileElseNewest,
  parse: async (text) => parseReleases(text),
})()

/** Parse releases, ranges, `all` and `cluster`, separated by commas. Throws Failure 'usage' for an unknown one. */
export function parseReleases(text: string): WantedReleases {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('') && words.length > 1)
    throw usage('InvalidReleases', `'${text}' has an empty element`, 'separate releases by single commas: 1.35,1.36')
  const named = new Set(words.filter((word) => word !== 'cluster').flatMap(releasesNamed))
  return { releases: releases.filter((release) => named.has(release)), cluster: words.includes('cluster') }
}

/** `1.34-1.36` or `1.34..1.36`, both ends included; `1.34.0-rc.1` is one release. */
const range = /^(v?\d+\.\d+)(?:-|\.\.)(v?\d+\.\d+)$/

function releasesNamed(word: string): readonly Release[] {
  if (word === 'all') return releases
  const [, from = word, to = from] = range.exec(word) ?? []
  const [first, last] = [parseRelease(from), parseRelease(to)]
  if (compareReleases(first, last) > 0)
    throw usage('InvalidReleases', `'${word}' ends before it starts`, `use ${last}-${first}`)
  return releases.slice(releases.indexOf(first), releases.indexOf(last) + 1)
}

/** Merge the values of a repeated flag; undefined: the flag was not given. */
export function mergeReleases(wanted: readonly WantedReleases[] = []): WantedReleases | undefined {
  if (wanted.length === 0) return undefined
  return {
    releases: releases.filter((release) => wanted.some((some) => some.releases.includes(release))),
    cluster: wanted.some(({ cluster }) => cluster),
  }
}

export const requiredRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', required: true, parse: async (text) => parseRelease(text) })()

export const optionalRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', parse: async (text) => parseRelease(text) })()
