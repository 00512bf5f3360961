import type { Subject } from '../fact.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { RestartNotEnough } from '../kubelet-changes/unaccepted.ts'

interface UnknownKubelet {
  readonly subject: Subject
  readonly kubeletVersion: string
  /** The nearest known release. */
  readonly checkedAs: Release
}

/** Facts about a document and the kubelets of a cluster. */
export type ReviewFact =
  | ({ readonly reason: 'KubeletOlderThanKnown' } & UnknownKubelet)
  | ({ readonly reason: 'KubeletNewerThanKnown' } & UnknownKubelet)
  | { readonly reason: 'NoNodes' }
  | RestartNotEnough
