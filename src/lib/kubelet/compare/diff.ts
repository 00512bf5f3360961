import type { ConfigDocument, Struct, Value } from '../model/document.ts'
import { fieldPath, keyPath } from '../model/path.ts'
import { isSecret, notShown, redacted } from '../model/redact.ts'
import type { Tree } from '../model/tree.ts'
import { canonical } from './canonical.ts'
import { byCodePoint } from './code-point.ts'
import { compactTree } from './compact.ts'
import { display } from './display.ts'

/** A leaf that differs; a side without the leaf is absent. Secrets are `<redacted>`, unknown fields have no value. */
export interface Change {
  readonly path: string
  readonly before?: string
  readonly after?: string
}

interface Leaf {
  readonly meaning: string
  readonly text: string
}

type Leaves = readonly (readonly [path: string, leaf: Leaf])[]

/** Differences in meaning, by path: maps and structs leaf by leaf, lists as a whole. No document is an empty one. */
export function diff(before: ConfigDocument | undefined, after: ConfigDocument | undefined): readonly Change[] {
  const [old, current] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...old.keys(), ...current.keys()])].sort(byCodePoint)
  return paths
    .filter((path) => old.get(path)?.meaning !== current.get(path)?.meaning)
    .map((path) => change(path, { before: old.get(path), after: current.get(path) }))
}

function change(path: string, { before, after }: { before: Leaf | undefined; after: Leaf | undefined }): Change {
  return { path, ...(before && { before: before.text }), ...(after && { after: after.text }) }
}

const leavesOf = (document: ConfigDocument | undefined): ReadonlyMap<string, Leaf> =>
  new Map(document === undefined ? [] : structLeaves(document, ''))

function leaf(path: string, { meaning, text }: Leaf): Leaves {
  return [[path, { meaning, text: isSecret(path) ? redacted : text }]]
}

function structLeaves({ fields, unknown }: Struct, path: string): Leaves {
  const given = [...fields].filter(([, field]) => !field.unset)
  return [
    ...given.flatMap(([name, field]) => valueLeaves(field, fieldPath(path, name))),
    ...[...unknown].flatMap(([name, tree]) => treeLeaves(tree, fieldPath(path, name))),
  ]
}

/** An empty map or struct is a leaf of its own: the kubelet distinguishes it from an absent one. */
function valueLeaves(value: Value, path: string): Leaves {
  const below =
    value.type === 'struct' ? structLeaves(value, path) : value.type === 'map' ? mapLeaves(value.entries, path) : []
  return below.length > 0 ? below : leaf(path, { meaning: canonical(value), text: display(value) })
}

const mapLeaves = (entries: ReadonlyMap<string, Value>, path: string): Leaves =>
  [...entries].flatMap(([key, value]) => valueLeaves(value, keyPath(path, key)))

function treeLeaves(tree: Tree, path: string): Leaves {
  if (tree.type === 'map' && tree.entries.length > 0)
    return tree.entries.flatMap(({ key, value }) => treeLeaves(value, fieldPath(path, key)))
  return leaf(path, { meaning: compactTree(tree), text: notShown })
}
