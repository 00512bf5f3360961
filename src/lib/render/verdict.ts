import type { Verdict } from '../flows/validate.ts'
import { outputVersion } from '../names.ts'
import { findingLine } from './findings.ts'

export function describeVerdict({ file, release, findings }: Verdict): string {
  const lines = findings.map((finding) => findingLine(file, finding, [release]))
  const errors = findings.filter((finding) => finding.severity === 'error').length
  if (errors === 0)
    lines.push(`${file}: valid for kubelet ${release} as far as decoding goes; values are not checked yet`)
  return lines.map((line) => `${line}\n`).join('')
}

/** One entry of `validate -o json`, which is an array with an entry per document and release. */
export function verdictData({ file, release, valid, stage, findings }: Verdict): Record<string, unknown> {
  return {
    apiVersion: outputVersion,
    kind: 'Validation',
    file,
    document: 0,
    kubernetesVersion: release,
    valid,
    stage: stage ?? null,
    checked: ['read', 'decode', 'strict'],
    findings: findings.map(({ releases: _, ...finding }) => ({ file, document: 0, ...finding })),
  }
}
