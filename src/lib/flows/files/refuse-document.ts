import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'

/** Why a document is not used. Without releases, the findings are the same for all kubelets. */
export function documentRefused(
  file: string,
  findings: readonly Finding[],
  releases: readonly Release[],
): DocumentRefused {
  const ofAll = findings.map((finding) => ({ ...finding, releases }))
  return { reason: 'DocumentRefused', subject: fileSubject(file), findings: ofAll, releases }
}

export const refuseDocument = (...refused: Parameters<typeof documentRefused>): Failure =>
  new Failure('invalid', documentRefused(...refused))
