import { decodeForEach } from '../decode/decode.ts'
import type { ConfigDocument } from '../model/document.ts'
import { byPlace, type Finding } from '../model/finding.ts'
import type { Reading } from '../model/reading.ts'
import type { Release } from '../model/releases.ts'
import { judge, judgeRemains } from './judge.ts'

export interface Checked {
  readonly release: Release
  /** The kubelet's own verdict: whether it starts despite these findings. */
  readonly valid: boolean
  /** In document order. */
  readonly findings: readonly Finding[]
  /** undefined when the kubelet could not decode it. It is the same for all releases. */
  readonly document: ConfigDocument | undefined
  /** Of a document that was merged from several files: gives findings at its values the places in these files. */
  readonly inFiles?: (findings: readonly Finding[]) => readonly Finding[]
}

/** All findings about a document for one release, stage by stage in the kubelet's order. */
export const check = (reading: Reading, release: Release): Checked => checkForEach(reading, [release])[0]!

/** The same for several releases, in their order. Work that does not depend on the release is done once. */
export function checkForEach(reading: Reading, releases: readonly Release[]): readonly Checked[] {
  if (reading.outcome === 'unreadable')
    return releases.map((release) => conclude(release, { findings: reading.findings, document: undefined }))
  const decoded = decodeForEach(reading.tree, { releases, format: reading.format })
  return decoded.map(({ release, document, remains, findings }) => {
    const judged = document === undefined ? judgeUndecoded(remains, { release, findings }) : judge(document, release)
    return conclude(release, { document, findings: [...reading.findings, ...findings, ...judged] })
  })
}

/** A kubelet does not check values until all of them decode; here they are reported at once. */
function judgeUndecoded(
  remains: ConfigDocument | undefined,
  { release, findings }: Pick<Checked, 'release' | 'findings'>,
): readonly Finding[] {
  if (remains === undefined) return []
  return judgeRemains(remains, { release, undecoded: findings.filter(({ fatal }) => fatal).map(({ path }) => path) })
}

function conclude(release: Release, { findings, document }: Pick<Checked, 'findings' | 'document'>): Checked {
  const sorted = findings.toSorted(byPlace)
  return { release, valid: !sorted.some(({ fatal }) => fatal), findings: sorted, document }
}
