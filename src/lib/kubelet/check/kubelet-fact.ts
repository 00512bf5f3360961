import type { FileSubject } from '../../fact.ts'
import type { Release, ReleaseFact } from '../model/releases.ts'
import type { ReleaseFinding } from './merge-findings.ts'

/** A document that the kubelets of these releases do not take as it stands; without releases, whatever the kubelet. */
export interface DocumentRefused {
  readonly reason: 'DocumentRefused'
  readonly subject: FileSubject
  /** Why: never empty. */
  readonly findings: readonly ReleaseFinding[]
  /** All that the document was checked for. */
  readonly releases: readonly Release[]
}

export type KubeletFact =
  | ReleaseFact
  | DocumentRefused
  /** Several, reported at once. */
  | { readonly reason: 'DocumentsRefused'; readonly documents: readonly DocumentRefused[] }
  /** One thing to know about a document that is used all the same. */
  | {
      readonly reason: 'DocumentProblem'
      readonly subject: FileSubject
      readonly finding: ReleaseFinding
      readonly releases: readonly Release[]
    }
