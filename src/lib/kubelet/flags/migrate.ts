import { fields } from '../data/fields.ts'
import { decode } from '../decode/decode.ts'
import { expected } from '../decode/expected-header.ts'
import { isZero } from '../decode/zero.ts'
import { defaultsOf } from '../defaults/tables.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { Placement } from '../model/placement.ts'
import { isSecret } from '../model/redact.ts'
import type { Release } from '../model/releases.ts'
import type { Mapping, Tree } from '../model/tree.ts'
import { knows } from '../schema/schema.ts'
import type { CommandLine } from './command-line.ts'
import type { Flag } from './data/flag.ts'
import {
  ConfigNotGiven,
  type FlagAbsence,
  type FlagNote,
  type FlagProblem,
  FlagRepeated,
  FlagStopsKubelet,
  flagSubject,
  InvalidFlagValue,
  PartOfCommandLine,
  RelativePath,
  type StayingReason,
  ZeroMeansDefault,
} from './flag-messages.ts'
import { readValues } from './flag-values.ts'
import { legacySettings } from './legacy.ts'
import { absenceOf, type Given, parseFlags } from './parse-flags.ts'
import type { Setting } from './setting.ts'
import { pathFields, staying } from './staying.ts'
import { map, string, withValues } from './trees.ts'

/** A flag without a field, or one that should remain a flag. */
export interface Staying extends Given {
  readonly why: StayingReason | undefined
}

/** A flag that a release does not have: with it, the kubelet does not start. */
export interface Unknown extends Given {
  readonly why: FlagAbsence
  /** Whether a field replaces it; its value is then among the settings. */
  readonly isReplaced: boolean
}

/** The fact about an unknown flag for a kubelet of the release. */
export const stopped = ({ flag, why, isReplaced, from, at }: Unknown, release: Release): FlagStopsKubelet =>
  FlagStopsKubelet({
    subject: flagSubject(flag.name),
    place: { from, at },
    release,
    why,
    replacedBy: isReplaced ? flag.field : undefined,
  })

export interface Migration {
  readonly settings: readonly Setting[]
  /** Settings of flags that remain flags. */
  readonly kept: readonly Setting[]
  readonly staying: readonly Staying[]
  readonly unknown: readonly Unknown[]
  /** Notes without values that may be secret. */
  readonly notes: readonly FlagNote[]
  /** Why no kubelet accepts the command line. */
  readonly problems: readonly FlagProblem[]
}

/**
 * Divides a command line into the values that belong in a KubeletConfiguration of a release, and the flags that remain.
 * Without any file, the kubelet has other defaults, which become settings.
 */
export function migrate(line: CommandLine, release: Release, { hasFile }: { hasFile: boolean }): Migration {
  const { given, problems } = parseFlags(line.words)
  const byFlag = [...Map.groupBy(given, ({ flag }) => flag.name).values()]
  const read = byFlag.map((some) => readFlag(some, release))
  const settings = read.flatMap((one) => one.settings)
  const config = given.findLast(({ flag }) => flag.name === 'config')?.value
  const isAlone = !hasFile && line.whole && config === undefined && line.unset.length === 0
  return {
    settings: isAlone ? [...legacySettings(settings), ...settings] : settings,
    kept: read.flatMap((one) => one.kept),
    staying: read.flatMap((one) => one.staying),
    unknown: read.flatMap((one) => one.unknown),
    notes: [...line.notes, ...read.flatMap((one) => one.notes), ...(hasFile ? [] : withoutFile(line, config))],
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  }
}

/** What the document may lack when the kubelet has a file that is not known. */
function withoutFile({ whole }: CommandLine, config: string | undefined): readonly FlagNote[] {
  if (config !== undefined) return [ConfigNotGiven({ config })]
  return whole ? [] : [PartOfCommandLine()]
}

const nothing: Migration = { settings: [], kept: [], staying: [], unknown: [], notes: [], problems: [] }

