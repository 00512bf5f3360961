import { decode } from './decode.ts'
import type { ConfigDocument } from './document.ts'
import type { Finding } from './finding.ts'
import type { Release } from './releases.ts'
import type { Reading } from './tree.ts'

export interface Checked {
  readonly release: Release
  /** The kubelet's own verdict: does it get past these findings? */
  readonly valid: boolean
  /** In document order. */
  readonly findings: readonly Finding[]
  /** undefined when the kubelet could not decode it. Does not depend on the release otherwise. */
  readonly document: ConfigDocument | undefined
}

/** All that can be said about a document for one release, stage by stage in the kubelet's order. */
export function check(reading: Reading, release: Release): Checked {
  if (reading.outcome === 'unreadable') return conclude(release, { findings: reading.findings, document: undefined })
  const decoded = decode(reading.tree, { release, format: reading.format })
  return conclude(release, { ...decoded, findings: [...reading.findings, ...decoded.findings] })
}

function conclude(release: Release, { findings, document }: Pick<Checked, 'findings' | 'document'>): Checked {
  const sorted = findings.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { release, valid: !sorted.some(({ fatal }) => fatal), findings: sorted, document }
}
