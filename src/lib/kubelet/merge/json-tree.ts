import { scalarText } from '../compare/scalar-text.ts'
import { expected } from '../decode/expected-header.ts'
import { isZero, zeroOf } from '../decode/zero.ts'
import { isZeroTime } from '../grammar/time.ts'
import type { ConfigDocument, Struct, Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping, Position, ScalarKind, Tree } from '../model/tree.ts'
import { configuration, knows, type Schema, type SchemaOf } from '../schema/schema.ts'

/** How Go's JSON writes a struct. */
interface Encoding {
  readonly release: Release
  /** With the names of its tags, and without what is empty (`omitempty`); otherwise with Go's own names, and all of it. */
  readonly tags: boolean
}

/**
 * A configuration as the kubelet encodes it before it merges drop-ins. With tags, empty lists and maps are lost, so their
 * defaults come back afterwards. Zeros are written where Go writes them: what is decoded after a mis-cased key replaces it.
 */
export const jsonTree = (document: ConfigDocument, encoding: Encoding): Mapping =>
  structTree(document, configuration, encoding)

function structTree(struct: Struct & Position, schema: SchemaOf<'struct'>, encoding: Encoding): Mapping {
  const { line, column } = struct
  const entries = [...schema.fields].flatMap(([name, field]): Entry[] => {
    const value = struct.fields.get(name)
    if (name in expected || !knows(encoding.release, field) || (encoding.tags && isOmitted(value, field))) return []
    const inside = { ...encoding, tags: encoding.tags || hasTags(name) }
    return [entry(encoding.tags ? name : goName(name), treeOf(value ?? absent(field), field, inside))]
  })
  return { type: 'map', entries, line, column }
}

/** `omitempty` leaves out what is nil or empty, but never a struct. */
function isOmitted(value: Value | undefined, field: Schema): boolean {
  if (field.written || isStruct(field)) return false
  return value === undefined || (!field.pointer && isEmpty(value))
}

const structs: ReadonlySet<string> = new Set(['struct', 'duration', 'flush', 'quantity'])

const isStruct = (field: Schema): boolean =>
  !field.pointer && structs.has(field.type === 'scalar' ? field.scalar : field.type)

const isEmpty = (value: Value): boolean =>
  isZero(value) ||
  (value.type === 'list' && value.items.length === 0) ||
  (value.type === 'map' && value.entries.size === 0)

const entry = (key: string, value: Tree): Entry => ({ key, value, at: { line: value.line, column: value.column } })

const nowhere = { line: 0, column: 0 } as const

/** What Go has where a document has nothing. */
const absent = (field: Schema): Value | undefined =>
  field.pointer || field.type === 'list' || field.type === 'map' ? undefined : { ...zeroOf(field), ...nowhere }

/** undefined: nil. */
function treeOf(value: Value | undefined, schema: Schema, encoding: Encoding): Tree {
  if (value === undefined || (value.type === 'time' && isZeroTime(value.value)))
    return { type: 'scalar', kind: 'null', text: 'null', ...nowhere }
  const { line, column } = value
  if (value.type === 'struct') return structTree(value, schema as SchemaOf<'struct'>, encoding)
  if (value.type === 'map') {
    const { values } = schema as SchemaOf<'map'>
    const entries = [...value.entries].map(([key, one]) => entry(key, treeOf(one, values, encoding)))
    return { type: 'map', entries, line, column }
  }
  if (value.type === 'list') {
    const { items } = schema as SchemaOf<'list'>
    return { type: 'list', items: value.items.map((item) => treeOf(item, items, encoding)), line, column }
  }
  const text = value.type === 'string' ? value.value : scalarText(value)
  return { type: 'scalar', kind: kinds[value.type], text, line, column }
}

const kinds = {
  bool: 'bool',
  int: 'int',
  float: 'float',
  string: 'string',
  duration: 'string',
  time: 'string',
  quantity: 'string',
} as const satisfies Readonly<Record<Exclude<Value['type'], 'struct' | 'list' | 'map'>, ScalarKind>>

/** What was decoded of the JSON of a configuration, without the zeros that only Go wrote there. */
export const withoutZeros = (decoded: ConfigDocument, base: ConfigDocument): ConfigDocument =>
  withoutZerosIn(decoded, base) as ConfigDocument

function withoutZerosIn(value: Value, before: Value | undefined): Value {
  if (value.type === 'list') return { ...value, items: value.items.map((item) => withoutZerosIn(item, undefined)) }
  if (value.type !== 'struct') return value
  const given = before?.type === 'struct' ? before.fields : undefined
  const fields = [...value.fields].flatMap(([name, field]): [string, Value][] =>
    field.unset && field.line === 0 && !given?.has(name) ? [] : [[name, withoutZerosIn(field, given?.get(name))]],
  )
  return { ...value, fields: new Map(fields) }
}

/** The name of a field in the kubelet's internal type, which has no tags: Go's own, `MaxPods`. */
function goName(name: string): string {
  if (name === 'resolvConf') return 'ResolverConfig'
  const initials = /^(?:cpu|http|ip|oom|qos|tls)/.exec(name)?.[0] ?? name.charAt(0)
  return `${initials.toUpperCase()}${name.slice(initials.length)}`
}

/** Fields of the internal type whose types it shares with versioned ones. */
const hasTags = (name: string): boolean => sharedTypes.has(name)

const sharedTypes: ReadonlySet<string> = new Set(['registerWithTaints', 'logging', 'tracing'])
