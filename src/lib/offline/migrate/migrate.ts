import { check } from '../../kubelet/check/check.ts'
import type { CommandLine } from '../../kubelet/flags/command-line.ts'
import { type FlagNote, type FlagStopsKubelet, flagSubject } from '../../kubelet/flags/flag-messages.ts'
import { type Migration, migrate, stopped, treeWith } from '../../kubelet/flags/migrate.ts'
import type { Setting } from '../../kubelet/flags/setting.ts'
import { type Shadow, shadows } from '../../kubelet/flags/shadows.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Mapping, Tree } from '../../kubelet/model/tree.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { inexpressible } from '../../yaml/write/inexpressible.ts'
import { yamlOf, yamlWith } from '../../yaml/write/with-values.ts'
import { releaseFor } from '../change/release-for.ts'
import type { KubeletStart } from '../effective/kubelet-start.ts'
import { type OneDocument, oneDocument, type Source, type SurveyedFile } from '../read/one-document.ts'
import { refuseDocument } from '../read/refuse-document.ts'
import { refusedValues } from '../read/refused-flags.ts'
import {
  CommandLineRefused,
  DefaultsWithoutFile,
  type FlagRefusal,
  FlagReplaced,
  type MigrationNote,
  NoExtraArgs,
  VariableNotSet,
  WriteToFile,
  WriteToKubeadmFile,
} from '../read/start-messages.ts'

export interface MigrationReport extends Omit<Migration, 'notes' | 'unknown'> {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  readonly line: CommandLine
  /** Flags that the kubelet does not have. */
  readonly stopping: readonly FlagStopsKubelet[]
  readonly notes: readonly (FlagNote | MigrationNote)[]
  /** The document in YAML, and its tree as the kubelet reads it. */
  readonly text: string
  readonly tree: Tree
  /** Findings that stop a kubelet that runs on it. */
  readonly findings: readonly Finding[]
}

export interface ShadowReport {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  readonly line: CommandLine
  readonly file: string
  readonly shadows: readonly Shadow[]
  readonly stopping: readonly FlagStopsKubelet[]
  /** Values with which the kubelet refuses the file. */
  readonly refused: readonly FlagRefusal[]
  readonly notes: readonly (FlagNote | MigrationNote)[]
}

/**
 * The document that is equivalent to a command line, merged into the base if there is one: flags win, as in the
 * kubelet. Rejects with Failure 'invalid' and all problems when no kubelet accepts the command line or the base.
 */
export async function migrateFlags(
  { line, configuration, extraArgsIn, releases }: KubeletStart,
  wanted: Release | undefined,
  base?: Source | SurveyedFile,
): Promise<MigrationReport> {
  const part = base && (await oneDocument(base))
  const { release, releasesInFiles } = releaseFor(wanted, part, ...releases)
  const { unknown, ...migration } = migrated(line, release, base !== undefined)
  const text = await documentText(migration.settings, release, part)
  const kubeadmFile = base === configuration ? base?.file : undefined
  return {
    ...{ ...migration, release, releasesInFiles, line, text },
    stopping: unknown.map((flag) => stopped(flag, release)),
    notes: migrationNotes({ ...migration, unknown }, { line, kubeadmFile, extraArgsIn }),
    ...(await reread(text, release)),
  }
}

async function documentText(settings: readonly Setting[], release: Release, part?: OneDocument): Promise<string> {
  if (part === undefined) return yamlOf(treeWith(settings))
  const { tree } = load(part, release)
  const unsupported = inexpressible(tree)
  if (unsupported.length > 0) throw refuseDocument(part.file, unsupported, [release])
  const text = part.reading.outcome === 'tree' && part.reading.format === 'yaml' ? await part.text() : undefined
  return text === undefined ? yamlOf(treeWith(settings, tree)) : yamlWith(text, settings)
}

/**
 * The flags of a command line that win over a file, and those that its kubelet does not have. Rejects as migrateFlags
 * does.
 */
