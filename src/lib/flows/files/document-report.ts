import { type Checked, checkForEach } from '../../kubelet/check/check.ts'
import { mergeFindings, type ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import type { FileRelease } from '../../kubelet/model/file-release.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Release } from '../../kubelet/model/releases.ts'

export interface JudgingOptions {
  /** Oldest first. */
  readonly releases: readonly Release[]
  /** Findings that do not stop the kubelet are warnings. */
  readonly lenient: boolean
}

export type FatalStage = 'decode' | 'gates' | 'rules' | 'start-up'

/** What the kubelet of one release says to a document. */
export interface Verdict {
  readonly release: Release
  /** The kubelet's own verdict: strict findings do not stop it. */
  readonly valid: boolean
  /** Where an invalid document fell. */
  readonly stage: FatalStage | undefined
  /** In document order. */
  readonly findings: readonly Finding[]
}

export interface Place {
  readonly file: string
  /** Among the YAML documents of the file, from 0. */
  readonly document: number
  /** Is it all that there is in the file for a kubelet, and the first document? Then the file's name is name enough. */
  readonly alone: boolean
  /** Where the release comes from, when the file has a say in it. */
  readonly fileRelease?: FileRelease | undefined
}

export interface DocumentReport extends Place {
  /** One per release. */
  readonly verdicts: readonly Verdict[]
  /** Those of all verdicts, each once. */
  readonly findings: readonly ReleaseFinding[]
}

/** Judges a document for each release; it is read and decoded only once. */
export function reportOf(place: Place, reading: Reading, { releases, lenient }: JudgingOptions): DocumentReport {
  const verdicts = checkForEach(reading, releases).map((checked) => verdictOf(checked, lenient))
  return { ...place, verdicts, findings: mergeFindings(verdicts) }
}

/** In the order in which the kubelet gets to them. */
const fatalStages: readonly FatalStage[] = ['decode', 'gates', 'rules', 'start-up']

function verdictOf({ release, valid, findings }: Checked, lenient: boolean): Verdict {
  return { release, valid, stage: stageOf(findings), findings: lenient ? findings.map(asWarning) : findings }
}

/** Where a document with these findings falls. */
export function stageOf(findings: readonly Finding[]): FatalStage | undefined {
  const fatal = new Set(findings.filter((found) => found.fatal).map(({ stage }) => stage))
  return fatal.has('read') ? 'decode' : fatalStages.find((stage) => fatal.has(stage))
}

const asWarning = (found: Finding): Finding =>
  found.severity === 'error' && !found.fatal ? { ...found, severity: 'warning' } : found
