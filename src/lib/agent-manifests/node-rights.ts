import { serviceAccountOf } from '../agent/service-account.ts'
import type { ObjectBody } from '../api/object.ts'
import { configMapName, globalTarget, nodeTarget } from '../documents/target.ts'
import { core, granted, reading, serviceAccount } from './common.ts'

/**
 * What the agent of one node may do, as a ServiceAccount of its own: RBAC cannot tell nodes apart by anything but the user
 * (ADR 22). Nothing here lets it read a pod, a Secret, another node's document, or change a document or another Node.
 * Throws Failure 'usage' when the node cannot have a document of its own.
 */
export function rightsOfNode(node: string, namespace: string): readonly ObjectBody[] {
  const documents = [globalTarget, nodeTarget(node)].map(configMapName)
  const name = serviceAccountOf(node) ?? ''
  const account = { name, namespace }
  return [
    serviceAccount(account),
    ...granted({ name }, [...ownNode([node]), core('nodes/configz', ['get'], [node])], account),
    ...granted(
      { name, namespace },
      [core('configmaps', reading, documents), core('serviceaccounts/token', ['create'], [name])],
      account,
    ),
    ...granted({ name, namespace: 'default' }, [core('events', ['create', 'patch'])], account),
    ...granted({ name, namespace: 'kube-node-lease' }, [lease([node])], account),
  ]
}

/** One patch of nodes/status carries the condition and the annotation: no right to patch nodes is needed. */
export const ownNode = (names?: readonly string[]) => [
  core('nodes', reading, names),
  core('nodes/status', ['patch'], names),
]

export const lease = (names?: readonly string[]) => ({
  ...core('leases', ['get'], names),
  apiGroups: ['coordination.k8s.io'],
})
