import { type FactOf, message } from '../../message/message.ts'
import {
  KubeletEmbedded,
  type LayoutCare,
  type LayoutRefusal,
  NodeReplacedByProvider,
  NotLinux,
  SystemManagesKubelet,
} from './layout-messages.ts'
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
  | FactOf<typeof OperatorManagesKubelet>
  | FactOf<typeof NoKubeletAtAll>
  | FactOf<typeof UsrReadOnly>

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
    ...(labels['type'] === 'virtual-kubelet' ? [NoKubeletAtAll()] : []),
    ...(system === undefined ? [] : [SystemManagesKubelet({ system })]),
    ...(isOpenShift ? [OperatorManagesKubelet({ system: 'OpenShift' })] : []),
    ...(product === undefined ? [] : [KubeletEmbedded({ subject: undefined, product })]),
  ]
  const provider = providers.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const readOnly = /^(Flatcar|Container-Optimized OS)/.exec(osImage)?.[1]
  const care: (LayoutCare | ForeignFact)[] = [
    ...(provider === undefined ? [] : [NodeReplacedByProvider({ system: provider })]),
    ...(readOnly === undefined ? [] : [UsrReadOnly({ system: readOnly })]),
  ]
  return { refused, care }
}

const notLinux = (platform: string): LayoutRefusal => NotLinux({ platform })

/** It writes the configuration of the kubelet, and puts back what others write. */
export const OperatorManagesKubelet = message('OperatorManagesKubelet', ({ system }: { system: 'OpenShift' }) => ({
  said: `${system} writes the configuration of the kubelet, and puts back what others write`,
  hints: ['use a KubeletConfig of its Machine Config Operator'],
}))

/** It is a program that only looks like a node. */
export const NoKubeletAtAll = message('NoKubeletAtAll', () => 'it is a virtual kubelet, which has no configuration')

/** /usr cannot be written. */
export const UsrReadOnly = message('UsrReadOnly', ({ system }: { system: string }) => ({
  said: `${system}: /usr cannot be written`,
  hints: ['kubeletcfg agent install --bin-dir /opt/bin'],
}))
