import { decodeForEach } from '../decode/decode.ts'
import type { ConfigDocument } from '../model/document.ts'
import { byPlace, type Finding } from '../model/finding.ts'
import type { Reading } from '../model/reading.ts'
import type { Release } from '../model/releases.ts'
import { commentsOf, type IgnoredFinding, readIgnores, unused, type WantedRules, withoutIgnored } from './ignore.ts'
import { type Answers, judge, judgeRemains } from './judge.ts'

export interface Checked {
  readonly release: Release
  /** The kubelet's own verdict: whether it starts despite these findings. */
  readonly valid: boolean
  /** In document order, without those that are ignored. */
  readonly findings: readonly Finding[]
  /** In document order. */
  readonly ignored: readonly IgnoredFinding[]
  /** undefined when the kubelet could not decode it. It is the same for all releases. */
  readonly document: ConfigDocument | undefined
  /** Of a document that was merged from several files: gives findings at its values the places in these files. */
  readonly inFiles?: (findings: readonly Finding[]) => readonly Finding[]
}

export interface CheckOptions {
  /** Rules whose warnings are ignored, beside what comments in the document say. */
  readonly ignore?: readonly string[]
}

/** All findings about a document for one release, stage by stage in the kubelet's order. */
export const check = (reading: Reading, release: Release): Checked => checkForEach(reading, [release])[0]!

/** The same for several releases, in their order. Work that does not depend on the release is done once. */
export function checkForEach(
  reading: Reading,
  releases: readonly Release[],
  { ignore = [] }: CheckOptions = {},
): readonly Checked[] {
  return concluded(findingsForEach(reading, releases), { rules: ignore, comments: commentsOf(reading) })
}

/** What was found for a release, before anything is ignored. */
export type Found = Pick<Checked, 'release' | 'document' | 'findings' | 'inFiles'>

export function findingsForEach(reading: Reading, releases: readonly Release[]): readonly Found[] {
  if (reading.outcome === 'unreadable')
    return releases.map((release) => ({ release, document: undefined, findings: reading.findings }))
  const decoded = decodeForEach(reading.tree, { releases, format: reading.format })
  const answers: Answers | undefined = releases.length > 1 ? new Map() : undefined
  return decoded.map(({ release, document, remains, findings }) => {
    const judged =
      document === undefined ? judgeUndecoded(remains, { release, findings }) : judge(document, release, answers)
    return { release, document, findings: [...reading.findings, ...findings, ...judged] }
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

/** The verdicts, without the warnings that are ignored, and with what is wrong with the comments that ignore them. */
export function concluded(all: readonly Found[], wanted: WantedRules): readonly Checked[] {
  const { ignores, findings: flaws } = readIgnores(wanted.comments)
  // Where nothing decodes, rules are skipped.
  const isJudged = all.some(({ document }) => document !== undefined)
  const stale = isJudged ? unused(ignores, all) : []
  return all.map(({ findings, ...rest }) => {
    const { left, ignored } = withoutIgnored(findings, wanted.rules, ignores)
    const sorted = [...left, ...flaws, ...stale].sort(byPlace)
    const valid = !sorted.some(({ fatal }) => fatal)
    return { ...rest, valid, findings: sorted, ignored: ignored.toSorted(byPlace) }
  })
}
