import type { Subject } from '../fact.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { AssessedChange, Assessment } from '../kubelet-changes/assess.ts'

interface UnknownKubelet {
  readonly subject: Subject
  readonly kubeletVersion: string
  /** The nearest release that is known. */
  readonly checkedAs: Release
}

/** The change of one document, or of one file. */
export interface RiskyChange {
  /** What is changed, when there are several such things. */
  readonly subject?: Subject | undefined
  /** All that it takes, with what is accepted. */
  readonly assessment: Assessment
  /** Those that nobody has accepted: never empty. */
  readonly unaccepted: readonly AssessedChange[]
}

/** Changes that do harm, or nothing, when the kubelet is only restarted. */
export interface RestartNotEnough {
  readonly reason: 'RestartNotEnough'
  readonly documents: readonly RiskyChange[]
}

/** What the kubelets of a cluster make of a document. */
export type ReviewFact =
  | ({ readonly reason: 'KubeletOlderThanKnown' } & UnknownKubelet)
  | ({ readonly reason: 'KubeletNewerThanKnown' } & UnknownKubelet)
  | { readonly reason: 'NoNodes' }
  | RestartNotEnough
