import { custom } from '@oclif/core/flags'
import { newest, parseRelease, type Release, releases } from '../config/releases.ts'
import { Failure } from '../errors.ts'

/** What `--kubernetes-version 1.NN[,1.MM…]|all|cluster` asks for. */
export interface WantedReleases {
  /** Oldest first, each once. */
  readonly releases: readonly Release[]
  /** Those of the cluster's kubelets, too. */
  readonly cluster: boolean
}

const ofFileElseNewest = `that of a file for kubeadm, else ${newest}`

/** For the document of a file, which may have a say in it; undefined: not given. */
export const kubernetesVersionOfFile = custom<Release>({
  summary: 'Release of the kubelet, such as 1.36.',
  helpValue: '1.NN',
  defaultHelp: async () => ofFileElseNewest,
  parse: async (text) => parseRelease(text),
})()

export const kubernetesVersions = custom<WantedReleases>({
  summary: 'Releases of the kubelet, such as 1.36 or 1.35,1.36; all for all known ones; cluster for those that run.',
  helpValue: '1.NN[,1.MM…]|all|cluster',
  defaultHelp: async () => ofFileElseNewest,
  parse: async (text) => parseReleases(text),
})()

/** Releases by comma, `all` and `cluster` among them. What is not known is a Failure 'usage'. */
export function parseReleases(text: string): WantedReleases {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('') && words.length > 1)
    throw new Failure('usage', `'${text}' has an empty place`, { suggestions: ['give releases as in 1.35,1.36'] })
  const named = new Set(words.filter((word) => word !== 'cluster').flatMap(releasesNamed))
  return { releases: releases.filter((release) => named.has(release)), cluster: words.includes('cluster') }
}

const releasesNamed = (word: string): readonly Release[] => (word === 'all' ? releases : [parseRelease(word)])

export const requiredRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', required: true, parse: async (text) => parseRelease(text) })()

export const optionalRelease = (summary: string) =>
  custom<Release>({ summary, helpValue: '1.NN', parse: async (text) => parseRelease(text) })()
