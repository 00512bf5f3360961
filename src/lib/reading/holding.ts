import type { Entry, Mapping, Reading, Tree } from '../config/tree.ts'
import { document } from '../names.ts'

/**
 * What a document of a file is to us. `object` is another object of some API, `config-map` one with our key,
 * `nothing` an empty document, and `unnamed` one without apiVersion or kind.
 */
export type Holding = 'configuration' | 'config-map' | 'object' | 'unnamed' | 'nothing' | 'unreadable'

const group = 'kubelet.config.k8s.io/'
/** Kinds of the same group that are for somebody else than the kubelet's --config. */
const otherKinds: ReadonlySet<string> = new Set(['CredentialProviderConfig', 'SerializedNodeConfigSource'])

export function holdingOf(reading: Reading): Holding {
  if (reading.outcome === 'unreadable')
    return reading.findings.some(({ rule }) => rule === 'READ-EMPTY') ? 'nothing' : 'unreadable'
  const { tree } = reading
  if (tree.type !== 'map') return 'unnamed'
  const [apiVersion, kind] = [headerOf(tree, 'apiVersion'), headerOf(tree, 'kind')]
  if (kind === 'KubeletConfiguration' || (apiVersion.startsWith(group) && !otherKinds.has(kind))) return 'configuration'
  if (apiVersion === '' || kind === '') return 'unnamed'
  return apiVersion === 'v1' && kind === 'ConfigMap' && embedded(tree) !== undefined ? 'config-map' : 'object'
}

/** What a ConfigMap has under the key of a kubelet configuration. */
export function embedded(configMap: Mapping): Tree | undefined {
  const data = entryOf(configMap, ({ key }) => key === 'data')?.value
  return data?.type === 'map' ? entryOf(data, ({ key }) => key === document.key)?.value : undefined
}

/** The kubelet finds these two in any case. */
function headerOf(tree: Mapping, name: string): string {
  const value = entryOf(tree, ({ key }) => key.toLowerCase() === name.toLowerCase())?.value
  return value?.type === 'scalar' && value.kind === 'string' ? value.text : ''
}

const entryOf = ({ entries }: Mapping, matches: (entry: Entry) => boolean): Entry | undefined =>
  entries.findLast(matches)
