import { fieldNotes } from '../../data/field-notes.ts'
import { Effective } from '../../defaults/effective.ts'
import { plain } from '../../defaults/plain.ts'
import { gatesOf } from '../../gates/gate.ts'
import { emptyDocument } from '../../model/empty-document.ts'
import type { Release } from '../../model/releases.ts'
import { configuration, knows, type ScalarType, type Schema, type SchemaOf } from '../../schema/schema.ts'
import { constraintAt } from './constraints.ts'
import type { Keywords } from './keywords.ts'
import * as patterns from './patterns.ts'

/** The schemas of all fields of a release by name, apiVersion and kind included. */
export function fieldSchemas(release: Release): Readonly<Record<string, Keywords>> {
  return propertiesOf(configuration, { path: '', config: new Effective(emptyDocument, release) })
}

interface Place {
  readonly path: string
  /** In an empty document. */
  readonly config: Effective
}

function propertiesOf(schema: SchemaOf<'struct'>, { path, config }: Place): Readonly<Record<string, Keywords>> {
  const fields = [...schema.fields].filter(([, field]) => knows(config.release, field))
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
  return Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field, { path: below(name), config })]))
}

/** A type with the constraints of rules, and a description. */
function schemaOf(schema: Schema, place: Place): Keywords {
  const { notNull, keywords = {} } = constraintAt(place.path, place.config.release) ?? {}
  const own = { ...keywordsOf(schema, place), ...keywords }
  return { ...aboutField(schema, place), ...oneTypeEach(notNull || refusesNull(schema, place) ? own : orNull(own)) }
}

/** Go passes null to a duration that is not a pointer, which refuses it. Items and values start from zero. */
const refusesNull = (schema: Schema, { path }: Place): boolean =>
  schema.type === 'scalar' && schema.scalar === 'duration' && !schema.pointer && !/[\]}]$/.test(path)

function orNull(keywords: Keywords): Keywords {
  const { type = [], enum: values } = keywords
  return {
    ...keywords,
    type: [...new Set([type, 'null'].flat())],
    ...(values !== undefined && { enum: [...values, null] }),
  }
}

function keywordsOf(schema: Schema, place: Place): Keywords {
  switch (schema.type) {
    case 'struct':
      return { type: 'object', properties: propertiesOf(schema, place), additionalProperties: false }
    case 'list':
      return { type: 'array', items: schemaOf(schema.items, { ...place, path: `${place.path}[]` }) }
    case 'map':
      return { type: 'object', ...membersOf(schema, place) }
    case 'scalar':
      return valueKeywords[schema.scalar]
  }
}

/** Known keys are listed, so that editors can offer them. */
function membersOf(schema: SchemaOf<'map'>, place: Place): Keywords {
  const { release } = place.config
  if (place.path === 'featureGates') return { properties: gateSchemas(release), additionalProperties: false }
  const values = schemaOf(schema.values, { ...place, path: `${place.path}{}` })
  const keys = constraintAt(place.path, release)?.keys
  if (keys === undefined) return { additionalProperties: values }
  return { properties: Object.fromEntries(keys.map((key) => [key, values])), additionalProperties: false }
}

/** null means false. */
function gateSchemas(release: Release): Readonly<Record<string, Keywords>> {
  const entries = [...gatesOf(release)].map(([name, { on, stage, locked }]): [string, Keywords] => {
    const values = locked ? { enum: on ? [true] : [false, null] } : { type: ['boolean', 'null'] }
    return [name, { ...values, default: on, description: `${stage}${locked ? ', locked' : ''}` }]
  })
  return Object.fromEntries(entries)
}

function aboutField(schema: Schema, { path, config }: Place): Keywords {
  const { meaning, unit, unset } = fieldNotes[path] ?? {}
  const sentences = [meaning, unit && `Unit: ${unit}.`, unset && `Unset: ${unset}.`].filter(Boolean)
  const isStruct = schema.type === 'struct' || /[[{]/.test(path)
  const value = isStruct ? undefined : config.get(path)
  return {
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(value !== undefined && { default: plain(value) }),
  }
}

/** A choice of types, except null, as a choice of schemas: strict validators accept nothing else. */
function oneTypeEach(keywords: Keywords): Keywords {
  const { type = [], minimum, pattern, ...others } = keywords
  const types = [type].flat()
  if (types.filter((name) => name !== 'null').length < 2) return keywords
  const number = minimum === undefined ? {} : { minimum }
  const string = pattern === undefined ? {} : { pattern }
  const own: Readonly<Record<string, Keywords>> = { integer: number, number, string }
  return { ...others, anyOf: types.map((name) => ({ type: name, ...own[name] })) }
}

/** What the decoder accepts for a field of each type, except null; limits are doubles, as in most validators. */
const valueKeywords: Readonly<Record<ScalarType, Keywords>> = {
  bool: { type: 'boolean' },
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 },
  uint32: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  float64: { type: 'number' },
  string: { type: 'string' },
  duration: { type: 'string', pattern: patterns.duration },
  flush: { type: ['integer', 'string'], pattern: patterns.duration },
  quantity: { type: ['number', 'string'], pattern: patterns.quantity },
  time: { type: 'string' },
}