/** All values of one flag. */
function readFlag(given: readonly Given[], release: Release): Migration {
  const last = given.at(-1)!
  const { flag } = last
  const value = readValues(
    flag.type,
    given.map((one) => one.value),
  )
  const isHidden = isSecret(flag.field ?? '') || flag.name.includes('password')
  if ('wanted' in value) {
    const { from, at } = last
    const found = isHidden ? undefined : given.map((one) => one.value).join(' ')
    const problem = { subject: flagSubject(flag.name), wanted: value.wanted, found, place: { from, at } } as const
    return { ...nothing, problems: [InvalidFlagValue(problem)] }
  }
  const reason = staying.get(flag.name) ?? zeroReason(flag.field, value.tree, release)
  const why = absenceOf(release, flag)
  const isReplaced = hasField(release, flag)
  const unknown = why === undefined ? [] : [{ ...last, why, isReplaced }]
  if (why !== undefined && !isReplaced) return { ...nothing, unknown }
  const notes = notesOf(given, value.tree)
  const effective = value.tree.type === 'scalar' ? given.slice(-1) : given
  const settings = flag.field === undefined ? [] : settingsOf(flag.field, { given, tree: value.tree })
  if (flag.field !== undefined && (reason === undefined || why !== undefined))
    return { ...nothing, settings, unknown, notes }
  return { ...nothing, kept: settings, staying: effective.map((one) => ({ ...one, why: reason })), notes }
}

const hasField = (release: Release, { field }: Flag): boolean =>
  fields.some((row) => row.path === field && knows(release, row))

/** Feature gates are merged one by one; every other field is replaced as a whole. */
function settingsOf(field: string, { given, tree }: { given: readonly Given[]; tree: Tree }): readonly Setting[] {
  const { flag, from, at } = given.at(-1)!
  const setting = { field, names: field.split('.'), tree, flag: flag.name, from, at }
  if (flag.type !== 'gates' || tree.type !== 'map') return [setting]
  return tree.entries.map(({ key, value }) => ({ ...setting, names: [...setting.names, key], tree: value }))
}

function notesOf(given: readonly Given[], tree: Tree): readonly FlagNote[] {
  const subject = flagSubject(given[0]!.flag.name)
  const values = new Set(given.map(({ value }) => value))
  const isRelative = tree.type === 'scalar' && /^[^/]/.test(tree.text) && pathFields.has(given[0]!.flag.field ?? '')
  const isRepeated = values.size > 1 && tree.type === 'scalar'
  return [
    ...(isRepeated ? [FlagRepeated({ subject, times: given.length })] : []),
    ...(isRelative ? [RelativePath({ subject })] : []),
  ]
}

/** A zero that a file cannot express, because the kubelet would replace it with the default. */
function zeroReason(field: string | undefined, tree: Tree, release: Release): StayingReason | undefined {
  if (field === undefined) return undefined
  const value = written(migratedDocument([{ names: field.split('.'), tree }], release), field)
  const standard = defaultsOf(release).get(field)
  if (value?.unset !== true || standard === undefined || isZero(standard)) return undefined
  return ZeroMeansDefault()
}

const header: Mapping = map(Object.entries(expected).map(([name, text]) => [name, string(text)]))

/** The tree of a document with these settings, which replace those of the base. */
export const treeWith = (settings: readonly Placement[], base: Mapping = header): Mapping => withValues(base, settings)

export const migratedDocument = (settings: readonly Placement[], release: Release): ConfigDocument | undefined =>
  decode(treeWith(settings), { release, format: 'yaml' }).document

/** The value at the path of a field, or of an entry below it. */
export function written(document: ConfigDocument | undefined, path: string | readonly string[]): Value | undefined {
  const names = typeof path === 'string' ? path.split('.') : path
  return names.reduce<Value | undefined>((value, name) => {
    if (value?.type === 'struct') return value.fields.get(name)
    return value?.type === 'map' ? value.entries.get(name) : undefined
  }, document)
}
