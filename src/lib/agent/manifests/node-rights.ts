import type { ObjectBody } from '../../api/object.ts'
import { configMapName, globalTarget, nodeTarget, whyNoDocument } from '../../documents/target.ts'
import { rollout } from '../../names.ts'
import { serviceAccountOf } from '../identity/service-account.ts'
import { granted, serviceAccount } from './account.ts'
import { agentRights } from './agent-rights.ts'

/**
 * What the agent of one node may do, as a ServiceAccount of its own: RBAC cannot tell nodes apart by anything but the user
 * (ADR 22). Nothing here lets it read a pod, a Secret, another node's document, or change a document or another Node.
 * The name of the node must leave room for that of the ServiceAccount.
 */
export function rightsOfNode(node: string, namespace: string): readonly ObjectBody[] {
  const name = serviceAccountOf(node)
  if (name === undefined) throw new Error(`no ServiceAccount for the agent of ${node}`)
  const account = { name, namespace }
  const rights = agentRights({ namespace, nodes: [node], documents: documentsOf([node]), account: name })
  return [serviceAccount(account), ...granted(name, rights, account)]
}

/** The ConfigMaps that these nodes may get their documents from. Some names of nodes leave only the global one. */
export const documentsOf = (nodes: readonly string[]): readonly string[] => [
  ...[globalTarget, ...nodes.filter((node) => whyNoDocument(node) === undefined).map(nodeTarget)].map(configMapName),
  rollout.configMap,
]
