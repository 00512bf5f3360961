import type { Tree } from '../model/tree.ts'
import type { Plain } from './plain.ts'

/** A tree as plain JavaScript values, with nothing redacted. Integers beyond a double are bigints. */
export function plainTree(tree: Tree): Plain | null {
  if (tree.type === 'list') return tree.items.map(plainTree) as Plain
  if (tree.type === 'map')
    return Object.fromEntries(tree.entries.map(({ key, value }) => [key, plainTree(value)])) as Plain
  switch (tree.kind) {
    case 'null':
      return null
    case 'bool':
      return tree.text === 'true'
    case 'string':
      return tree.text
    case 'int':
    case 'float':
      return Number.isSafeInteger(Number(tree.text)) || tree.kind === 'float' ? Number(tree.text) : BigInt(tree.text)
  }
}
