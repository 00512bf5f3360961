import type { Finding } from '../../../../src/lib/kubelet/model/finding.ts'
import type { Reading } from '../../../../src/lib/kubelet/model/reading.ts'
import type { Tree } from '../../../../src/lib/kubelet/model/tree.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'

export const readText = (text: string): Promise<Reading> => readDocument(new TextEncoder().encode(text))

/** The tree of a text that can be read. */
export async function treeOf(text: string): Promise<Tree> {
  const reading = await readText(text)
  if (reading.outcome === 'tree') return reading.tree
  throw new Error(`cannot be read: ${JSON.stringify(reading.findings)}`)
}

/** The value of key `a` in short: `int 16`, `string x`. */
export async function valueOfA(text: string): Promise<string> {
  const tree = await treeOf(text)
  const value = tree.type === 'map' ? tree.entries.findLast(({ key }) => key === 'a')?.value : undefined
  return value?.type === 'scalar' ? `${value.kind} ${value.text}` : `${value?.type}`
}

/** Keys of a mapping, or of the mapping below a key, as they stand. */
export async function keysOf(text: string, below?: string): Promise<readonly string[]> {
  const tree = await treeOf(text)
  const found = tree.type === 'map' && below ? tree.entries.find(({ key }) => key === below)?.value : tree
  return found?.type === 'map' ? found.entries.map(({ key }) => key) : []
}

/** The finding of a text that cannot be read. */
export async function refusalOf(text: string): Promise<Finding> {
  const reading = await readText(text)
  if (reading.outcome === 'tree') throw new Error('can be read')
  return reading.findings[0]!
}
