import type { Release } from '../model/releases.ts'
import type { DocumentRefused, KubeletFact } from './kubelet-fact.ts'
import type { ReleaseFinding } from './merge-findings.ts'

/** The errors and warnings one by one, for a document that is used in spite of them. */
export const problemsIn = (
  subject: DocumentRefused['subject'],
  { findings, releases }: { readonly findings: readonly ReleaseFinding[]; readonly releases: readonly Release[] },
): readonly KubeletFact[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => ({ reason: 'DocumentProblem', subject, finding, releases }))
