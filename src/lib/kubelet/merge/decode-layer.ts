import { decode } from '../decode/decode.ts'
import { expected } from '../decode/expected-header.ts'
import { foldCase } from '../grammar/fold-case.ts'
import type { Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'
import { configuration, knows, type Schema, type SchemaOf } from '../schema/schema.ts'
import { type FlagLayer, startOf } from './layers.ts'
import { valueAt } from './place-value.ts'

const nowhere = { line: 0, column: 0 } as const

const header: readonly Entry[] = Object.entries(expected).map(([key, text]) => ({
  key,
  at: nowhere,
  value: { type: 'scalar', kind: 'string', text, ...nowhere },
}))

/** A tree of fields as Go's own JSON decodes it: names in any case, each in turn into the same place. Any header will do. */
export function decodeFolded(tree: Mapping, release: Release): ReturnType<typeof decode> {
  const folded = foldNames(tree, configuration, release)
  const fields = folded.entries.filter(({ key }) => !(key in expected))
  return decode({ ...folded, entries: [...header, ...fields] }, { release, format: 'json' })
}

/** The values of flags by their place, in the order of the flags. A zero counts: no default replaces it. */
export function flagValues(flags: readonly FlagLayer[], release: Release, firstLayer: number) {
  return flags.flatMap(({ names, tree }, index) => {
    const value = flagValue(names, tree, release)
    return value === undefined ? [] : [{ names, value: { ...value, ...startOf(firstLayer + index) } }]
  })
}

/** undefined: the release does not have the field. */
export function flagValue(names: readonly string[], tree: Tree, release: Release): Value | undefined {
  const { remains } = decodeFolded(nested(names, tree), release)
  const value = remains && valueAt(remains, names)
  if (value === undefined) return undefined
  const { unset: _, ...given } = value
  return given
}

const nested = ([name = '', ...rest]: readonly string[], tree: Tree): Mapping => ({
  type: 'map',
  entries: [{ key: name, at: nowhere, value: rest.length === 0 ? tree : nested(rest, tree) }],
  ...nowhere,
})

/**
 * Names of fields in the spelling of their type: merged drop-ins are decoded by Go's own JSON, which finds fields in any
 * case. Names that the release does not know are dropped without a word.
 */
function foldNames(tree: Mapping, schema: SchemaOf<'struct'>, release: Release): Mapping {
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