export async function checkFlags(
  { line, releases }: KubeletStart,
  wanted: Release | undefined,
  base: Source | SurveyedFile,
): Promise<ShadowReport> {
  const part = await oneDocument(base)
  const { release, releasesInFiles } = releaseFor(wanted, part, ...releases)
  const { settings, kept, unknown, notes } = migrated(line, release, true)
  const { document } = load(part, release)
  const removed = new Set(unknown.map(({ flag }) => flag.name))
  const effective = [...settings, ...kept].filter(({ flag = '' }) => !removed.has(flag))
  const found = shadows(effective, document, release)
  return {
    ...{ release, releasesInFiles, line, file: base.file, shadows: found },
    stopping: unknown.map((flag) => stopped(flag, release)),
    refused: refusedValues(effective, part.reading, release),
    notes: [...notes, ...unsetVariables(line)],
  }
}

/** Why no kubelet runs on the document, and which flags have no replacement; empty when there is no problem. */
export function refusalsOf({ findings, stopping, release }: MigrationReport): readonly Failure[] {
  const removed = stopping.filter(({ replacedBy }) => replacedBy === undefined)
  return [
    ...(findings.length === 0 ? [] : [refuseDocument('<document>', findings, [release])]),
    ...removed.map((flag) => new Failure('invalid', flag)),
  ]
}

/** Whether a flag wins over the file, or stops the kubelet. */
export const hasErrors = ({ shadows: some, stopping, refused }: ShadowReport): boolean =>
  stopping.length > 0 || refused.length > 0 || some.some(({ effect }) => effect === 'overrides')

function migrated(line: CommandLine, release: Release, hasFile: boolean): Migration {
  const migration = migrate(line, release, { hasFile })
  if (migration.problems.length === 0) return migration
  throw new Failure('invalid', CommandLineRefused({ problems: migration.problems }))
}

interface Loaded {
  readonly tree: Mapping
  readonly document: ConfigDocument
}

/** The part of the base that a kubelet of the release decodes. Throws when it decodes none. */
function load({ file, reading }: OneDocument, release: Release): Loaded {
  const { document, findings } = check(reading, release)
  if (document !== undefined && reading.outcome === 'tree' && reading.tree.type === 'map')
    return { document, tree: reading.tree }
  const fatal = findings.filter((finding) => finding.fatal)
  throw refuseDocument(file, fatal, [release])
}

async function reread(text: string, release: Release): Promise<Pick<MigrationReport, 'tree' | 'findings'>> {
  const reading = await readDocument(text)
  if (reading.outcome === 'unreadable') throw new Error('the document of a migration cannot be read')
  return { tree: reading.tree, findings: check(reading, release).findings.filter((finding) => finding.fatal) }
}

interface Circumstances {
  readonly line: CommandLine
  /** The file whose configuration the flags are merged into. */
  readonly kubeadmFile: string | undefined
  /** The files that have the flags as kubeletExtraArgs. */
  readonly extraArgsIn: readonly string[]
}

/** Notes on the document. */
const migrationNotes = (
  migration: Omit<Migration, 'problems'>,
  circumstances: Circumstances,
): readonly (FlagNote | MigrationNote)[] => [
  ...migration.notes,
  ...migration.unknown.flatMap(({ flag, why, isReplaced }): readonly MigrationNote[] =>
    isReplaced ? [FlagReplaced({ subject: flagSubject(flag.name), why })] : [],
  ),
  ...destinationNotes(migration, circumstances),
  ...unsetVariables(circumstances.line),
  ...defaultsWithoutFile(migration),
]

type Found = Pick<Migration, 'settings' | 'staying' | 'unknown'>

function destinationNotes({ settings, staying, unknown }: Found, { kubeadmFile, extraArgsIn }: Circumstances) {
  const notes: MigrationNote[] = []
  if (kubeadmFile === undefined && !staying.some(({ flag }) => flag.name === 'config')) notes.push(WriteToFile())
  if (kubeadmFile !== undefined) {
    const subject = fileSubject(kubeadmFile)
    const isEmpty = settings.length + staying.length + unknown.length === 0
    notes.push(isEmpty ? NoExtraArgs({ subject }) : WriteToKubeadmFile({ subject, extraArgsIn }))
  }
  return notes
}

/** Flags in these variables are missing. */
const unsetVariables = ({ unset, environmentFiles }: CommandLine): readonly MigrationNote[] =>
  unset.map((variable) => VariableNotSet({ variable, environmentFiles }))

function defaultsWithoutFile({ settings }: Found): readonly MigrationNote[] {
  const fields = settings.filter(({ flag }) => flag === undefined).map(({ field }) => field)
  return fields.length === 0 ? [] : [DefaultsWithoutFile({ fields })]
}
