import type { Writers } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Change } from '../../kubelet/compare/diff.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { PushFact } from './push-fact.ts'

/** Why no kubelet could run on a stored document. */
export type DocumentFlaw =
  | { readonly reason: 'KeyMissing' }
  | { readonly reason: 'KeyInBinaryData' }
  /** The findings that stop it: never empty. */
  | { readonly reason: 'UnusableDocument'; readonly findings: readonly Finding[] }

/** What another client left: by field, as far as a kubelet can decode it. */
type Theirs =
  | { readonly theirs: 'same-text' }
  | { readonly theirs: 'changed'; readonly changes: readonly Change[] }
  | { readonly theirs: 'unusable'; readonly flaw: DocumentFlaw }

export type Verb = 'push' | 'delete'

interface Written {
  /** The ConfigMap. */
  readonly subject: Subject
  readonly verb: Verb
}

/** Why a document cannot be deleted. */
type DeleteFact =
  /** Kubelets refuse the document that the nodes would fall back to. */
  | { readonly reason: 'FallbackRefused'; readonly subject: Subject; readonly because: DocumentRefused }
  | { readonly reason: 'FallbackUnusable'; readonly subject: Subject; readonly because: DocumentFlaw }
  /** Nothing that remains tells agents of these accepted risks. `remains`: undefined when that is the node's own files. */
  | {
      readonly reason: 'RiskNotCarried'
      readonly subject: Subject
      readonly risks: readonly Risk[]
      readonly remains: Subject | undefined
    }
  /** What the nodes fall back to differs from what they run in these fields, and nobody has accepted that. */
  | {
      readonly reason: 'FallbackMayBeHeld'
      readonly subject: Subject
      readonly nodes: readonly string[]
      readonly fields: readonly string[]
    }
  /** The revision is recorded before the document is deleted; recording it failed. */
  | { readonly reason: 'RevisionNotRemembered'; readonly subject: Subject; readonly because: Fact | Said }
  /** Neither the node nor its ConfigMap exists. */
  | { readonly reason: 'NothingToDelete'; readonly subject: Subject; readonly configMap: string }

/** The outcome of a write. */
type WriteFact =
  | ({ readonly reason: 'ChangedMeanwhile' } & Written & Writers & Theirs)
  | ({ readonly reason: 'DeletedMeanwhile' } & Written)
  /** The API server refused, with a message that does not name the object. */
  | ({ readonly reason: 'NotWritten'; readonly because: Fact | Said } & Written)
  /** There was no answer, and the object could not be read afterwards. */
  | ({ readonly reason: 'WriteNotKnown'; readonly because: Fact | Said } & Written)
  /** There was no answer. The write was not done when that was checked, and may still be done. */
  | ({ readonly reason: 'WriteNotConfirmed'; readonly because: Fact | Said } & Written)
  /** There was no answer, but the write was done. */
  | ({ readonly reason: 'WrittenWithoutAnswer'; readonly because: Fact | Said } & Written)

/** What is known of earlier revisions. */
type HistoryFact =
  /** The document is stored, but a rollback to it will not be possible. */
  | { readonly reason: 'HistoryNotKept'; readonly subject: Subject; readonly because: Fact | Said }
  /** Another client made or edited it. */
  | { readonly reason: 'StoredNotInHistory'; readonly subject: Subject }
  | {
      readonly reason: 'RevisionNotFound'
      readonly subject: Subject
      readonly target: Target
      readonly revision: number
      /** Those that are kept, the newest first. */
      readonly revisions: readonly number[]
    }
  | {
      readonly reason: 'RevisionNotComparable'
      readonly subject: Subject
      readonly revision: number
      readonly because: DocumentFlaw
    }
  /** `rolledBack`: earlier ones, which nodes have rolled back. */
  | {
      readonly reason: 'NoEarlierRevision'
      readonly subject: Subject
      readonly target: Target
      readonly rolledBack: readonly number[]
    }
  | {
      readonly reason: 'RevisionSkipped'
      readonly subject: Subject
      readonly revision: number
      /** Those that have rolled it back. */
      readonly nodes: readonly string[]
    }

export type DocumentFact =
  | DocumentFlaw
  | PushFact
  | DeleteFact
  | WriteFact
  | HistoryFact
  | { readonly reason: 'DocumentNotFound'; readonly subject: Subject; readonly namespace: string }
  | { readonly reason: 'DocumentWithoutText'; readonly subject: Subject; readonly because: DocumentFlaw }
  | ({ readonly reason: 'EditedByHand'; readonly subject: Subject } & Writers)
  /** What the nodes get now cannot be compared by field. */
  | { readonly reason: 'NotComparable'; readonly subject: Subject; readonly because: DocumentFlaw }
  /** What these nodes run is not known: their change is measured from the stored document. */
  | { readonly reason: 'RunningNotKnown'; readonly subject: Subject; readonly nodes: readonly string[] }
  /** `file`: the file whose name gives the target. */
  | { readonly reason: 'NodeNotThere'; readonly subject: Subject; readonly file?: string | undefined }
  /** The user may not read nodes; this release is assumed for their kubelets. */
  | { readonly reason: 'NodesNotVisible'; readonly because: Fact | Said; readonly assumed: Release }
  /** Balloons that reserve capacity on nodes whose allocatable will shrink: the names of the nodes, sorted. */
  | { readonly reason: 'ResetBalloonsFirst'; readonly nodes: readonly string[] }
  | { readonly reason: 'BalloonsNotVisible'; readonly because: Fact | Said }
