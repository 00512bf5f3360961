import type { Checked } from '../../kubelet/check/check.ts'
import { DocumentRefused, type KubeletFact } from '../../kubelet/check/kubelet-messages.ts'
import { problemsIn } from '../../kubelet/check/problems.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'

/** Why a document is not used. Without releases, the findings are the same for all kubelets. */
export function documentRefused(
  file: string,
  findings: readonly Finding[],
  releases: readonly Release[],
): DocumentRefused {
  const ofAll = findings.map((finding) => ({ ...finding, releases }))
  return DocumentRefused({ subject: fileSubject(file), findings: ofAll, releases })
}

export const refuseDocument = (...refused: Parameters<typeof documentRefused>): Failure =>
  new Failure('invalid', documentRefused(...refused))

/** The errors and warnings that do not stop the kubelet, such as fields that it ignores. */
export const harmlessProblems = (file: string, { release, findings }: Checked): readonly KubeletFact[] =>
  problemsIn(fileSubject(file), {
    findings: findings.filter(({ fatal }) => !fatal).map((finding) => ({ ...finding, releases: [release] })),
    releases: [release],
  })
