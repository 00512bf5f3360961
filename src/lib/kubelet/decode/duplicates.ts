import type { Finding } from '../model/finding.ts'
import { fieldPath, itemPath, keyPath } from '../model/path.ts'
import type { Entry, Format, Mapping, Position, Tree } from '../model/tree.ts'
import type { Schema } from '../schema/schema.ts'
import { finding } from './decode-rules.ts'

interface DuplicateKey {
  readonly key: string
  readonly found: Finding
}

/** Each key of a mapping that occurred before. */
export function* duplicateKeys({ entries }: Mapping, pathOf: (key: string) => string): Generator<DuplicateKey> {
  const seen = new Map<string, Position>()
  for (const entry of entries) {
    const { key, at } = entry
    const first = seen.get(identityOf(entry))
    if (first === undefined) seen.set(identityOf(entry), at)
    else yield { key, found: duplicate(at, { path: pathOf(key), first }) }
  }
}

/** Keys that are equal in JSON, although they differ in YAML. */
function* rivals({ entries }: Mapping, pathOf: (key: string) => string): Generator<Finding> {
  if (entries.every(({ kind }) => kind === undefined)) return
  const seen = new Map<string, Entry>()
  for (const entry of entries) {
    const first = seen.get(entry.key) ?? entry
    seen.set(entry.key, first)
    if (first.kind !== entry.kind) yield rival(entry.at, { path: pathOf(entry.key), first: first.at })
  }
}

/** To go-yaml, the keys `1` and `"1"` are different. */
const identityOf = ({ key, kind }: Entry): string => (kind === undefined ? key : `${kind}\0${key}`)

interface Place {
  readonly path: string
  /** undefined: the key is not a known field. */
  readonly schema: Schema | undefined
}

/** Whether any mapping of a tree has a key twice. Few have, and without one no paths need to be built. */
export function hasDuplicates(tree: Tree): boolean {
  if (tree.type === 'scalar') return false
  if (tree.type === 'list') return tree.items.some(hasDuplicates)
  const keys = new Set<string>()
  for (const { key, value } of tree.entries) {
    if (keys.has(key) || hasDuplicates(value)) return true
    keys.add(key)
  }
  return false
}

/** All duplicate keys of a YAML document: the kubelet finds them before it looks at fields. */
export function* allDuplicates(tree: Tree, { path, schema }: Place): Generator<Finding> {
  if (tree.type === 'scalar') return
  if (tree.type === 'list') {
    const items = schema?.type === 'list' ? schema.items : undefined
    for (const [index, item] of tree.items.entries())
      yield* allDuplicates(item, { path: itemPath(path, index), schema: items })
    return
  }
  const pathOf = (key: string): string => (schema?.type === 'map' ? keyPath : fieldPath)(path, key)
  for (const { found } of duplicateKeys(tree, pathOf)) yield found
  yield* rivals(tree, pathOf)
  for (const { key, value } of tree.entries)
    if (value.type !== 'scalar') yield* allDuplicates(value, { path: pathOf(key), schema: schemaOf(schema, key) })
}

function schemaOf(schema: Schema | undefined, key: string): Schema | undefined {
  if (schema?.type === 'struct') return schema.fields.get(key)
  return schema?.type === 'map' ? schema.values : undefined
}

function duplicate(at: Position, { path, first }: { path: string; first: Position }): Finding {
  const message = `duplicate key, first set in line ${first.line}: the kubelet uses the last one`
  return finding('STRICT-DUPLICATE', at, { path, message, remedy: 'keep one of them' })
}

function rival(at: Position, { path, first }: { path: string; first: Position }): Finding {
  const message = `key is the same as the one in line ${first.line} as a string: the kubelet uses one of them at random`
  return finding('READ-AMBIGUOUS', at, { path, message, remedy: 'keep one of them, in quotes' })
}

interface Duplicates {
  readonly format: Format
  /** Whether the document has any. */
  readonly duplicates: boolean
}

/**
 * The entries to decode. For YAML, the decoder gets only the last of the duplicates, and one of those that are equal
 * only in JSON; for JSON, Go decodes each in turn into the same place, so an error in any of them counts.
 */
export const effective = (tree: Mapping, { format, duplicates }: Duplicates): Iterable<Entry> =>
  format === 'yaml' && duplicates ? lastOfEach(tree) : tree.entries

/** The entries that go-yaml keeps. */
export const lastOfEach = ({ entries }: Mapping): Iterable<Entry> =>
  new Map(entries.map((entry) => [identityOf(entry), entry])).values()
