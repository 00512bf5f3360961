import type { V1Node } from '@kubernetes/client-node'
import type { Node } from '../../api/node.ts'
import type { Wire } from '../../api/wire.ts'

/** The parts of a node that are used. */
export const nodeOf = ({ metadata, status }: Wire<V1Node>): Node => ({
  name: metadata?.name ?? '',
  uid: metadata?.uid ?? '',
  labels: metadata?.labels ?? {},
  allocatable: status?.allocatable ?? {},
  ready: status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false,
  kubeletVersion: status?.nodeInfo?.kubeletVersion ?? '',
  operatingSystem: status?.nodeInfo?.operatingSystem ?? '',
})
