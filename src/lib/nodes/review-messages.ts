import type { RestartNotEnough } from '../kubelet/changes/unaccepted.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { Subject } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'

interface UnknownKubelet {
  readonly subject: Subject
  readonly kubeletVersion: string
  /** The nearest known release. */
  readonly checkedAs: Release
}

/** Facts about a document and the kubelets of a cluster. */
export type ReviewFact =
  | FactOf<typeof KubeletOlderThanKnown>
  | FactOf<typeof KubeletNewerThanKnown>
  | FactOf<typeof NoNodes>
  | RestartNotEnough

export const KubeletOlderThanKnown = message(
  'KubeletOlderThanKnown',
  ({ subject: { name }, kubeletVersion, checkedAs }: UnknownKubelet) =>
    `node/${name}: kubelet ${kubeletVersion} is older than ${checkedAs}, the oldest known release; checked as ${checkedAs}`,
)

export const KubeletNewerThanKnown = message(
  'KubeletNewerThanKnown',
  ({ subject: { name }, kubeletVersion, checkedAs }: UnknownKubelet) =>
    `node/${name}: kubelet ${kubeletVersion} is newer than ${checkedAs}, the newest known release; checked as ${checkedAs}`,
)

export const NoNodes = message('NoNodes', () => ({
  said: 'the cluster has no nodes, so it has no kubelets to validate for',
  hints: ['give releases: --kubernetes-version 1.36'],
}))
