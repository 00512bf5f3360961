import { fields } from '../data/fields.ts'
import type { Field, FieldType } from '../model/field.ts'
import { compareReleases, type Release } from '../model/releases.ts'

/** The table of fields as a tree. */
export type Schema = Pick<Field, 'pointer' | 'written' | 'since' | 'until'> &
  (
    | { readonly type: 'struct'; readonly fields: ReadonlyMap<string, Schema> }
    | { readonly type: 'list'; readonly items: Schema }
    | { readonly type: 'map'; readonly values: Schema }
    | { readonly type: 'scalar'; readonly scalar: ScalarType }
  )

export type ScalarType = Exclude<FieldType, 'struct' | 'list' | 'map'>

export type SchemaOf<T extends Schema['type']> = Extract<Schema, { type: T }>

const rows = new Map(fields.map((field) => [field.path, field]))

/** Paths of the direct fields of a struct, by the struct's path. */
const children = Map.groupBy(
  fields.filter(({ path }) => /(^|\.)\w+$/.test(path)),
  ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.'))),
)

/** A KubeletConfiguration of v1beta1: every field that any known release declares. */
export const configuration: SchemaOf<'struct'> = { type: 'struct', fields: fieldsOf('') }

function fieldsOf(parent: string): ReadonlyMap<string, Schema> {
  const below = children.get(parent) ?? []
  return new Map(below.map((field) => [field.path.slice(field.path.lastIndexOf('.') + 1), schemaOf(field)]))
}

function schemaOf({ path, type, pointer, written, since, until }: Field): Schema {
  const traits = {
    ...(pointer && { pointer }),
    ...(written && { written }),
    ...(since && { since }),
    ...(until && { until }),
  }
  if (type === 'struct') return { type, fields: fieldsOf(path), ...traits }
  if (type === 'list') return { type, items: schemaAt(`${path}[]`), ...traits }
  if (type === 'map') return { type, values: schemaAt(`${path}{}`), ...traits }
  return { type: 'scalar', scalar: type, ...traits }
}

function schemaAt(path: string): Schema {
  const field = rows.get(path)
  if (field === undefined) throw new Error(`the table of fields lacks ${path}`)
  return schemaOf(field)
}

/** Whether this release declares the field. */
export const knows = (release: Release, { since, until }: Pick<Schema, 'since' | 'until'>): boolean =>
  (since === undefined || compareReleases(release, since) >= 0) &&
  (until === undefined || compareReleases(release, until) <= 0)
