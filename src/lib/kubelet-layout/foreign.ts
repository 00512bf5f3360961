import type { LayoutCare, LayoutRefusal } from './layout-fact.ts'
import type { Product } from './processes.ts'

/** What a Node says of who made it. */
export interface NodeTraits {
  readonly labels: Readonly<Record<string, string>>
  readonly osImage: string
  readonly operatingSystem: string
  readonly kubeletVersion: string
}

/** Who else manages the kubelet of a node. */
export type ForeignFact =
  /** It writes the configuration of the kubelet, and puts back what others write. */
  | { readonly reason: 'OperatorManagesKubelet'; readonly system: 'OpenShift' }
  /** It is a program that only looks like a node. */
  | { readonly reason: 'NoKubeletAtAll' }
  /** /usr cannot be written. */
  | { readonly reason: 'UsrReadOnly'; readonly system: string }

export interface Foreign {
  readonly refused: readonly (LayoutRefusal | ForeignFact)[]
  readonly care: readonly (LayoutCare | ForeignFact)[]
}

/** By the version of the kubelet, such as v1.36.3+k3s1. */
const versions: readonly (readonly [RegExp, Product])[] = [
  [/\+k3s/, 'k3s'],
  [/\+rke2/, 'RKE2'],
  [/\+k0s/, 'k0s'],
]

const labelOf: Readonly<Record<string, Product>> = {
  'microk8s.io/cluster': 'MicroK8s',
  'node.kubernetes.io/microk8s-controlplane': 'MicroK8s',
  'node.kubernetes.io/microk8s-worker': 'MicroK8s',
}

const providers: readonly (readonly [RegExp, string])[] = [
  [/^eks\.amazonaws\.com\//, 'EKS'],
  [/^cloud\.google\.com\/gke-/, 'GKE'],
  [/^kubernetes\.azure\.com\//, 'AKS'],
  [/^worker\.gardener\.cloud\//, 'Gardener'],
  [/^karpenter\.sh\//, 'Karpenter'],
]

/** Found by the labels of the Node and what its kubelet says of the machine: neither proves anything, and root may lie. */
export function foreignManagers({ labels, osImage, operatingSystem, kubeletVersion }: NodeTraits): Foreign {
  const names = Object.keys(labels)
  const product =
    versions.find(([pattern]) => pattern.test(kubeletVersion))?.[1] ??
    names.flatMap((name) => (Object.hasOwn(labelOf, name) ? [labelOf[name]!] : []))[0]
  const system = (['Talos', 'Bottlerocket'] as const).find((name) => osImage.startsWith(name))
  const isOpenShift = names.includes('node.openshift.io/os_id') || /Red Hat Enterprise Linux CoreOS/.test(osImage)
  const refused: (LayoutRefusal | ForeignFact)[] = [
    ...(operatingSystem === 'linux' || operatingSystem === '' ? [] : [notLinux(operatingSystem)]),
    ...(labels['type'] === 'virtual-kubelet' ? [{ reason: 'NoKubeletAtAll' } as const] : []),
    ...(system === undefined ? [] : [{ reason: 'SystemManagesKubelet', system } as const]),
    ...(isOpenShift ? [{ reason: 'OperatorManagesKubelet', system: 'OpenShift' } as const] : []),
    ...(product === undefined ? [] : [{ reason: 'KubeletEmbedded', subject: undefined, product } as const]),
  ]
  const provider = providers.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const readOnly = /^(Flatcar|Container-Optimized OS)/.exec(osImage)?.[1]
  const care: (LayoutCare | ForeignFact)[] = [
    ...(provider === undefined ? [] : [{ reason: 'NodeReplacedByProvider', system: provider } as const]),
    ...(readOnly === undefined ? [] : [{ reason: 'UsrReadOnly', system: readOnly } as const]),
  ]
  return { refused, care }
}

const notLinux = (platform: string): LayoutRefusal => ({ reason: 'NotLinux', platform })
