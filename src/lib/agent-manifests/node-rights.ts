import { serviceAccountOf } from '../agent/identity/service-account.ts'
import type { ObjectBody } from '../api/object.ts'
import { configMapName, globalTarget, nodeTarget, whyNoDocument } from '../documents/target.ts'
import { core, granted, reading, serviceAccount } from './common.ts'

/**
 * What the agent of one node may do, as a ServiceAccount of its own: RBAC cannot tell nodes apart by anything but the user
 * (ADR 22). Nothing here lets it read a pod, a Secret, another node's document, or change a document or another Node.
 * The name of the node must leave room for that of the ServiceAccount.
 */
export function rightsOfNode(node: string, namespace: string): readonly ObjectBody[] {
  const name = serviceAccountOf(node)
  if (name === undefined) throw new Error(`no ServiceAccount for the agent of ${node}`)
  const account = { name, namespace }
  return [
    serviceAccount(account),
    ...granted({ name }, [...ownNode([node]), core('nodes/configz', ['get'], [node])], account),
    ...granted(
      { name, namespace },
      [core('configmaps', reading, documentsOf([node])), core('serviceaccounts/token', ['create'], [name])],
      account,
    ),
    ...granted({ name, namespace: 'default' }, [core('events', ['create', 'patch'])], account),
    ...granted({ name, namespace: 'kube-node-lease' }, [lease([node])], account),
  ]
}

/** The ConfigMaps that these nodes may get their documents from. Some names of nodes leave only the global one. */
export const documentsOf = (nodes: readonly string[]): readonly string[] =>
  [globalTarget, ...nodes.filter((node) => whyNoDocument(node) === undefined).map(nodeTarget)].map(configMapName)

/** One patch of nodes/status carries the condition and the annotation: no right to patch nodes is needed. */
export const ownNode = (names?: readonly string[]) => [
  core('nodes', reading, names),
  core('nodes/status', ['patch'], names),
]

export const lease = (names?: readonly string[]) => ({
  ...core('leases', ['get'], names),
  apiGroups: ['coordination.k8s.io'],
})
