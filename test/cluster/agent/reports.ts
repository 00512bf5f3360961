import { read, readNode } from '../read.ts'

/** When the lease of a node was renewed last, milliseconds since the epoch. */
export async function leaseRenewedAt(node: string): Promise<number> {
  const lease = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`
  return Date.parse((await read<{ spec: { renewTime: string } }>(lease)).spec.renewTime)
}

export type Readiness = 'True' | 'False' | 'Unknown'

interface Node {
  readonly status: { readonly conditions: ReadonlyArray<{ readonly type: string; readonly status: Readiness }> }
}

export async function readinessOf(node: string): Promise<Readiness | undefined> {
  const { conditions } = (await readNode<Node>(node)).status
  return conditions.find(({ type }) => type === 'Ready')?.status
}
