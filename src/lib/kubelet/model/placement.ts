import type { Tree } from './tree.ts'

/** A value and its path in a document, one name at a time. */
export interface Placement {
  readonly names: readonly string[]
  readonly tree: Tree
}

/** What belongs under one name: a value (undefined: the existing one), then the values to place in it. */
export interface Placed {
  readonly value: Tree | undefined
  readonly inside: readonly Placement[]
}

/** Placements by their first name; a later value replaces an earlier one. */
export function byFirstName(placements: readonly Placement[]): ReadonlyMap<string, Placed> {
  const places = new Map<string, Placed & { readonly inside: Placement[] }>()
  for (const { names, tree } of placements) {
    const [name = '', ...rest] = names
    if (rest.length === 0 || !places.has(name))
      places.set(name, { value: rest.length === 0 ? tree : undefined, inside: [] })
    if (rest.length > 0) places.get(name)!.inside.push({ names: rest, tree })
  }
  return places
}
