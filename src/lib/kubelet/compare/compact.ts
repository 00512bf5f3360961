import type { Tree } from '../model/tree.ts'
import { byCodePoint } from './code-point.ts'

/** JSON without spaces from members that are JSON already; keys by code point, the last one of duplicates. */
export function compactObject(members: Iterable<readonly [key: string, json: string]>): string {
  const sorted = [...new Map(members)].sort(([a], [b]) => byCodePoint(a, b))
  return `{${sorted.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`
}

/** The same for a tree. */
export function compactTree(tree: Tree): string {
  switch (tree.type) {
    case 'list':
      return `[${tree.items.map(compactTree).join(',')}]`
    case 'map':
      return compactObject(tree.entries.map(({ key, value }) => [key, compactTree(value)]))
    case 'scalar':
      if (tree.kind === 'string') return JSON.stringify(tree.text)
      return tree.kind === 'int' || tree.kind === 'float' ? compactNumber(tree.text) : tree.text
  }
}

/** Integers exactly, other numbers as a float64 prints them; a number that overflows a float64 stays as it is. */
export function compactNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return `${BigInt(text)}`
  const value = Number(text)
  return Number.isFinite(value) ? `${value}` : text
}
