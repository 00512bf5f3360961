import { type FieldDisruption, fieldDisruptions, plainRestart } from '../../changes/field-disruption.ts'
import { guards } from '../../changes/guarded-fields.ts'
import { type MeaningChange, meaningChanges } from '../../changes/meaning-changes.ts'
import { display } from '../../compare/display.ts'
import { fieldNotes } from '../../data/field-notes.ts'
import { expected } from '../../decode/expected-header.ts'
import { Effective } from '../../defaults/effective.ts'
import { asMap } from '../../defaults/values.ts'
import type { Flag } from '../../flags/data/flag.ts'
import { flags } from '../../flags/data/flags.ts'
import type { Value } from '../../model/document.ts'
import { emptyDocument } from '../../model/empty-document.ts'
import type { FieldNote } from '../../model/field-note.ts'
import { keyPath } from '../../model/path.ts'
import { type Release, releases } from '../../model/releases.ts'
import type { Rule } from '../../rules/rule.ts'
import { knows } from '../../schema/schema.ts'
import { constraintAt } from '../json-schema/constraints.ts'
import type { Keywords } from '../json-schema/keywords.ts'
import { allRules } from './all-rules.ts'
import type { FoundField } from './find-field.ts'
import { typeName } from './type-name.ts'

export interface FieldExplanation {
  readonly release: Release
  readonly path: string
  readonly type: string
  /** The kubelet distinguishes an explicit zero from an absent value. */
  readonly pointer: boolean
  readonly releases: readonly Release[]
  readonly note: FieldNote
  readonly defaults: readonly DefaultSpan[]
  /** What the release accepts, according to the rules about this field alone. */
  readonly limits: Limits
  /** The flag that the field replaces, and that still overrides it. */
  readonly flag: Flag | undefined
  readonly gates: readonly string[]
  readonly rules: readonly Rule[]
  /** What the same value meant before, oldest first. */
  readonly meanings: readonly MeaningChange[]
  /** undefined: the value cannot be changed. */
  readonly cost: FieldDisruption | undefined
  /** Why agents refuse a document that weakens it; undefined: they do not. */
  readonly guard: string | undefined
  readonly fields: readonly { readonly name: string; readonly type: string }[]
}

export interface Limits {
  readonly values?: readonly string[]
  readonly keys?: readonly string[]
  readonly minimum?: string
  readonly maximum?: string
}

/** Everything known about a field; limits are those of one release. */
export function explainField(found: FoundField, release: Release): FieldExplanation {
  const { path, schema, key } = found
  const container = containerOf(path)
  const note = fieldNotes[path] ?? fieldNotes[container] ?? { meaning: '' }
  const rules = allRules.filter(({ fields }) => named(fields).some((field) => concerns(field, path)))
  return {
    release,
    path: key === undefined ? path : keyPath(container, key),
    type: typeName(schema),
    pointer: schema.pointer === true,
    releases: releases.filter((other) => knows(other, schema)),
    note,
    defaults: defaultHistory(found),
    limits: limitsAt(path, release),
    flag: flags.find(({ field }) => field === path),
    gates: [...new Set([...(note.gates ?? []), ...rules.flatMap(({ gates = [] }) => gates)])],
    rules,
    meanings: meaningChanges.filter((change) => change.path === path),
    cost: path in expected ? undefined : (fieldDisruptions.get(/^\w+/.exec(path)?.[0] ?? '') ?? plainRestart),
    guard: guards[path]?.why,
    fields: fieldsBelow(found),
  }
}

/** The fields of a rule, without featureGates after the first: explain lists the rules of each gate. */
const named = ([first, ...others]: readonly string[]): readonly string[] => [
  ...(first === undefined ? [] : [first]),
  ...others.filter((field) => field !== 'featureGates'),
]

/** Rules do not name fields of items and values, only the list or map that contains them. */
const concerns = (field: string, path: string): boolean =>
  field === path.replace(/[[{].*/, '') || field.startsWith(`${path}.`)

/** The list or map that contains an item or a value. */
const containerOf = (path: string): string => path.replace(/(?:\[\]|\{\})$/, '')

/** The allowed keys of the map; undefined: any. */
export const keysAt = ({ path }: FoundField, release: Release): readonly string[] | undefined =>
  constraintAt(containerOf(path), release)?.keys

function limitsAt(path: string, release: Release): Limits {
  const { keywords, keys } = constraintAt(path, release) ?? {}
  return { ...(keywords !== undefined && limitsIn(keywords)), ...(keys !== undefined && { keys }) }
}

function limitsIn({ enum: values, minimum, exclusiveMinimum, maximum }: Keywords): Limits {
  const named = values?.filter((value) => value !== '' && value !== null)
  const least = minimum ?? exclusiveMinimum
  return {
    ...(named !== undefined && { values: named.map(String) }),
    ...(least !== undefined && { minimum: `${exclusiveMinimum === undefined ? '' : 'above '}${least}` }),
    ...(maximum !== undefined && { maximum: `${maximum}` }),
  }
}

function fieldsBelow({ schema }: FoundField): FieldExplanation['fields'] {
  const inner = schema.type === 'list' ? schema.items : schema.type === 'map' ? schema.values : schema
  if (inner.type !== 'struct') return []
  return [...inner.fields].map(([name, field]) => ({ name, type: typeName(field) }))
}

interface DefaultSpan {
  readonly releases: readonly Release[]
  /** As people write it; undefined if there is none. */
  readonly value: string | undefined
}

/** The default of a field, or of a named value of a map, in an empty document, for the releases that know it. */
function defaultHistory({ path, schema, key }: FoundField): readonly DefaultSpan[] {
  const field = key === undefined ? path : path.replace(/\{\}$/, '')
  if (schema.type === 'struct' || /[[{]/.test(field)) return []
  const valueIn = (release: Release): Value | undefined => {
    const value = new Effective(emptyDocument, release).get(field)
    return key === undefined ? value : asMap(value).get(key)
  }
  const values = releases
    .filter((release) => knows(release, schema))
    .map((release) => ({ release, value: valueIn(release) }))
  const byValue = Map.groupBy(values, ({ value }) => (value === undefined ? undefined : display(value)))
  return [...byValue].map(([value, spans]) => ({ value, releases: spans.map(({ release }) => release) }))
}
