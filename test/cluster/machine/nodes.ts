export interface NodeDescription {
  readonly name: string
  /** On the bridge. */
  readonly address: string
  readonly podRange: string
  readonly layout: Layout
  readonly kubelet: KubeletVersion
}

/**
 * How the kubelet is set up: `plain`, by hand, with a folder of drop-ins; `kubeadm`, as its packages and `kubeadm join` do;
 * `k3s`, inside another program.
 */
export type Layout = 'plain' | 'kubeadm' | 'k3s'

/**
 * The cluster's own, or, in one of the newest release, that of the release before (versions.ts), or `shifted`: its own with a
 * clock that can be set (build/shifted-kubelet.ts).
 */
export type KubeletVersion = 'current' | 'previous' | 'shifted'

/** The nodes that are there for every test; each of them Ready before the command starts. */
export const nodes: ReadonlyArray<NodeDescription & { readonly name: NodeName }> = [
  { ...describeNode(11), name: 'node-a' },
  { ...describeNode(12), name: 'node-b' },
]

export type NodeName = 'node-a' | 'node-b'

/** A plain node; `number` is the last of its address. */
export function describeNode(number: number): NodeDescription {
  const [address, podRange] = [`10.99.0.${number}`, `10.88.${number}.0/24`]
  return { name: `node-${number}`, address, podRange, layout: 'plain', kubelet: 'current' }
}
