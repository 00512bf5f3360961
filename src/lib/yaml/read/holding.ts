import { lastOfEach } from '../../kubelet/decode/duplicates.ts'
import { isForKubelet } from '../../kubelet/decode/header.ts'
import { quote } from '../../kubelet/model/quote.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Entry, Mapping, Tree } from '../../kubelet/model/tree.ts'
import { document } from '../../names.ts'

/**
 * The kind of a document in a file. `object` is an object of another API, `config-map` and `wrapper` have documents in
 * texts: a ConfigMap under its keys, an object of another kind anywhere. `nothing` an empty document, and `unnamed` one without apiVersion or kind.
 */
export type Holding = 'configuration' | 'config-map' | 'embedding' | 'object' | 'unnamed' | 'nothing' | 'unreadable'

/** Whether an object is a `wrapper`, only a survey of its texts tells. */
export function holdingOf(reading: Reading): Holding {
  if (reading.outcome === 'unreadable')
    return reading.findings.some(({ rule }) => rule === 'READ-EMPTY') ? 'nothing' : 'unreadable'
  const { tree } = reading
  if (tree.type !== 'map') return 'unnamed'
  const [apiVersion, kind] = [headerOf(tree, 'apiVersion'), headerOf(tree, 'kind')]
  if (isForKubelet(apiVersion, kind)) return 'configuration'
  if (apiVersion === '' || kind === '') return 'unnamed'
  return apiVersion === 'v1' && kind === 'ConfigMap' && embedded(tree).length > 0 ? 'config-map' : 'object'
}

/** A kubelet configuration in a text, and its key. */
export interface Embedded {
  /** `text`: some field of an object that is no ConfigMap. */
  readonly field: 'data' | 'binaryData' | 'text'
  readonly key: string
  readonly value: Tree
}

/**
 * The value under the key of documents, whatever it is, and each text under another key that has the header of a
 * KubeletConfiguration.
 */
export function embedded(configMap: Tree): readonly Embedded[] {
  const all = (['data', 'binaryData'] as const).flatMap((field) => {
    const texts = entryValue(configMap, field)
    return texts?.type === 'map' ? Array.from(lastOfEach(texts), ({ key, value }) => ({ field, key, value })) : []
  })
  const own = all.find(({ key }) => key === document.key)
  return all.filter((one) => one === own || (one.key !== document.key && isDocument(one.value)))
}

/** Excludes scripts that write such a document, and files for kubeadm that contain one. */
export function isDocument(value: Tree): boolean {
  if (value.type !== 'scalar' || value.kind !== 'string' || value.text.startsWith('#!')) return false
  const kinds = Array.from(value.text.matchAll(/(?:^|[{,]\s*)["']?kind["']?\s*:\s*["']?(\w+)/gm), ([, kind]) => kind)
  return kinds.length > 0 && kinds.every((kind) => kind === 'KubeletConfiguration')
}

/** The items of a v1 List, as `kubectl get -o yaml` prints several objects; empty for other objects. */
export function itemsOf(tree: Tree): readonly Tree[] {
  if (tree.type !== 'map' || headerOf(tree, 'apiVersion') !== 'v1' || headerOf(tree, 'kind') !== 'List') return []
  const items = entryValue(tree, 'items')
  return items?.type === 'list' ? items.items : []
}

/** The name of a document in messages: `ClusterConfiguration`, `ConfigMap node-a-kubelet-configuration`. */
export function nameOf(tree: Tree): string {
  const kind = tree.type === 'map' ? headerOf(tree, 'kind') : ''
  const name = entryValue(entryValue(tree, 'metadata'), 'name')
  const words = [kind === '' ? 'without a kind' : kind, ...(name?.type === 'scalar' ? [name.text] : [])]
  return quote(words.join(' ')).slice(1, -1)
}

/** The name and the namespace of an object; undefined where they are not strings. */
export function metadataOf(tree: Tree): { readonly name: string | undefined; readonly namespace: string | undefined } {
  const metadata = entryValue(tree, 'metadata')
  const text = (key: string): string | undefined => {
    const value = entryValue(metadata, key)
    return value?.type === 'scalar' && value.kind === 'string' ? value.text : undefined
  }
  return { name: text('name'), namespace: text('namespace') }
}

/** The kubelet finds these two keys in any case. */
export function headerOf(tree: Mapping, name: 'apiVersion' | 'kind'): string {
  const lower = name.toLowerCase()
  const value = entryOf(tree, ({ key }) => key.length === name.length && key.toLowerCase() === lower)?.value
  return value?.type === 'scalar' && value.kind === 'string' ? value.text : ''
}

/** The value of a key with exactly this name; of the last one when there are several. */
export const entryValue = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.type === 'map' ? entryOf(tree, ({ key }) => key === name)?.value : undefined

const entryOf = ({ entries }: Mapping, matches: (entry: Entry) => boolean): Entry | undefined =>
  entries.findLast(matches)
