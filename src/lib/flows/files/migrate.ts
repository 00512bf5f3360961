import { Failure } from '../../failure.ts'
import { check } from '../../kubelet/check/check.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Mapping, Tree } from '../../kubelet/model/tree.ts'
import type { CommandLine } from '../../kubelet-flags/command-line.ts'
import { type Migration, migrate, type Setting, treeWith, type Unknown } from '../../kubelet-flags/migrate.ts'
import { type Shadow, shadows } from '../../kubelet-flags/shadows.ts'
import { describeUnknown } from '../../render/unknown-flag.ts'
import { unusable } from '../../words/finding-words.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { unsayable } from '../../yaml/write/unsayable.ts'
import { yamlOf, yamlWith } from '../../yaml/write/with-values.ts'
import { type OneDocument, oneDocument, type Source } from '../one-document.ts'
import type { KubeletStart } from './kubelet-start.ts'
import { releaseFor } from './release-for.ts'

export interface MigrationReport extends Migration {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  readonly line: CommandLine
  /** Has the configuration that the flags are put into. */
  readonly fileForKubeadm: string | undefined
  /** Have the flags, as kubeletExtraArgs. */
  readonly extraArgsIn: readonly string[]
  /** The document, in YAML, and as the kubelet reads it. */
  readonly text: string
  readonly tree: Tree
  /** What stops a kubelet that runs on it. */
  readonly findings: readonly Finding[]
}

export interface ShadowReport {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
  readonly line: CommandLine
  readonly file: string
  readonly shadows: readonly Shadow[]
  readonly unknown: readonly Unknown[]
  readonly notes: readonly string[]
}

/**
 * The document that says what a command line says, put into that of the base if there is one: flags win, as they do in
 * the kubelet. Rejects with Failure 'invalid' that tells every problem when no kubelet takes the command line or the file.
 */
export async function migrateFlags(
  { line, configuration, extraArgsIn, releases }: KubeletStart,
  wanted: Release | undefined,
  base?: Source,
): Promise<MigrationReport> {
  const part = base && (await oneDocument(base))
  const { release, releasesInFiles } = releaseFor(wanted, part, ...releases)
  const migration = migrated(line, release, base !== undefined)
  const text = await documentText(migration.settings, release, part)
  const fileForKubeadm = base === configuration ? base?.file : undefined
  const told = { release, releasesInFiles, line, fileForKubeadm, extraArgsIn }
  return { ...migration, ...told, text, ...(await reread(text, release)) }
}

async function documentText(settings: readonly Setting[], release: Release, part?: OneDocument): Promise<string> {
  if (part === undefined) return yamlOf(treeWith(settings))
  const { tree } = load(part, release)
  const odd = unsayable(tree)
  if (odd.length > 0) throw unusableFor(release, part.file, odd)
  const text = part.reading.outcome === 'tree' && part.reading.format === 'yaml' ? await part.text() : undefined
  return text === undefined ? yamlOf(treeWith(settings, tree)) : yamlWith(new TextEncoder().encode(text), settings)
}

/** Which flags of a command line win over what a file says, and which its kubelet does not know. Rejects as migrateFlags does. */
export async function checkFlags(
  { line, releases }: KubeletStart,
  wanted: Release | undefined,
  base: Source,
): Promise<ShadowReport> {
  const part = await oneDocument(base)
  const { release, releasesInFiles } = releaseFor(wanted, part, ...releases)
  const { settings, kept, unknown, notes } = migrated(line, release, true)
  const { document } = load(part, release)
  const lost = new Set(unknown.map(({ flag }) => flag.name))
  const heard = [...settings, ...kept].filter(({ flag = '' }) => !lost.has(flag))
  const found = shadows(heard, document, release)
  return { release, releasesInFiles, line, file: base.file, shadows: found, unknown, notes }
}

/** Why no kubelet runs on the document, and which flags were lost on the way; empty: all is well. */
export function refusalsOf({ findings, unknown, release }: MigrationReport): readonly Failure[] {
  const lost = unknown.filter(({ isReplaced }) => !isReplaced)
  return [
    ...(findings.length === 0 ? [] : [unusableFor(release, '<document>', findings)]),
    ...lost.map((flag) => new Failure('invalid', describeUnknown(flag, release))),
  ]
}

/** Does a flag win over the file, or stop the kubelet? */
export const hasErrors = ({ shadows: some, unknown }: ShadowReport): boolean =>
  unknown.length > 0 || some.some(({ effect }) => effect === 'overrides')

function migrated(line: CommandLine, release: Release, hasFile: boolean): Migration {
  const migration = migrate(line, release, { hasFile })
  if (migration.problems.length === 0) return migration
  throw new Failure('invalid', `no kubelet starts with this command line\n  ${migration.problems.join('\n  ')}`)
}

interface Loaded {
  readonly tree: Mapping
  readonly document: ConfigDocument
}

/** What a kubelet of the release could decode. */
function load({ file, reading }: OneDocument, release: Release): Loaded {
  const { document, findings } = check(reading, release)
  if (document !== undefined && reading.outcome === 'tree' && reading.tree.type === 'map')
    return { document, tree: reading.tree }
  const fatal = findings.filter((finding) => finding.fatal)
  throw unusableFor(release, file, fatal)
}

function unusableFor(release: Release, file: string, findings: readonly Finding[]): Failure {
  const problems = findings.map((finding) => ({ ...finding, releases: [release] }))
  return unusable(file, problems, [release])
}

async function reread(text: string, release: Release): Promise<Pick<MigrationReport, 'tree' | 'findings'>> {
  const reading = await readDocument(new TextEncoder().encode(text))
  if (reading.outcome === 'unreadable') throw new Error('the document of a migration cannot be read')
  return { tree: reading.tree, findings: check(reading, release).findings.filter((finding) => finding.fatal) }
}
