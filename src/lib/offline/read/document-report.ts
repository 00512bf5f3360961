import { type Checked, type CheckOptions, checkForEach } from '../../kubelet/check/check.ts'
import type { IgnoredFinding } from '../../kubelet/check/ignore.ts'
import { mergeFindings, type ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import type { FileRelease } from '../../kubelet/model/file-release.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { type CheckedOnHost, checkOnHost, type HostCount, type HostToJudge } from './on-host.ts'

export interface JudgingOptions {
  /** Oldest first. */
  readonly releases: readonly Release[]
  /** Findings that do not stop the kubelet are warnings. */
  readonly lenient: boolean
  /** Judges a document merged with drop-ins, in place of the document alone. */
  readonly together?: Together | undefined
  /** Rules whose warnings are ignored, beside what comments in the document say. */
  readonly ignore?: readonly string[]
}

export type FatalStage = 'decode' | 'gates' | 'rules' | 'start-up'

/** The verdict of the kubelet of one release on a document. */
export interface Verdict {
  readonly release: Release
  /** The kubelet's own verdict: strict findings do not stop it. */
  readonly valid: boolean
  /** The stage at which the kubelet refuses the document. */
  readonly stage: FatalStage | undefined
  /** In document order, without those that are ignored. */
  readonly findings: readonly Finding[]
  /** Warnings, in document order. */
  readonly ignored: readonly IgnoredFinding[]
  /** With --host: what became of the document's requirements on the host. */
  readonly onHost?: HostCount
}

export interface Place {
  readonly file: string
  /** The index among the YAML documents of the file, from 0. */
  readonly document: number
  /**
   * Whether it is the first document and the only one for a kubelet, so that the name of the file is enough to name it.
   */
  readonly alone: boolean
  /** The release that the file names, when it decided the release. */
  readonly fileRelease?: FileRelease | undefined
}

/** A finding, and the column after what it is about, if that was asked for; on the same line. */
export interface EndedFinding extends ReleaseFinding {
  readonly endColumn?: number
}

export interface DocumentReport extends Place {
  /** The folder of the drop-ins that it was merged with. */
  readonly configDir?: string | undefined
  /** One per release. */
  readonly verdicts: readonly Verdict[]
  /** The findings of all verdicts, each once. */
  readonly findings: readonly EndedFinding[]
  readonly ignored: readonly (IgnoredFinding & EndedFinding)[]
}

export interface Together {
  /** The folder of the drop-ins. */
  readonly configDir: string
  check(reading: Reading, releases: readonly Release[], options?: CheckOptions): readonly Checked[]
}

/** Validates a document for each release; it is read and decoded only once. */
export function reportOf(place: Place, reading: Reading, options: JudgingOptions): DocumentReport {
  return reported(place, checkedBy(reading, options), options)
}

/** The same on a host. */
export async function reportOnHost(
  place: Place,
  reading: Reading,
  options: JudgingOptions & { readonly onHost: HostToJudge },
  limits: Limits,
): Promise<DocumentReport> {
  const checked = checkedBy(reading, options).map((one) => checkOnHost(one, options.onHost, limits))
  return reported(place, await Promise.all(checked), options)
}

const checkedBy = (reading: Reading, options: JudgingOptions): readonly Checked[] =>
  options.together === undefined
    ? checkForEach(reading, options.releases, options)
    : options.together.check(reading, options.releases, options)

function reported(
  place: Place,
  checked: readonly CheckedOnHost[],
  { lenient, together }: JudgingOptions,
): DocumentReport {
  const each = checked.map((one) => verdictOf(one, lenient))
  const findings = mergeFindings(each)
  // Reports of thousands of files are kept until all are read: findings of one release once, not twice.
  const verdicts = each.length === 1 ? [{ ...each[0]!, findings }] : each
  const configDir = together && { configDir: together.configDir }
  const ignored = mergeFindings(checked.map(({ release, ignored: findings }) => ({ release, findings })))
  return { ...place, ...configDir, verdicts, findings, ignored }
}

/** In the order of the kubelet. */
const fatalStages: readonly FatalStage[] = ['decode', 'gates', 'rules', 'start-up']

function verdictOf({ release, valid, findings, ignored, onHost }: CheckedOnHost, lenient: boolean): Verdict {
  return {
    release,
    valid,
    stage: stageOf(findings),
    findings: lenient ? findings.map(asWarning) : findings,
    ignored,
    ...(onHost !== undefined && { onHost }),
  }
}

/** The stage at which the kubelet refuses a document with these findings; undefined when it does not. */
export function stageOf(findings: readonly Finding[]): FatalStage | undefined {
  if (!findings.some((found) => found.fatal)) return undefined
  const fatal = new Set(findings.filter((found) => found.fatal).map(({ stage }) => stage))
  return fatal.has('read') ? 'decode' : fatalStages.find((stage) => fatal.has(stage))
}

const asWarning = (found: Finding): Finding =>
  found.severity === 'error' && !found.fatal ? { ...found, severity: 'warning' } : found
