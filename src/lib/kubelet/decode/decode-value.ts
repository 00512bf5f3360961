import { placeholderRemedy } from '../grammar/placeholder.ts'
import { describe } from '../model/describe.ts'
import type { Struct, Value } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { fieldPath, itemPath, keyPath } from '../model/path.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Format, Mapping, Position, Scalar, Tree } from '../model/tree.ts'
import { knows, type Schema, type SchemaOf } from '../schema/schema.ts'
import { finding, type RuleId } from './decode-rules.ts'
import { decodeScalar } from './decode-scalar.ts'
import { duplicateKeys, effective } from './duplicates.ts'
import { unknownField } from './unknown-field.ts'
import { isZero, zeroOf } from './zero.ts'

export interface Decoding {
  /** The releases that read what is being decoded; all others ignore a field above it. */
  readonly releases: readonly Release[]
  readonly format: Format
  /** Whether the document has a field, by its path. */
  readonly isPresent: (path: string) => boolean
  /** Whether the document has any key twice. */
  readonly duplicates: boolean
  readonly findings: Found[]
}

/** A finding, and the releases that report it. */
interface Found {
  readonly finding: Finding
  readonly releases: readonly Release[]
}

/** Adds a finding for all releases that read this value. */
export const report = ({ findings, releases }: Decoding, finding: Finding): unknown =>
  findings.push({ finding, releases })

interface Place<T extends Schema['type'] = Schema['type']> {
  readonly path: string
  readonly schema: SchemaOf<T>
  /**
   * The value of an earlier duplicate. Go's JSON decodes into it: structs and maps grow, list items are reused, also those
   * that a shorter list has hidden.
   */
  readonly before?: Value | undefined
}

interface Failed {
  readonly path: string
  readonly rule: RuleId
  readonly wanted: string
  readonly remedy?: string
}

const positionOf = ({ line, column }: Position): Position => ({ line, column })

const isString = (tree: Tree): tree is Tree & { type: 'scalar' } => tree.type === 'scalar' && tree.kind === 'string'

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

/** The remedy for a value that is still a placeholder. */
export const placeholderIn = (tree: Tree): string | undefined =>
  isString(tree) ? placeholderRemedy(tree.text) : undefined

function fails(decoding: Decoding, tree: Tree, { path, rule, wanted, remedy }: Failed): undefined {
  const message = `expected ${wanted}, found ${describe(tree, path)}`
  report(decoding, finding(rule, tree, { path, message, remedy: placeholderIn(tree) ?? remedy }))
}

/** undefined: it does not decode, and a finding reports why. */
function decodeValue(decoding: Decoding, tree: Tree, place: Place): Value | undefined {
  if (isOf('scalar', place)) return decodeLeaf(decoding, tree, place)
  if (isOf('list', place)) return decodeList(decoding, tree, place)
  if (isOf('map', place)) return decodeMap(decoding, tree, place)
  if (isOf('struct', place) && tree.type === 'map') return decodeStruct(decoding, tree, place)
  return fails(decoding, tree, { path: place.path, rule: 'DECODE-TYPE', wanted: 'a mapping of fields' })
}

const isOf = <T extends Schema['type']>(type: T, place: Place): place is Place & Place<T> => place.schema.type === type

export function decodeStruct(decoding: Decoding, tree: Mapping, place: Place<'struct'>): Struct & Position {
  const { before, schema, path } = place
  const given = before?.type === 'struct' ? before : undefined
  const fields = growing(given?.fields)
  const unknown = growing(given?.unknown)
  if (decoding.duplicates && decoding.format === 'json')
    for (const { key, found } of duplicateKeys(tree, (name) => fieldPath(path, name)))
      decoding.findings.push({ finding: found, releases: knowing(decoding, schema.fields.get(key)) })
  for (const entry of effective(tree, decoding)) {
    const field = decodeField(decoding, entry, { path, schema, before: fields.get(entry.key) })
    if (field.is === 'declared') fields.set(entry.key, field.value)
    if (field.is === 'unknown') unknown.set(entry.key, entry.value)
    if (field.is === 'nil') fields.delete(entry.key)
  }
  return { type: 'struct', fields, unknown, ...positionOf(tree) }
}

/** Changed in place: only the value that is being replaced has this map, and a copy per duplicate would be quadratic. */
const growing = <T>(before: ReadonlyMap<string, T> | undefined): Map<string, T> =>
  before === undefined ? new Map() : (before as Map<string, T>)

function knowing({ releases }: Decoding, schema: Schema | undefined): readonly Release[] {
  if (schema === undefined) return []
  if (schema.since === undefined && schema.until === undefined) return releases
  const known = releases.filter((release) => knows(release, schema))
  return known.length === releases.length ? releases : known
}

/** A null leaves most scalars and structs unchanged, and sets pointers, lists and maps to nil, and quantities to zero. */
type FieldOutcome = { is: 'declared'; value: Value } | { is: 'unknown' } | { is: 'absent' } | { is: 'nil' }

/**
 * A release ignores fields that it does not know, so nothing in them is fatal; if they decode by the type that another
 * release has for them, they count as declared.
 */
