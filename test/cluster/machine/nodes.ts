export interface NodeDescription {
  readonly name: NodeName
  /** On the bridge. */
  readonly address: string
  readonly podRange: string
}

export type NodeName = 'node-a' | 'node-b'

/** The nodes of the cluster. */
export const nodes: readonly NodeDescription[] = [
  { name: 'node-a', address: '10.99.0.11', podRange: '10.88.1.0/24' },
  { name: 'node-b', address: '10.99.0.12', podRange: '10.88.2.0/24' },
]
