import type { Writers } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import type { TargetFact } from '../../documents/target-fact.ts'
import type { Fact, FileSubject, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Figure } from '../../kubelet-changes/impact/impact.ts'
import type { Suspicion } from '../../yaml/read/suspicion.ts'

/** Why the target of a file is not known. */
type NoTargetFact =
  | { readonly reason: 'NoTarget'; readonly subject: FileSubject }
  | { readonly reason: 'FileNameWithoutTarget'; readonly subject: FileSubject; readonly because: TargetFact }
  /** `configMap` is its name; undefined when it has none. */
  | {
      readonly reason: 'ConfigMapWithoutTarget'
      readonly subject: FileSubject
      readonly configMap: string | undefined
      readonly because?: TargetFact | undefined
    }
  | {
      readonly reason: 'ConfigMapInOtherNamespace'
      readonly subject: FileSubject
      readonly configMap: string
      readonly namespace: string
      /** The namespace of the documents. */
      readonly wanted: string
    }
  /** It has a document under a key other than that of documents. */
  | { readonly reason: 'ConfigMapWithoutKey'; readonly subject: FileSubject; readonly configMap: string }
  /** Two documents for one target; the subject is its ConfigMap. */
  | { readonly reason: 'DuplicateTarget'; readonly subject: Subject; readonly files: readonly FileSubject[] }
  /** A file of a folder that may have a KubeletConfiguration. */
  | { readonly reason: 'FileAmbiguous'; readonly subject: FileSubject; readonly suspicion: Suspicion }

/** Why files cannot be pushed, and warnings and notes of a push. */
export type PushFact =
  | NoTargetFact
  | { readonly reason: 'PushRefused'; readonly because: DocumentRefused }
  /** None of the files has a KubeletConfiguration. */
  | { readonly reason: 'NothingToPush'; readonly files: number }
  /** The others are pushed. */
  | { readonly reason: 'TargetsLeftOut'; readonly problems: readonly (Fact | Said)[] }
  /** Flags beside a document with which no kubelet starts, as the warnings before it say. */
  | { readonly reason: 'FlagsNotPushed'; readonly subject: FileSubject }
  /** All problems of several documents. */
  | { readonly reason: 'PushesRefused'; readonly problems: readonly (Fact | Said)[] }
  | { readonly reason: 'DocumentTooLarge'; readonly subject: Subject; readonly bytes: number; readonly limit: number }
  | { readonly reason: 'Immutable'; readonly subject: Subject; readonly target: Target }
  /** Only part of the file is pushed: the document in a ConfigMap, or the document that begins at this place. */
  | {
      readonly reason: 'PartOfFile'
      readonly subject: DocumentRefused['subject']
      readonly part: 'config-map' | 'document'
    }
  /** What these kubelets run with differs from their first document in fields that may end pods of these nodes. */
  | {
      readonly reason: 'FirstDocumentMayBeHeld'
      readonly nodes: readonly string[]
      /** `ifInFile`: kubelets report the value of their runtime, so it may differ from that of the node's own file, or not. */
      readonly fields: readonly { readonly path: string; readonly ifInFile: boolean }[]
      readonly risks: readonly Risk[]
    }
  /** The kubelets of these nodes run with safer values of fields that agents guard, from a file or by flags, which win. */
  | {
      readonly reason: 'FirstDocumentMayBeRefused'
      readonly nodes: readonly string[]
      readonly fields: readonly string[]
    }
  /** What so many of the nodes with an agent run with is not known. `because`: undefined when they were not asked. */
  | {
      readonly reason: 'FirstDocumentUnseen'
      readonly unseen: number
      readonly nodes: number
      readonly because: Fact | Said | undefined
    }
  /** The pods of nodes may not be read, so what a change would end was not looked at. */
  | { readonly reason: 'PodsNotVisible'; readonly because: Fact | Said }
  /** On the node, as far as the API shows it: so many pods run there. */
  | {
      readonly reason: 'NoPodWouldEnd'
      readonly subject: Subject
      readonly pods: number
      readonly figures: readonly Figure[]
    }
  /** The API does not show what a change would end there: the agent of the node decides. */
  | { readonly reason: 'LeftToAgent'; readonly subject: Subject; readonly because: Fact }
  | { readonly reason: 'PodsMayEnd'; readonly subject: Subject; readonly because: Fact }
  /** There are no Nodes of these names, which were typed, and no documents: probably by mistake. */
  | { readonly reason: 'NodesNotRegistered'; readonly nodes: readonly string[] }
  /** Nobody applies the document to these nodes, of so many that would get it. */
  | { readonly reason: 'NodesWithoutAgent'; readonly nodes: readonly string[]; readonly of: number }
  | { readonly reason: 'NodesHaveOptedOut'; readonly nodes: readonly string[]; readonly of: number }
  | { readonly reason: 'NoNodeGetsIt'; readonly subject: Subject }
  | { readonly reason: 'MessageNotKept'; readonly subject: Subject }
  /** A change for the worse of fields that agents guard. */
  | { readonly reason: 'AgentsRefuse'; readonly subject: Subject; readonly fields: readonly string[] }
  | ({ readonly reason: 'OverwritesEdit'; readonly subject: Subject } & Writers)
  /** The global document was not pushed, because documents of these nodes were not. */
  | { readonly reason: 'GlobalNotPushed'; readonly subject: Subject; readonly nodes: readonly string[] }
  /** The API server no longer answers, so these ConfigMaps were not written. */
  | { readonly reason: 'PushStopped'; readonly configMaps: readonly string[] }
