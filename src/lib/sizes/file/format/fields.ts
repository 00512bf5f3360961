import type { Mapping, Position, Tree } from '../../../kubelet/model/tree.ts'

/** The fields of a mapping: the first one of each name. */
export interface Fields {
  readonly at: Position
  get(name: string): Tree | undefined
  readonly all: readonly (readonly [name: string, value: Tree, at: Position])[]
  /** Later ones with the name of an earlier one; `line` is that of the first. */
  readonly twice: readonly { readonly key: string; readonly at: Position; readonly line: number }[]
}

export function fieldsOf(mapping: Mapping): Fields {
  const first = new Map<string, readonly [name: string, value: Tree, at: Position]>()
  const twice: Fields['twice'][number][] = []
  for (const { key, at, value } of mapping.entries) {
    const known = first.get(key)
    if (known === undefined) first.set(key, [key, value, at])
    else twice.push({ key, at, line: known[2].line })
  }
  return { at: mapping, get: (name) => first.get(name)?.[1], all: [...first.values()], twice }
}
