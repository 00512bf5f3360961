import type { Finding } from '../../message/findings.ts'
import { excessOf } from '../plan/host.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { HostExceeded, type SizeDoctorFact } from './doctor-messages.ts'

/** Hosts of several nodes that together offer more than it has. */
export const ofHosts = ({ hosts }: Pick<ClusterSeen, 'hosts'>): readonly Finding[] =>
  hosts.flatMap((host): readonly Finding[] => {
    const excess = excessOf(host)
    if (excess === undefined) return []
    const fact: SizeDoctorFact = HostExceeded({ nodes: host.nodes.map(({ node }) => node.name), excess })
    return [{ severity: 'care', fact }]
  })
