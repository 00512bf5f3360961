import { type Checked, checkForEach } from '../../kubelet/check/check.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type DefaultChange, defaultChanges } from './defaults.ts'
import { type GateChange, gateChanges } from './gates.ts'

export interface Upgrade {
  readonly from: Release
  readonly to: Release
  /** Would the newer kubelet start on the document? */
  readonly valid: boolean
  /** What the newer kubelet has against the document. `isNew`: the older one has not. */
  readonly findings: readonly (Finding & { readonly isNew: boolean })[]
  readonly defaults: readonly DefaultChange[]
  readonly gates: readonly GateChange[]
}

/** What changes for a document when the kubelet goes from one release to another. */
export function upgrade(reading: Reading, { from, to }: { from: Release; to: Release }): Upgrade {
  const [before, after] = checkForEach(reading, [from, to]) as [Checked, Checked]
  const known = new Set(before.findings.map(identity))
  const findings = after.findings.map((finding) => ({ ...finding, isNew: !known.has(identity(finding)) }))
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

/** Messages name the release. */
const identity = ({ rule, path }: Finding): string => `${rule} ${path}`
