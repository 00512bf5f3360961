import { decodeScalar } from './decode-scalar.ts'
import { describe } from './describe.ts'
import type { Struct, Value } from './document.ts'
import { effective, reportDuplicates } from './duplicates.ts'
import type { Finding } from './finding.ts'
import { overlay } from './overlay.ts'
import { fieldPath, itemPath, keyPath } from './path.ts'
import type { Release } from './releases.ts'
import { finding, type RuleId } from './rules.ts'
import { knows, type Schema, type SchemaOf } from './schema.ts'
import type { Entry, Format, Mapping, Position, Tree } from './tree.ts'
import { unknownField } from './unknown-field.ts'
import { isZero, zeroOf } from './zero.ts'

export interface Decoding {
  readonly release: Release
  readonly format: Format
  readonly findings: Finding[]
}

interface Place<T extends Schema['type'] = Schema['type']> {
  readonly path: string
  readonly schema: SchemaOf<T>
}

interface Failed {
  readonly path: string
  readonly rule: RuleId
  readonly wanted: string
  readonly remedy?: string
}

const positionOf = ({ line, column }: Position): Position => ({ line, column })

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.kind === 'null'

export function fails({ findings }: Decoding, tree: Tree, { path, rule, wanted, remedy }: Failed): undefined {
  const message = `expected ${wanted}, found ${describe(tree, path)}`
  findings.push(finding(rule, tree, { path, message, remedy }))
}

/** undefined: it does not decode, and a finding says why. */
function decodeValue(decoding: Decoding, tree: Tree, { path, schema }: Place): Value | undefined {
  switch (schema.type) {
    case 'struct':
      if (tree.type === 'map') return decodeStruct(decoding, tree, { path, schema })
      return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a mapping of fields' })
    case 'map':
      return decodeMap(decoding, tree, { path, schema })
    case 'list':
      return decodeList(decoding, tree, { path, schema })
    case 'scalar':
      return decodeLeaf(decoding, tree, { path, schema })
  }
}

export function decodeStruct(decoding: Decoding, tree: Mapping, place: Place<'struct'>): Struct & Position {
  const fields = new Map<string, Value>()
  const unknown = new Map<string, Tree>()
  reportDuplicates(decoding, tree, (key) => fieldPath(place.path, key))
  for (const entry of effective(tree, decoding.format)) {
    const field = decodeField(decoding, entry, place)
    const before = fields.get(entry.key)
    if (field.is === 'declared')
      fields.set(entry.key, before === undefined ? field.value : overlay(before, field.value))
    if (field.is === 'unknown') unknown.set(entry.key, entry.value)
  }
  return { type: 'struct', fields, unknown, ...positionOf(tree) }
}

type FieldOutcome = { is: 'declared'; value: Value } | { is: 'unknown' } | { is: 'absent' }

/**
 * A release does not look into fields it does not know, so nothing in them is fatal; if they decode all the same, by
 * the type that another release gives them, they count as declared.
 */
function decodeField(decoding: Decoding, { key, at, value: tree }: Entry, place: Place<'struct'>): FieldOutcome {
  const { release } = decoding
  const schema = place.schema.fields.get(key)
  const known = schema !== undefined && knows(release, schema)
  if (!known) {
    const { rule, ...found } = unknownField(key, { ...place, release })
    decoding.findings.push(finding(rule, at, found))
  }
  if (schema === undefined) return { is: 'unknown' }
  const heard = known ? decoding : { ...decoding, findings: [] }
  const value = decodeDeclared(heard, tree, { path: fieldPath(place.path, key), schema })
  if (value !== undefined) return { is: 'declared', value: markUnset(value, schema) }
  return known || isNull(tree) ? { is: 'absent' } : { is: 'unknown' }
}

const markUnset = (value: Value, { pointer }: Schema): Value =>
  !pointer && isZero(value) ? { ...value, unset: true } : value

/** null leaves a field unset, but Go hands it to a duration that is no pointer, and that one refuses it. */
function decodeDeclared(decoding: Decoding, tree: Tree, { path, schema }: Place): Value | undefined {
  if (!isNull(tree)) return decodeValue(decoding, tree, { path, schema })
  if (schema.type !== 'scalar' || schema.scalar !== 'duration' || schema.pointer) return undefined
  const remedy = 'leave the key out for the default'
  return fails(decoding, tree, { path, rule: 'DECODE-FORMAT', wanted: 'a duration', remedy })
}

function decodeMap(decoding: Decoding, tree: Tree, { path, schema }: Place<'map'>): Value | undefined {
  if (tree.type !== 'map') return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a mapping' })
  const entries = new Map<string, Value>()
  reportDuplicates(decoding, tree, (key) => keyPath(path, key))
  for (const { key, value } of effective(tree, decoding.format)) {
    const decoded = decodeElement(decoding, value, { path: keyPath(path, key), schema: schema.values })
    if (decoded !== undefined) entries.set(key, decoded)
  }
  return { type: 'map', entries, ...positionOf(tree) }
}

function decodeList(decoding: Decoding, tree: Tree, { path, schema }: Place<'list'>): Value | undefined {
  if (tree.type !== 'list') return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a list' })
  const items = tree.items.map((item, index) =>
    decodeElement(decoding, item, { path: itemPath(path, index), schema: schema.items }),
  )
  return { type: 'list', items: items.filter((item) => item !== undefined), ...positionOf(tree) }
}

/** In a list or a map null is the zero value. */
function decodeElement(decoding: Decoding, tree: Tree, place: Place): Value | undefined {
  return isNull(tree) ? { ...zeroOf(place.schema), ...positionOf(tree) } : decodeValue(decoding, tree, place)
}

function decodeLeaf(decoding: Decoding, tree: Tree, { path, schema }: Place<'scalar'>): Value | undefined {
  if (tree.type !== 'scalar') return fails(decoding, tree, { path, rule: 'DECODE-TYPE', wanted: 'a single value' })
  const decoded = decodeScalar(schema.scalar, tree)
  if (decoded.type === 'mismatch') return fails(decoding, tree, { path, ...decoded })
  return { ...decoded, ...positionOf(tree) }
}
