import { foldCase } from '../grammar/fold-case.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'
import { knows, type Schema, type SchemaOf } from '../schema/schema.ts'

/**
 * Names of fields in the spelling of their type: merged drop-ins are decoded by Go's own JSON, which finds fields in any
 * case. Names that the release does not know are dropped without a word.
 */
export function foldNames(tree: Mapping, schema: SchemaOf<'struct'>, release: Release): Mapping {
  const names = new Map([...schema.fields].map(([name, field]) => [foldCase(name), { name, field }]))
  const entries = tree.entries.flatMap((entry): Entry[] => {
    const exact = schema.fields.get(entry.key)
    const { name, field } =
      exact === undefined ? (names.get(foldCase(entry.key)) ?? {}) : { name: entry.key, field: exact }
    if (name === undefined || field === undefined || !knows(release, field)) return []
    return [{ ...entry, key: name, value: foldBelow(entry.value, field, release) }]
  })
  return { ...tree, entries }
}

function foldBelow(tree: Tree, schema: Schema, release: Release): Tree {
  if (tree.type === 'map' && schema.type === 'struct') return foldNames(tree, schema, release)
  if (tree.type === 'list' && schema.type === 'list')
    return { ...tree, items: tree.items.map((item) => foldBelow(item, schema.items, release)) }
  if (tree.type === 'map' && schema.type === 'map') {
    const entries = tree.entries.map((entry) => ({ ...entry, value: foldBelow(entry.value, schema.values, release) }))
    return { ...tree, entries }
  }
  return tree
}
