import { excessOf } from '../../../sizing/host.ts'
import type { Finding } from '../../findings.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import type { SizeDoctorFact } from './doctor-fact.ts'

/** Hosts of several nodes that together offer more than it has. */
export const ofHosts = ({ hosts }: Pick<ClusterSeen, 'hosts'>): readonly Finding[] =>
  hosts.flatMap((host): readonly Finding[] => {
    const excess = excessOf(host)
    if (excess === undefined) return []
    const fact: SizeDoctorFact = { reason: 'HostExceeded', nodes: host.nodes.map(({ node }) => node.name), excess }
    return [{ severity: 'care', fact }]
  })
