import { type Checked, checkForEach } from '../../kubelet/check/check.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type DefaultChange, defaultChanges } from './defaults.ts'
import { type GateChange, gateChanges } from './gates.ts'

export interface Upgrade {
  readonly from: Release
  readonly to: Release
  /** Whether the newer kubelet starts with the document. */
  readonly valid: boolean
  /** The findings of the newer kubelet. `isNew`: the older one does not have it. Hazards only when they are new. */
  readonly findings: readonly (Finding & { readonly isNew: boolean })[]
  readonly defaults: readonly DefaultChange[]
  readonly gates: readonly GateChange[]
}

/** What changes for a document when the kubelet is upgraded. */
export function upgrade(reading: Reading, { from, to }: { from: Release; to: Release }): Upgrade {
  const [before, after] = checkForEach(reading, [from, to]) as [Checked, Checked]
  const known = new Set(before.findings.map(identity))
  const findings = after.findings
    .map((finding) => ({ ...finding, isNew: !known.has(identity(finding)) }))
    .filter(({ stage, isNew }) => stage !== 'operation' || isNew)
  const document = after.document ?? before.document
  const span = { from, to }
  return {
    ...span,
    valid: after.valid,
    findings,
    defaults: document === undefined ? [] : defaultChanges(document, span),
    gates: document === undefined ? [] : gateChanges(document, span),
  }
}

/** Without the message, which names the release. */
const identity = ({ rule, path }: Finding): string => `${rule} ${path}`
