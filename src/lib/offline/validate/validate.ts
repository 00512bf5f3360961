import pMap from 'p-map'
import type { Finding } from '../../kubelet/model/finding.ts'
import { newest, type Release, releases } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { kubeadmObjects, releaseNamedIn } from '../../yaml/read/kubeadm.ts'
import { kubeletExtraArgs } from '../../yaml/read/kubelet-extra-args.ts'
import type { Contents } from '../../yaml/read/read-parts.ts'
import { linesOf, tokenEnd } from '../../yaml/read/token-end.ts'
import {
  type DocumentReport,
  type EndedFinding,
  type JudgingOptions,
  reportOf,
  reportOnHost,
} from '../read/document-report.ts'
import type { NotRead } from '../read/file-messages.ts'
import { concurrency, type DistinctFile, distinct, type Inputs, reasonNotRead } from '../read/inputs.ts'
import { noFile } from '../read/not-read.ts'
import type { HostToJudge } from '../read/on-host.ts'
import { type PassedOver, selectDocuments } from '../read/select-documents.ts'
import type { FlagRefusal } from '../read/start-messages.ts'

export interface ValidateOptions extends Omit<JudgingOptions, 'releases'> {
  /** Oldest first. When undefined: the release that a file for kubeadm names, and the newest for other files. */
  readonly releases: readonly Release[] | undefined
  /** Whether the report says where each finding ends. */
  readonly ends?: boolean
  /** Warnings count as errors. */
  readonly strict?: boolean
  /** The host that all documents are for; undefined: none is looked at. */
  readonly onHost?: HostToJudge | undefined
}

export interface Validation {
  /** All that were requested, or that files named. */
  readonly releases: readonly Release[]
  /** Warnings count as errors. */
  readonly strict: boolean
  /** In the order of the arguments, then of the files and documents in each. */
  readonly documents: readonly DocumentReport[]
  /** Files of folders without a KubeletConfiguration. */
  readonly passedOver: readonly PassedOver[]
  /** Flags for kubelets in files for kubeadm, with which these do not start; the documents are judged without them. */
  readonly flags: readonly FlagRefusal[]
}

/**
 * Reads each file once, however often it is named, and validates its documents for all releases. A file that cannot be
 * read is a finding, not a Failure.
 */
export async function validate(
  inputs: readonly Inputs[],
  options: ValidateOptions,
  limits: Limits,
): Promise<Validation> {
  const { signal } = limits
  const files = distinct(inputs)
  const outcomes = await pMap(files, (one) => validateFile(one, options, limits), { concurrency, signal })
  const byName = new Map(files.map(({ file }, i) => [file.file, outcomes[i]!]))
  const documents = inputs.flatMap((input) => {
    const found = input.files.flatMap(({ file }) => byName.get(file)!.reports)
    return found.length > 0 ? found : [absent(input.name, input.nothing, options)]
  })
  return {
    releases: options.releases ?? releasesOf(documents),
    strict: options.strict === true,
    documents: [...new Set(documents)],
    passedOver: outcomes.flatMap(({ passedOver }) => passedOver),
    flags: outcomes.flatMap(({ flags = [] }) => flags),
  }
}

export const hasErrors = ({ documents, flags, strict }: Validation): boolean =>
  flags.length > 0 || documents.some(({ findings }) => findings.some((finding) => isFailure(finding, strict)))

/** Whether a document fails because of a finding. */
export const isFailure = ({ severity }: Finding, strict: boolean): boolean =>
  severity === 'error' || (strict && severity === 'warning')

interface Outcome {
  readonly reports: readonly DocumentReport[]
  readonly passedOver: readonly PassedOver[]
  readonly flags?: readonly FlagRefusal[]
}

async function validateFile(input: DistinctFile, options: ValidateOptions, limits: Limits): Promise<Outcome> {
  const { file } = input.file
  const bytes = await input.file.read().catch(reasonNotRead)
  if ('reason' in bytes) return { reports: [absent(file, bytes, options)], passedOver: [] }
  const contents = await selectDocuments(input, bytes)
  if ('file' in contents) {
    const { members = [], ...passedOver } = contents
    const flags = await flagsBeside(file, { members }, options.releases ?? [newest])
    return { reports: [], passedOver: [passedOver], flags }
  }
  const { parts } = contents
  const alone = parts.length === 1 && parts[0]!.document === 0
  const fileRelease = options.releases === undefined ? releaseNamedIn(contents) : undefined
  const own = { ...options, releases: options.releases ?? [fileRelease?.release ?? newest] }
  const placed = parts.map(({ document, reading }) => ({ place: { file, document, alone, fileRelease }, reading }))
  const { onHost } = own
  const reports =
    onHost === undefined
      ? placed.map(({ place, reading }) => reportOf(place, reading, own))
      : await Promise.all(placed.map(({ place, reading }) => reportOnHost(place, reading, { ...own, onHost }, limits)))
  const flags = await flagsBeside(file, contents, own.releases)
  const ended = options.ends ? withEnds(reports, linesOf(bytes)) : reports
  return { reports: ended, passedOver: brokenNeighbours(file, contents), flags }
}

const withEnds = (reports: readonly DocumentReport[], lines: readonly string[]): readonly DocumentReport[] =>
  reports.map((report) => ({
    ...report,
    findings: report.findings.map((found) => ({ ...found, ...endOf(found, lines) })),
    ignored: report.ignored.map((found) => ({ ...found, ...endOf(found, lines) })),
  }))

/** A drop-in has lines of its own. */
function endOf({ file, line, column }: Finding, lines: readonly string[]): Pick<EndedFinding, 'endColumn'> {
  const isHere = file === undefined && line !== undefined && column !== undefined
  const endColumn = isHere ? tokenEnd(lines, { line, column }) : undefined
  return endColumn === undefined ? {} : { endColumn }
}

/** Of the newest of the releases: a flag that is gone stays away. A file without flags costs nothing. */
async function flagsBeside(
  file: string,
  { members }: Pick<Contents, 'members'>,
  wanted: readonly Release[],
): Promise<readonly FlagRefusal[]> {
  const mayHaveFlags = kubeadmObjects({ members }).some((object) => kubeletExtraArgs(object) !== undefined)
  if (!mayHaveFlags) return []
  const { refusedFlags } = await import('../read/refused-flags.ts')
  return refusedFlags({ file, members }, wanted.at(-1)!)
}

/** Objects of other APIs beside a document, which cannot be read: no kubelet gets them, but somebody does. */
const brokenNeighbours = (file: string, { members }: Contents): readonly PassedOver[] =>
  members.flatMap(({ holds, reading }) =>
    holds === 'object' && reading.outcome === 'unreadable'
      ? [{ file, likelyConfig: { broken: reading.findings[0]! } }]
      : [],
  )

function absent(file: string, why: NotRead, { releases: some = [newest], lenient }: ValidateOptions): DocumentReport {
  return reportOf({ file, document: 0, alone: true }, noFile(why), { releases: some, lenient })
}

function releasesOf(documents: readonly DocumentReport[]): readonly Release[] {
  const found = new Set(documents.flatMap(({ verdicts }) => verdicts.map(({ release }) => release)))
  return releases.filter((release) => found.has(release))
}
