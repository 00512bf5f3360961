import { expected } from '../../kubelet/decode/expected-header.ts'
import type { Mapping, Scalar, Tree } from '../../kubelet/model/tree.ts'
import { entryValue, headerOf, isDocument } from './holding.ts'

/** A text in an object of another kind that is a KubeletConfiguration. */
export interface EmbeddedText {
  readonly field: 'text'
  /** Of the field that holds it. */
  readonly key: string
  /** With the text of the document, which a Secret has in base64. */
  readonly value: Scalar
}

const group = 'kubelet.config.k8s.io/'

/**
 * The documents in texts of an object: patches of a cluster of kind, files of Gardener and Cluster API, the values of a
 * Secret. Their header must be in them, except for the apiVersion of a patch of kind.
 */
export function embeddedTexts(tree: Tree): readonly EmbeddedText[] {
  const found: EmbeddedText[] = []
  const isKind = tree.type === 'map' && headerOf(tree, 'apiVersion').startsWith('kind.x-k8s.io/')
  collect('', tree, isKind ? withVersion : asItIs, found)
  return [...found, ...ofSecret(tree)]
}

/** The text of a document that a scalar below a key has, if it has one. */
type Find = (key: string, scalar: Scalar) => Scalar | undefined

function collect(key: string, tree: Tree, find: Find, found: EmbeddedText[]): void {
  if (tree.type === 'list') for (const item of tree.items) collect(key, item, find, found)
  else if (tree.type === 'map') {
    const inner = isEncoded(tree) ? decoded : find
    for (const entry of tree.entries) collect(entry.key, entry.value, inner, found)
  } else {
    const value = find(key, tree)
    if (value !== undefined) found.push({ field: 'text', key, value })
  }
}

const asItIs: Find = (_key, scalar) => (isWhole(scalar) ? scalar : undefined)

/** kind finds what a patch is for by its kind alone, if it has no apiVersion. */
const withVersion: Find = (key, scalar) => {
  const isPatch =
    key === 'kubeadmConfigPatches' && /^kind:/m.test(scalar.text) && !/^["']?apiVersion\b/m.test(scalar.text)
  if (!isPatch || !isDocument(scalar)) return asItIs(key, scalar)
  return { ...scalar, text: `${scalar.text.trimEnd()}\napiVersion: ${expected.apiVersion}\n` }
}

/** Not the command line of a generator, which begins with a name. */
const isWhole = (scalar: Scalar): boolean =>
  scalar.text.includes(group) && /(?:^|[{,]\s*)["']?apiVersion["']?\s*:/m.test(scalar.text) && isDocument(scalar)

/** A file of Gardener (`b64`), Cluster API or cloud-init. */
function isEncoded(tree: Mapping): boolean {
  const encoding = entryValue(tree, 'encoding')
  return encoding?.type === 'scalar' && (encoding.text === 'b64' || encoding.text === 'base64')
}

function ofSecret(tree: Tree): readonly EmbeddedText[] {
  const data = entryValue(tree, 'data')
  if (tree.type !== 'map' || headerOf(tree, 'kind') !== 'Secret' || data?.type !== 'map') return []
  return data.entries.flatMap(({ key, value }): EmbeddedText[] => {
    const scalar = value.type === 'scalar' ? decoded(key, value) : undefined
    return scalar === undefined ? [] : [{ field: 'text', key, value: scalar }]
  })
}

const base64 = /^[A-Za-z\d+/\s]+={0,2}\s*$/

const decoded: Find = (_key, value) => {
  if (value.kind !== 'string' || !base64.test(value.text)) return undefined
  const scalar = { ...value, text: Buffer.from(value.text, 'base64').toString() }
  return isWhole(scalar) ? scalar : undefined
}
