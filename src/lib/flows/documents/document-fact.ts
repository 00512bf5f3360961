import type { LastWrite, Stamp } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Change } from '../../kubelet/compare/diff.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'

/** Why no kubelet could run on a stored document. */
export type DocumentFlaw =
  | { readonly reason: 'KeyMissing' }
  | { readonly reason: 'KeyInBinaryData' }
  /** The findings that stop it: never empty. */
  | { readonly reason: 'UnusableDocument'; readonly findings: readonly Finding[] }

/** Who wrote a ConfigMap last, by its managedFields, and who pushed it last, by what the push left there. */
export interface Writers {
  readonly lastWrite: LastWrite | undefined
  readonly lastPush: Pick<Stamp, 'by' | 'at' | 'revision'>
}

/** What another writer left: by field, as far as a kubelet can decode it. */
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

/** What a file cannot be pushed for. */
type PushFact =
  | {
      readonly reason: 'PushRefused'
      readonly because: DocumentRefused /** With --skip-validation. */
      readonly canSkip: boolean
    }
  | { readonly reason: 'DocumentTooLarge'; readonly subject: Subject; readonly bytes: number; readonly limit: number }
  | { readonly reason: 'Immutable'; readonly subject: Subject; readonly target: Target }
  /** Only a part of the file is pushed: what a ConfigMap in it holds, or the document that begins at the place. */
  | {
      readonly reason: 'PartOfFile'
      readonly subject: DocumentRefused['subject']
      readonly part: 'config-map' | 'document'
    }
  | { readonly reason: 'MessageNotKept'; readonly subject: Subject }
  | ({ readonly reason: 'OverwritesEdit'; readonly subject: Subject } & Writers)

/** What a document cannot be deleted for. */
type DeleteFact =
  /** The document that nodes would fall back to. */
  | { readonly reason: 'FallbackRefused'; readonly subject: Subject; readonly because: DocumentRefused }
  | { readonly reason: 'FallbackUnusable'; readonly subject: Subject; readonly because: DocumentFlaw }
  /** It is recorded before the document is deleted, and that failed. */
  | { readonly reason: 'RevisionNotRemembered'; readonly subject: Subject; readonly because: Fact | Said }
  /** Neither the node nor its ConfigMap exists. */
  | { readonly reason: 'NothingToDelete'; readonly subject: Subject; readonly configMap: string }

/** What became of a write. */
type WriteFact =
  | ({ readonly reason: 'ChangedMeanwhile' } & Written & Writers & Theirs)
  | ({ readonly reason: 'DeletedMeanwhile' } & Written)
  /** The server refused, in words that do not name the object. */
  | ({ readonly reason: 'NotWritten'; readonly because: Fact | Said } & Written)
  /** The answer is lost, and so is every trace of what became of it. */
  | ({ readonly reason: 'WriteNotKnown'; readonly because: Fact | Said } & Written)
  /** The answer is lost; it had not been done when that was checked, and may yet be. */
  | ({ readonly reason: 'WriteNotConfirmed'; readonly because: Fact | Said } & Written)
  /** The answer is lost, and yet it was done. */
  | ({ readonly reason: 'WrittenWithoutAnswer'; readonly because: Fact | Said } & Written)

export type DocumentFact =
  | DocumentFlaw
  | PushFact
  | DeleteFact
  | WriteFact
  | { readonly reason: 'DocumentNotFound'; readonly subject: Subject; readonly namespace: string }
  | { readonly reason: 'DocumentWithoutText'; readonly subject: Subject; readonly because: DocumentFlaw }
  | ({ readonly reason: 'EditedByHand'; readonly subject: Subject } & Writers)
  /** By field, with what the nodes get now. */
  | { readonly reason: 'NotComparable'; readonly subject: Subject; readonly because: DocumentFlaw }
  | { readonly reason: 'NodeNotThere'; readonly subject: Subject }
  /** Who asks may not see them; what depends on their kubelets is for this release. */
  | { readonly reason: 'NodesNotVisible'; readonly because: Fact | Said; readonly assumed: Release }
  /** Balloons that hold room on nodes which will have less of it: their names, sorted. */
  | { readonly reason: 'ResetBalloonsFirst'; readonly nodes: readonly string[] }
  | { readonly reason: 'BalloonsNotVisible'; readonly because: Fact | Said }
