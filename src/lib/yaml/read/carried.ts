import type { Scalar, Tree } from '../../kubelet/model/tree.ts'
import { entryValue, headerOf, isDocument } from './holding.ts'

/** A text in an object of another kind that is a KubeletConfiguration. */
export interface Carried {
  readonly field: 'text'
  /** Of the field that holds it. */
  readonly key: string
  /** With the text of the document, which a Secret has in base64. */
  readonly value: Scalar
}

const group = 'kubelet.config.k8s.io/'

/**
 * The documents in texts of an object: patches of a cluster of kind, files of Gardener and Cluster API, the values of a
 * Secret. Their header must be in them.
 */
export function carried(tree: Tree): readonly Carried[] {
  const found: Carried[] = []
  collect('', tree, found)
  return [...found, ...ofSecret(tree)]
}

function collect(key: string, tree: Tree, found: Carried[]): void {
  if (tree.type === 'map') for (const entry of tree.entries) collect(entry.key, entry.value, found)
  else if (tree.type === 'list') for (const item of tree.items) collect(key, item, found)
  else if (isWhole(tree)) found.push({ field: 'text', key, value: tree })
}

/** Not the command line of a generator, which begins with a name. */
const isWhole = (scalar: Scalar): boolean =>
  scalar.text.includes(group) && /(?:^|[{,]\s*)["']?apiVersion["']?\s*:/m.test(scalar.text) && isDocument(scalar)

function ofSecret(tree: Tree): readonly Carried[] {
  const data = entryValue(tree, 'data')
  if (tree.type !== 'map' || headerOf(tree, 'kind') !== 'Secret' || data?.type !== 'map') return []
  return data.entries.flatMap(({ key, value }): Carried[] => {
    if (value.type !== 'scalar' || value.kind !== 'string' || !base64.test(value.text)) return []
    const scalar = { ...value, text: Buffer.from(value.text, 'base64').toString() }
    return isWhole(scalar) ? [{ field: 'text', key, value: scalar }] : []
  })
}

const base64 = /^[A-Za-z\d+/\s]+={0,2}\s*$/
