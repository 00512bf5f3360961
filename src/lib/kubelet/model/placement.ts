import type { Tree } from './tree.ts'

/** A value, and where it belongs in a document, name by name. */
export interface Placement {
  readonly names: readonly string[]
  readonly tree: Tree
}

/** What belongs under one name: a value, undefined for the one that is there, and then what is placed inside it. */
export interface Placed {
  readonly value: Tree | undefined
  readonly inside: readonly Placement[]
}

/** Placements by their first name; what a later one replaces is gone. */
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
