import { fieldPath, itemPath } from '../model/path.ts'
import type { Tree } from '../model/tree.ts'

/** Whether a document has a value at a path of fields. The paths are collected for the first question. */
export function presenceIn(tree: Tree): (path: string) => boolean {
  let paths: ReadonlySet<string> | undefined
  return (path) => {
    paths ??= new Set(pathsIn(tree, ''))
    return paths.has(path)
  }
}

function* pathsIn(tree: Tree, path: string): Generator<string> {
  if (path !== '') yield path
  if (tree.type === 'map') for (const { key, value } of tree.entries) yield* pathsIn(value, fieldPath(path, key))
  if (tree.type === 'list')
    for (const [index, item] of tree.items.entries()) yield* pathsIn(item, itemPath(path, index))
}
