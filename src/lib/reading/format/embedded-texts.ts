import type { Scalar, Tree } from '../../config/tree.ts'
import { Failure } from '../../errors.ts'
import { isBlock, textOf } from '../embedded.ts'
import { embedded } from '../holding.ts'
import type { Member } from '../survey.ts'

/** The scalars of ConfigMaps that hold documents, and the canonical forms of these. */
export type EmbeddedTexts = ReadonlyMap<Scalar, string>

/**
 * Formats what ConfigMaps hold, all of which can be read. Throws Failure 'refused' when it is in quotes: what is in those
 * is not lines.
 */
export async function embeddedTexts(
  members: readonly Member[],
  lines: readonly string[],
  format: (text: string) => Promise<string>,
): Promise<EmbeddedTexts> {
  const texts = new Map<Scalar, string>()
  for (const { reading, holds } of members) {
    const inside = holds === 'config-map' && reading.outcome === 'tree' ? embedded(reading.tree) : undefined
    const scalar = inside && textOf(inside)
    if (scalar === undefined) continue
    const text = await format(scalar.text)
    if (text === scalar.text) continue
    if (!isBlock(scalar, lines))
      throw new Failure(
        'refused',
        `the KubeletConfiguration in line ${scalar.line} is in quotes: write it below kubelet: |`,
      )
    texts.set(scalar, text)
  }
  return texts
}

/** The same tree with other texts in its scalars. */
export function withTexts(tree: Tree, texts: EmbeddedTexts): Tree {
  if (tree.type === 'scalar') return { ...tree, text: texts.get(tree) ?? tree.text }
  if (tree.type === 'list') return { ...tree, items: tree.items.map((item) => withTexts(item, texts)) }
  return { ...tree, entries: tree.entries.map((entry) => ({ ...entry, value: withTexts(entry.value, texts) })) }
}
