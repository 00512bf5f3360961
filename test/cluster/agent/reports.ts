import { kubectl } from '../kubectl.ts'

/** When the lease of a node was renewed last, milliseconds since the epoch. */
export async function leaseRenewedAt(node: string): Promise<number> {
  const lease = ['get', 'lease', node, '--namespace=kube-node-lease', '--output=jsonpath={.spec.renewTime}']
  return Date.parse(await kubectl(lease))
}

export type Readiness = 'True' | 'False' | 'Unknown'

export async function readinessOf(node: string): Promise<Readiness> {
  const readiness = '--output=jsonpath={.status.conditions[?(@.type=="Ready")].status}'
  return (await kubectl(['get', 'node', node, readiness])) as Readiness
}
