import type { Subject } from '../fact.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { AssessedChange, Assessment } from '../kubelet-changes/assess.ts'

interface UnknownKubelet {
  readonly subject: Subject
  readonly kubeletVersion: string
  /** The nearest known release. */
  readonly checkedAs: Release
}

/** The change of one document, or of one file. */
export interface RiskyChange {
  /** What would change; set when there are several. */
  readonly subject?: Subject | undefined
  /** Of all changes, accepted or not. */
  readonly assessment: Assessment
  /** The changes that are not accepted: never empty. */
  readonly unaccepted: readonly AssessedChange[]
}

/** Changes for which a restart of the kubelet does harm or has no effect. */
export interface RestartNotEnough {
  readonly reason: 'RestartNotEnough'
  readonly documents: readonly RiskyChange[]
}

/** Facts about a document and the kubelets of a cluster. */
export type ReviewFact =
  | ({ readonly reason: 'KubeletOlderThanKnown' } & UnknownKubelet)
  | ({ readonly reason: 'KubeletNewerThanKnown' } & UnknownKubelet)
  | { readonly reason: 'NoNodes' }
  | RestartNotEnough
