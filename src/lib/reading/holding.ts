import { isForKubelet } from '../config/header.ts'
import { quote } from '../config/quote.ts'
import type { Entry, Mapping, Reading, Tree } from '../config/tree.ts'
import { document } from '../names.ts'

/**
 * What a document of a file is to us. `object` is another object of some API, `config-map` one with our key,
 * `nothing` an empty document, and `unnamed` one without apiVersion or kind.
 */
export type Holding = 'configuration' | 'config-map' | 'object' | 'unnamed' | 'nothing' | 'unreadable'

export function holdingOf(reading: Reading): Holding {
  if (reading.outcome === 'unreadable')
    return reading.findings.some(({ rule }) => rule === 'READ-EMPTY') ? 'nothing' : 'unreadable'
  const { tree } = reading
  if (tree.type !== 'map') return 'unnamed'
  const [apiVersion, kind] = [headerOf(tree, 'apiVersion'), headerOf(tree, 'kind')]
  if (isForKubelet(apiVersion, kind)) return 'configuration'
  if (apiVersion === '' || kind === '') return 'unnamed'
  return apiVersion === 'v1' && kind === 'ConfigMap' && embedded(tree) !== undefined ? 'config-map' : 'object'
}

/** What a ConfigMap has under the key of a kubelet configuration, and in which of its two places. */
export interface Embedded {
  readonly field: 'data' | 'binaryData'
  readonly value: Tree
}

export function embedded(configMap: Tree): Embedded | undefined {
  const inside = (field: Embedded['field']): Embedded | undefined => {
    const value = entryValue(entryValue(configMap, field), document.key)
    return value && { field, value }
  }
  return inside('data') ?? inside('binaryData')
}

/** The items of a v1 List, as `kubectl get -o yaml` prints several objects; none of anything else. */
export function itemsOf(tree: Tree): readonly Tree[] {
  if (tree.type !== 'map' || headerOf(tree, 'apiVersion') !== 'v1' || headerOf(tree, 'kind') !== 'List') return []
  const items = entryValue(tree, 'items')
  return items?.type === 'list' ? items.items : []
}

/** What people call a document: `ClusterConfiguration`, `ConfigMap node-a-kubelet-configuration`. */
export function nameOf(tree: Tree): string {
  const kind = tree.type === 'map' ? headerOf(tree, 'kind') : ''
  const name = entryValue(entryValue(tree, 'metadata'), 'name')
  const words = [kind === '' ? 'without a kind' : kind, ...(name?.type === 'scalar' ? [name.text] : [])]
  return quote(words.join(' ')).slice(1, -1)
}

/** The kubelet finds these two in any case. */
export function headerOf(tree: Mapping, name: 'apiVersion' | 'kind'): string {
  const lower = name.toLowerCase()
  const value = entryOf(tree, ({ key }) => key.length === name.length && key.toLowerCase() === lower)?.value
  return value?.type === 'scalar' && value.kind === 'string' ? value.text : ''
}

/** The value of a key that is spelt like this; of the last one when there are several. */
export const entryValue = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.type === 'map' ? entryOf(tree, ({ key }) => key === name)?.value : undefined

const entryOf = ({ entries }: Mapping, matches: (entry: Entry) => boolean): Entry | undefined =>
  entries.findLast(matches)
