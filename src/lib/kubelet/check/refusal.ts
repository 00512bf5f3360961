import type { Release } from '../model/releases.ts'
import { DocumentRefused } from './kubelet-messages.ts'

import type { ReleaseFinding } from './merge-findings.ts'

/** Why a document must not be used: all its errors, and warnings if these count; undefined when there are none. */
export function refusalOf(
  subject: DocumentRefused['subject'],
  { findings, releases }: { readonly findings: readonly ReleaseFinding[]; readonly releases: readonly Release[] },
  strict = false,
): DocumentRefused | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return errors.length === 0 ? undefined : DocumentRefused({ subject, findings: errors, releases })
}
