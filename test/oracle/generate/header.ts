import type { Chance } from './chance.ts'
import { type Node, nodeOf, type Plain } from './node.ts'

type Entries = readonly (readonly [key: string, value: Node])[]

const apiVersion = 'kubelet.config.k8s.io/v1beta1'
const kind = 'KubeletConfiguration'

const versions: readonly Plain[] = [
  'v1',
  'kubelet.config.k8s.io/v1',
  'kubelet.config.k8s.io/v1alpha1',
  '',
  null,
  5,
  'kubelet.config.k8s.io',
  'kubelet.config.k8s.io/',
  '/v1beta1',
  ' kubelet.config.k8s.io/v1beta1',
  'a/b/c',
  'Kubelet.config.k8s.io/v1beta1',
  [],
]
const kinds: readonly Plain[] = [
  'kubeletconfiguration',
  'KubeletConfiguration ',
  '',
  null,
  5,
  {},
  'ConfigMap',
  'CredentialProviderConfig',
  'SerializedNodeConfigSource',
]

/** apiVersion and kind, mostly as they should be. */
export function header(chance: Chance): Entries {
  const usual: Entries = [
    ['apiVersion', nodeOf(apiVersion)],
    ['kind', nodeOf(kind)],
  ]
  return chance.oddly(20) ? chance.pick(games)(chance, usual) : usual
}

const games: readonly ((chance: Chance, usual: Entries) => Entries)[] = [
  (chance) => [
    ['apiVersion', nodeOf(chance.pick(versions))],
    ['kind', nodeOf(kind)],
  ],
  (chance) => [
    ['apiVersion', nodeOf(apiVersion)],
    ['kind', nodeOf(chance.pick(kinds))],
  ],
  (chance, usual) => [chance.pick(usual)],
  (chance, usual) => [...usual, chance.pick(usual)],
  (_, usual) => usual.map(([key, value]) => [key.toUpperCase(), value] as const),
  (_, usual) => usual.toReversed(),
  (chance, usual) => [...usual, ['Kind', nodeOf(chance.pick([...kinds, kind]))]],
  (chance, usual) => [...usual, ['APIVERSION', nodeOf(chance.pick([...versions, apiVersion]))]],
  (chance, usual) => [['kind', nodeOf(chance.pick(kinds))], ...usual],
  (_, usual) => [...usual, ['metadata', nodeOf({ name: 'a' })]],
]
