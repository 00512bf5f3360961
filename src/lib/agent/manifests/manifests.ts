import { type Policy, policyObjects } from '../../admission/policy.ts'
import type { Writers } from '../../admission/writers.ts'
import type { ObjectBody } from '../../api/object.ts'
import { labels } from './account.ts'
import { type DaemonSetOptions, daemonSetObjects } from './daemon-set.ts'
import { monitoringObjects } from './monitoring.ts'
import { rightsOfNode } from './node-rights.ts'
import { ownEventsPolicy } from './own-events-policy.ts'
import { ownNodePolicy } from './own-node-policy.ts'
import { ownTokenPolicy } from './own-token-policy.ts'
import {
  administrators,
  controlWritersPolicy,
  documentWritersPolicy,
  historyWritersPolicy,
} from './writers-policies.ts'

export interface ManifestOptions {
  readonly namespace: string
  readonly nodes: readonly string[]
  /** undefined: agents are services of their hosts, each with a ServiceAccount of its own. */
  readonly daemonSet: Omit<DaemonSetOptions, 'namespace' | 'nodes'> | undefined
  readonly writers: Writers
  readonly monitoring: boolean
}

const policiesFor = (namespace: string, writers: Writers): readonly Policy[] => [
  ownNodePolicy(namespace),
  ownTokenPolicy(namespace),
  ownEventsPolicy(namespace),
  documentWritersPolicy(namespace, writers),
  historyWritersPolicy(namespace, writers),
  controlWritersPolicy(writers),
]

/** Of the ValidatingAdmissionPolicies. */
export const policyNames: readonly string[] = policiesFor('', administrators).map(({ name }) => name)

/** What the agents need in the cluster, in the order in which it must exist: the policies first. */
export const agentManifests = ({
  namespace,
  nodes,
  daemonSet,
  writers,
  monitoring,
}: ManifestOptions): readonly ObjectBody[] => [
  ...policiesFor(namespace, writers).flatMap((policy) => policyObjects(policy, labels)),
  ...(daemonSet === undefined
    ? [...new Set(nodes)].toSorted().flatMap((node) => rightsOfNode(node, namespace))
    : daemonSetObjects({ ...daemonSet, namespace, nodes: [...new Set(nodes)].toSorted() })),
  ...(monitoring ? monitoringObjects(namespace) : []),
]