function decodeField(decoding: Decoding, { key, at, value: tree }: Entry, place: Place<'struct'>): FieldOutcome {
  const schema = place.schema.fields.get(key)
  const looking = knowing(decoding, schema)
  const everyone = looking === decoding.releases
  for (const release of everyone ? [] : decoding.releases) {
    if (looking.includes(release)) continue
    const { rule, ...found } = unknownField(key, { ...place, release, isPresent: decoding.isPresent })
    decoding.findings.push({ finding: finding(rule, at, found), releases: [release] })
  }
  if (schema === undefined) return { is: 'unknown' }
  const { before } = place
  const path = place.path === '' ? key : `${place.path}.${key}`
  const among = everyone ? decoding : { ...decoding, releases: looking }
  const value = decodeDeclared(among, tree, { path, schema, before })
  if (value !== undefined) return { is: 'declared', value: markUnset(value, schema) }
  if (!isNull(tree)) return { is: 'unknown' }
  return { is: isNilled(schema) ? 'nil' : 'absent' }
}

const isNilled = (schema: Schema): boolean =>
  schema.pointer || (schema.type === 'scalar' ? schema.scalar === 'quantity' : schema.type !== 'struct')

const markUnset = (value: Value, { pointer }: Schema): Value =>
  !pointer && isZero(value) ? { ...value, unset: true } : value

/** null leaves a field unset, but a duration that is not a pointer receives it from Go and refuses it. */
function decodeDeclared(decoding: Decoding, tree: Tree, place: Place): Value | undefined {
  const { path, schema } = place
  if (!isNull(tree)) return decodeValue(decoding, tree, place)
  if (schema.type !== 'scalar' || schema.scalar !== 'duration' || schema.pointer) return undefined
  const remedy = 'omit the key to use the default'
  return fails(decoding, tree, { path, rule: 'DECODE-FORMAT', wanted: 'a duration', remedy })
}

/** In the form of its flag: `memory.available<100Mi,nodefs.available<10%`. */
const pairs = /^[\w./-]+(?:=|<)[^,]+(?:,[\w./-]+(?:=|<)[^,]+)*$/

const flagForm = (tree: Tree): Pick<Failed, 'remedy'> =>
  isString(tree) && pairs.test(tree.text)
    ? { remedy: 'this is the syntax of the flag: write each pair as KEY: VALUE, or use kubeletcfg migrate' }
    : {}

function decodeMap(decoding: Decoding, tree: Tree, { path, schema, before }: Place<'map'>): Value | undefined {
  if (tree.type !== 'map')
    return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a mapping', ...flagForm(tree) })
  const entries = growing(before?.type === 'map' ? before.entries : undefined)
  const keys = growing(before?.type === 'map' ? before.keys : undefined)
  if (decoding.duplicates && decoding.format === 'json')
    for (const { found } of duplicateKeys(tree, (key) => keyPath(path, key))) report(decoding, found)
  for (const { key, at, value } of effective(tree, decoding)) {
    const decoded = decodeElement(decoding, value, { path: keyPath(path, key), schema: schema.values })
    if (decoded === undefined) continue
    entries.set(key, decoded)
    keys.set(key, at)
  }
  return { type: 'map', entries, keys, ...positionOf(tree) }
}

function decodeList(decoding: Decoding, tree: Tree, { path, schema, before }: Place<'list'>): Value | undefined {
  if (tree.type !== 'list') {
    const remedy = tree.type === 'map' ? "write '- ' before each item" : 'write it as a list, such as [VALUE]'
    return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a list', remedy })
  }
  const array = (before?.type === 'list' && before.array) || []
  const items = tree.items.flatMap((item, index) => {
    const place = { path: itemPath(path, index), schema: schema.items, before: array[index] }
    return decodeElement(decoding, item, place) ?? []
  })
  if (!decoding.duplicates || items.length === 0) return { type: 'list', items, ...positionOf(tree) }
  for (const [index, item] of items.entries()) array[index] = item
  return { type: 'list', items, array, ...positionOf(tree) }
}

/** In a list or a map null is the zero value, or the earlier one. */
function decodeElement(decoding: Decoding, tree: Tree, place: Place): Value | undefined {
  if (!isNull(tree)) return decodeValue(decoding, tree, place)
  return place.before ?? { ...zeroOf(place.schema), ...positionOf(tree) }
}

/** A number of bytes is rarely meant as a threshold. */
const thresholdForm = (path: string, { kind }: Scalar): Pick<Failed, 'remedy'> =>
  /^eviction(?:Hard|Soft|MinimumReclaim)\[/.test(path) && (kind === 'int' || kind === 'float')
    ? { remedy: "write a percentage such as '10%', or a quantity with its unit such as 100Mi" }
    : {}

function decodeLeaf(decoding: Decoding, tree: Tree, { path, schema }: Place<'scalar'>): Value | undefined {
  if (tree.type !== 'scalar') return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a single value' })
  const decoded = decodeScalar(schema.scalar, tree)
  if (decoded.type === 'mismatch') return fails(decoding, tree, { path, ...decoded, ...thresholdForm(path, tree) })
  return { ...decoded, line: tree.line, column: tree.column }
}
