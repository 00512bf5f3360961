import pMap from 'p-map'
import { type Upgrade, upgrade, upgradeOfMerged } from '../../kubelet/changes/upgrade/upgrade.ts'
import { checkForEach } from '../../kubelet/check/check.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { compareReleases, type Release } from '../../kubelet/model/releases.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { NotNewer } from '../explain/asked-messages.ts'
import { type FatalStage, stageOf, type Together } from '../read/document-report.ts'
import { concurrency, type DistinctFile, distinct, type Inputs, reasonNotRead } from '../read/inputs.ts'
import { noFile } from '../read/not-read.ts'
import { oneDocument, type Source } from '../read/one-document.ts'
import { refusedFlags } from '../read/refused-flags.ts'
import { type PassedOver, selectDocuments } from '../read/select-documents.ts'
import type { FlagRefusal } from '../read/start-messages.ts'

export interface UpgradeReport extends Upgrade {
  /** The name in messages. */
  readonly file: string
  /** The index among the YAML documents of the file, from 0; of several files only. */
  readonly document?: number
  /** The folder of the drop-ins that it was merged with. */
  readonly configDir?: string | undefined
  /** The stage at which the newer kubelet refuses to start. It parses its flags first. */
  readonly stage: FatalStage | 'flags' | undefined
  /** Flags in a file for kubeadm with which the newer kubelet does not start. */
  readonly flags: readonly FlagRefusal[]
}

export interface Span {
  readonly from: Release
  readonly to: Release
  /** Judges a document merged with drop-ins, in place of the document alone. */
  readonly together?: Together | undefined
}

/** What changes for a file between two releases. Rejects with Failure 'usage' unless `to` is newer than `from`. */
export async function upgradeCheck(source: Source, span: Span): Promise<UpgradeReport> {
  refuseBackwards(span)
  const one = await oneDocument(source)
  return reported({ file: source.file }, one.reading, { ...span, flags: refusedFlags(one, span.to) })
}

export interface UpgradeReports {
  /** In the order of the arguments, then of the files and documents in each. */
  readonly reports: readonly UpgradeReport[]
  /** Files of folders without a KubeletConfiguration. */
  readonly passedOver: readonly PassedOver[]
}

/** The same for each document of several files. A file that cannot be read is a finding. */
export async function upgradeChecks(
  inputs: readonly Inputs[],
  span: Span,
  { signal }: Limits,
): Promise<UpgradeReports> {
  refuseBackwards(span)
  const files = distinct(inputs)
  const outcomes = await pMap(files, (one) => checkFile(one, span), { concurrency, signal })
  const passedOver = outcomes.filter((one) => 'file' in one)
  const isPassedOver = namesOf(passedOver)
  const empty = inputs.filter((input) => input.files.every(({ file }) => isPassedOver.has(file)))
  const absent = empty.map(({ name, nothing }) => reported({ file: name }, noFile(nothing), { ...span, flags: [] }))
  return {
    reports: [...outcomes.flatMap((one) => ('file' in one ? [] : one)), ...absent],
    passedOver,
  }
}

type Outcome = readonly UpgradeReport[] | PassedOver

const namesOf = (files: readonly PassedOver[]): ReadonlySet<string> => new Set(files.map(({ file }) => file))

async function checkFile(input: DistinctFile, span: Span): Promise<Outcome> {
  const { file } = input.file
  const bytes = await input.file.read().catch(reasonNotRead)
  if ('reason' in bytes) return [reported({ file }, noFile(bytes), { ...span, flags: [] })]
  const contents = await selectDocuments(input, bytes)
  if ('file' in contents) return contents
  const flags = refusedFlags({ file, members: contents.members }, span.to)
  return contents.parts.map(({ document, reading }, index) =>
    reported({ file, document }, reading, { ...span, flags: index === 0 ? flags : [] }),
  )
}

function refuseBackwards({ from, to }: Span): void {
  if (compareReleases(from, to) >= 0) throw new Failure('usage', NotNewer({ from, to }))
}

type Placed = Pick<UpgradeReport, 'file' | 'document'>

function reported(
  place: Placed,
  reading: Reading,
  { from, to, together, flags }: Span & Pick<UpgradeReport, 'flags'>,
): UpgradeReport {
  const upgraded =
    together === undefined
      ? upgrade(checkForEach(reading, [from, to]))
      : upgradeOfMerged(together.check(reading, [from, to]))
  const starts = flags.length === 0
  const stage = starts ? stageOf(upgraded.findings) : 'flags'
  const configDir = together && { configDir: together.configDir }
  return { ...place, ...configDir, ...upgraded, valid: starts && upgraded.valid, stage, flags }
}

export const hasErrors = ({ findings, flags }: UpgradeReport): boolean =>
  flags.length > 0 || findings.some(({ severity }) => severity === 'error')
