import type { Finding } from '../model/finding.ts'
import { fieldPath, itemPath, keyPath } from '../model/path.ts'
import type { Entry, Format, Mapping, Position, Tree } from '../model/tree.ts'
import type { Schema } from '../schema/schema.ts'
import { finding } from './decode-rules.ts'

interface DuplicateKey {
  readonly key: string
  readonly found: Finding
}

/** Each key of a mapping that was there before. */
export function* duplicateKeys({ entries }: Mapping, pathOf: (key: string) => string): Generator<DuplicateKey> {
  const seen = new Map<string, Position>()
  for (const entry of entries) {
    const { key, at } = entry
    const first = seen.get(identityOf(entry))
    if (first === undefined) seen.set(identityOf(entry), at)
    else yield { key, found: duplicate(at, { path: pathOf(key), first }) }
  }
}

/** Keys that are one in JSON, although they are several in YAML. */
function* rivals({ entries }: Mapping, pathOf: (key: string) => string): Generator<Finding> {
  if (entries.every(({ kind }) => kind === undefined)) return
  const seen = new Map<string, Entry>()
  for (const entry of entries) {
    const first = seen.get(entry.key) ?? entry
    seen.set(entry.key, first)
    if (first.kind !== entry.kind) yield rival(entry.at, { path: pathOf(entry.key), first: first.at })
  }
}

/** To go-yaml, the keys `1` and `"1"` are two. */
const identityOf = ({ key, kind }: Entry): string => (kind === undefined ? key : `${kind}\0${key}`)

interface Place {
  readonly path: string
  /** undefined: of no known field. */
  readonly schema: Schema | undefined
}

/** Does any mapping of a tree have a key twice? Nearly none does, and then there is no path to be made. */
export function hasDuplicates(tree: Tree): boolean {
  if (tree.type === 'scalar') return false
  if (tree.type === 'list') return tree.items.some(hasDuplicates)
  const { entries } = tree
  return (
    new Set(entries.map(({ key }) => key)).size < entries.length || entries.some(({ value }) => hasDuplicates(value))
  )
}

/** All keys of a document in YAML that collide: the kubelet finds them before it knows of any field. */
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
  const message = `key was given before, in line ${first.line}: the kubelet takes the last one`
  return finding('STRICT-DUPLICATE', at, { path, message, remedy: 'keep one of them' })
}

function rival(at: Position, { path, first }: { path: string; first: Position }): Finding {
  const message = `key is the same as the one in line ${first.line}, once it is a string: chance decides which one wins`
  return finding('READ-AMBIGUOUS', at, { path, message, remedy: 'keep one of them, in quotes' })
}

interface Duplicates {
  readonly format: Format
  /** Are there any in the document? */
  readonly duplicates: boolean
}

/**
 * What gets decoded. YAML reaches the decoder with the last of the duplicates alone, or any of those that are one in JSON
 * only; Go's JSON decodes each in turn into the same place, so that an error in any of them counts.
 */
export const effective = (tree: Mapping, { format, duplicates }: Duplicates): Iterable<Entry> =>
  format === 'yaml' && duplicates ? lastOfEach(tree) : tree.entries

/** What go-yaml keeps. */
export const lastOfEach = ({ entries }: Mapping): Iterable<Entry> =>
  new Map(entries.map((entry) => [identityOf(entry), entry])).values()
