import type { FileSubject } from '../../fact.ts'
import type { Release, ReleaseFact } from '../model/releases.ts'
import type { ReleaseFinding } from './merge-findings.ts'

/** The kubelets of these releases do not accept the document as it is; without releases, no kubelet does. */
export interface DocumentRefused {
  readonly reason: 'DocumentRefused'
  readonly subject: FileSubject
  /** The findings; never empty. */
  readonly findings: readonly ReleaseFinding[]
  /** All releases that the document was checked for. */
  readonly releases: readonly Release[]
}

export type KubeletFact =
  | ReleaseFact
  | DocumentRefused
  /** Several facts, reported at once. */
  | { readonly reason: 'DocumentsRefused'; readonly documents: readonly DocumentRefused[] }
  /** A finding about a document that is used nevertheless. */
  | {
      readonly reason: 'DocumentProblem'
      readonly subject: FileSubject
      readonly finding: ReleaseFinding
      readonly releases: readonly Release[]
    }
