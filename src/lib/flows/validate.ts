import type { Stage } from '../config/finding.ts'
import type { Release } from '../config/releases.ts'
import { readDocument } from '../reading/read.ts'
import { type ReleaseFinding, review } from './review.ts'

export interface Verdict {
  readonly file: string
  readonly release: Release
  /** The kubelet's own verdict: strict findings do not stop it. */
  readonly valid: boolean
  /** Where an invalid document fell. */
  readonly stage: Stage | undefined
  readonly findings: readonly ReleaseFinding[]
}

export async function validate({
  file,
  bytes,
  release,
}: {
  file: string
  bytes: Uint8Array
  release: Release
}): Promise<Verdict> {
  const { findings } = review(await readDocument(bytes), [release])
  const fatal = findings.find((finding) => finding.fatal)
  return { file, release, valid: fatal === undefined, stage: fatal?.stage, findings }
}

export const hasErrors = ({ findings }: Verdict): boolean => findings.some((finding) => finding.severity === 'error')
