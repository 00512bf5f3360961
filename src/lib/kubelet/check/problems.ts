import type { Finding } from '../model/finding.ts'
import type { Release } from '../model/releases.ts'
import { DocumentProblem, DocumentRefused, type KubeletFact } from './kubelet-messages.ts'
import type { ReleaseFinding } from './merge-findings.ts'

/** Without hazards: whoever pushes a document decides about them. */
export const ofKubelet = <F extends Pick<Finding, 'stage'>>(findings: readonly F[]): readonly F[] =>
  findings.filter(({ stage }) => stage !== 'operation')

/** The errors and warnings one by one, for a document that is used in spite of them. */
export const problemsIn = (
  subject: DocumentRefused['subject'],
  { findings, releases }: { readonly findings: readonly ReleaseFinding[]; readonly releases: readonly Release[] },
): readonly KubeletFact[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => DocumentProblem({ subject, finding, releases }))

/** Why a document must not be used: all its errors, and warnings if these count; undefined when there are none. */
export function refusalOf(
  subject: DocumentRefused['subject'],
  { findings, releases }: { readonly findings: readonly ReleaseFinding[]; readonly releases: readonly Release[] },
  strict = false,
): DocumentRefused | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return errors.length === 0 ? undefined : DocumentRefused({ subject, findings: errors, releases })
}
