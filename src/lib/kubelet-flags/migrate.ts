import { fields } from '../kubelet/data/fields.ts'
import { decode } from '../kubelet/decode/decode.ts'
import { expected } from '../kubelet/decode/expected-header.ts'
import { isZero } from '../kubelet/decode/zero.ts'
import { defaultsOf } from '../kubelet/defaults/tables.ts'
import type { ConfigDocument, Value } from '../kubelet/model/document.ts'
import type { Placement } from '../kubelet/model/placement.ts'
import { quote } from '../kubelet/model/quote.ts'
import { isSecret } from '../kubelet/model/redact.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { Mapping, Tree } from '../kubelet/model/tree.ts'
import { knows } from '../kubelet/schema/schema.ts'
import type { CommandLine } from './command-line.ts'
import type { Flag } from './flag.ts'
import { readValues } from './flag-values.ts'
import { legacySettings } from './legacy.ts'
import { type Given, parseFlags, problemAt, whyNot } from './parse-flags.ts'
import type { Word } from './source.ts'
import { pathFields, staying } from './staying.ts'
import { map, string, withValues } from './trees.ts'

/** A value that a command line gives to a field. */
export interface Setting extends Placement {
  /** Of the field; `names` are the same, and the name of the gate for featureGates, which grow together. */
  readonly field: string
  /** Without dashes; undefined: the kubelet's own default when it has no file. */
  readonly flag: string | undefined
  readonly from: string
  readonly at?: Word['at']
}

/** A flag that has no field, or that had better not become one. */
export interface Staying extends Given {
  readonly reason: string | undefined
}

/** A flag that a release does not have: a kubelet that gets it does not start. */
export interface Unknown extends Given {
  /** Such as `no flag any more after 1.34`. */
  readonly why: string
  /** Is there a field for it? Its value is among the settings then. */
  readonly isReplaced: boolean
}

export interface Migration {
  readonly settings: readonly Setting[]
  /** Those of flags that stay flags all the same. */
  readonly kept: readonly Setting[]
  readonly staying: readonly Staying[]
  readonly unknown: readonly Unknown[]
  /** Worth a look; no values of secrets. */
  readonly notes: readonly string[]
  /** Why no kubelet takes the command line. */
  readonly problems: readonly string[]
}

/**
 * What of a command line belongs into a KubeletConfiguration of a release, and what stays. Without any file, the kubelet
 * has defaults of its own, which become settings.
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
function withoutFile({ whole }: CommandLine, config: string | undefined): readonly string[] {
  if (config !== undefined)
    return [`this kubelet already reads ${config}: give it with --base, or the document lacks what it says`]
  if (whole) return []
  return [
    'taken for some flags of a kubelet that has a file; for one without, which has other defaults, give the whole command line: kubelet --flag ...',
  ]
}

const nothing: Migration = { settings: [], kept: [], staying: [], unknown: [], notes: [], problems: [] }

/** All that one flag was given. */
function readFlag(given: readonly Given[], release: Release): Migration {
  const last = given.at(-1)!
  const { flag } = last
  const value = readValues(
    flag.type,
    given.map((one) => one.value),
  )
  const isHidden = isSecret(flag.field ?? '') || flag.name.includes('password')
  if ('wanted' in value) {
    const found = isHidden ? '' : `, not ${quote(given.map((one) => one.value).join(' '))}`
    return { ...nothing, problems: [problemAt(last, `--${flag.name} wants ${value.wanted}${found}`)] }
  }
  const reason = staying.get(flag.name) ?? zeroReason(flag.field, value.tree, release)
  const why = whyNot(release, flag)
  const isReplaced = hasField(release, flag)
  const unknown = why === undefined ? [] : [{ ...last, why, isReplaced }]
  if (why !== undefined && !isReplaced) return { ...nothing, unknown }
  const notes = notesOf(given, value.tree)
  const effective = value.tree.type === 'scalar' ? given.slice(-1) : given
  const settings = flag.field === undefined ? [] : settingsOf(flag.field, { given, tree: value.tree })
  if (flag.field !== undefined && (reason === undefined || why !== undefined))
    return { ...nothing, settings, unknown, notes }
  return { ...nothing, kept: settings, staying: effective.map((one) => ({ ...one, reason })), notes }
}

const hasField = (release: Release, { field }: Flag): boolean =>
  fields.some((row) => row.path === field && knows(release, row))

/** Feature gates grow together, one by one; everything else is replaced as a whole. */
function settingsOf(field: string, { given, tree }: { given: readonly Given[]; tree: Tree }): readonly Setting[] {
  const { flag, from, at } = given.at(-1)!
  const setting = { field, names: field.split('.'), tree, flag: flag.name, from, at }
  if (flag.type !== 'gates' || tree.type !== 'map') return [setting]
  return tree.entries.map(({ key, value }) => ({ ...setting, names: [...setting.names, key], tree: value }))
}

function notesOf(given: readonly Given[], tree: Tree): string[] {
  const { flag } = given[0]!
  const values = new Set(given.map(({ value }) => value))
  const isRelative = tree.type === 'scalar' && /^[^/]/.test(tree.text) && pathFields.has(flag.field ?? '')
  return [
    ...(values.size > 1 && tree.type === 'scalar'
      ? [`--${flag.name} is given ${given.length} times: the last one counts`]
      : []),
    ...(isRelative ? [`--${flag.name} is a relative path: in a file it starts at the folder of the file`] : []),
  ]
}

/** A zero that the file cannot say, for the kubelet would put the default in its place. */
function zeroReason(field: string | undefined, tree: Tree, release: Release): string | undefined {
  if (field === undefined) return undefined
  const value = written(documentOf([{ names: field.split('.'), tree }], release), field)
  const standard = defaultsOf(release).get(field)
  if (value?.unset !== true || standard === undefined || isZero(standard)) return undefined
  return 'in a file, zero means the default'
}

const header: Mapping = map(Object.entries(expected).map(([name, text]) => [name, string(text)]))

/** The tree of a document with these settings in it, and with what it says otherwise. */
export const treeWith = (settings: readonly Placement[], base: Mapping = header): Mapping => withValues(base, settings)

export const documentOf = (settings: readonly Placement[], release: Release): ConfigDocument | undefined =>
  decode(treeWith(settings), { release, format: 'yaml' }).document

/** The value at the path of a field, or of an entry below it. */
export function written(document: ConfigDocument | undefined, path: string | readonly string[]): Value | undefined {
  const names = typeof path === 'string' ? path.split('.') : path
  return names.reduce<Value | undefined>((value, name) => {
    if (value?.type === 'struct') return value.fields.get(name)
    return value?.type === 'map' ? value.entries.get(name) : undefined
  }, document)
}
