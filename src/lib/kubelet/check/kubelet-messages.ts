import type { FileSubject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Release, ReleaseFact } from '../model/releases.ts'
import { problemText, type Refused, refusalLines } from './finding-text.ts'
import type { ReleaseFinding } from './merge-findings.ts'

/** The kubelets of these releases do not accept the document as it is; without releases, no kubelet does. */
export type DocumentRefused = FactOf<typeof DocumentRefused>

export type KubeletFact =
  | ReleaseFact
  | DocumentRefused
  | FactOf<typeof DocumentsRefused>
  | FactOf<typeof DocumentProblem>

/** The kubelets of these releases do not accept the document as it is; without releases, no kubelet does. */
export const DocumentRefused = message('DocumentRefused', (fact: Refused) => ({ said: refusalLines(fact) }))

/** Several facts, reported at once. */
export const DocumentsRefused = message(
  'DocumentsRefused',
  ({ documents }: { documents: readonly DocumentRefused[] }) => ({ said: documents.flatMap(refusalLines) }),
)

/** A finding about a document that is used nevertheless. */
export const DocumentProblem = message(
  'DocumentProblem',
  ({ subject, finding, releases }: { subject: FileSubject; finding: ReleaseFinding; releases: readonly Release[] }) =>
    problemText(subject.name, finding, releases),
)
