import { decode } from '../decode/decode.ts'
import { expected } from '../decode/expected-header.ts'
import type { Value } from '../model/document.ts'
import type { Release } from '../model/releases.ts'
import type { Entry, Mapping, Tree } from '../model/tree.ts'
import { configuration } from '../schema/schema.ts'
import { foldNames } from './fold-names.ts'
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
