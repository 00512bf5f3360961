import { literal, literals, type Policy } from '../../admission/policy.ts'
import { type Right, reading } from '../../admission/right.ts'
import { changesNothing } from '../../admission/unchanged.ts'
import { type Writers, writersMessage } from '../../admission/writers.ts'
import { agent, controller, document, rollout } from '../../names.ts'

/** The administrators of clusters: of any, and of those of kubeadm since 1.29. */
export const administrators: Writers = { users: [], groups: ['system:masters', 'kubeadm:cluster-admins'] }

const isWriter = ({ users, groups }: Writers): string => {
  const user = `request.userInfo.username in ${literals(users)}`
  const group = `request.userInfo.groups.exists(g, g in ${literals(groups)})`
  return [...(users.length > 0 ? [user] : []), ...(groups.length > 0 ? [group] : [])].join(' || ')
}

/** Controllers clean up after the deletion of a namespace or of an owner. */
const collectors = ['namespace-controller', 'generic-garbage-collector'].map(
  (name) => `system:serviceaccount:kube-system:${name}`,
)

const notCollectors = { name: 'collectors', expression: `!(request.userInfo.username in ${literals(collectors)})` }

/** An update that changes nothing, such as a migration of storage, is left to RBAC. */
const changes = { name: 'changes', expression: `request.operation != 'UPDATE' || !(${changesNothing})` }

const everyWrite = (namespace: string) => ({ operations: ['CREATE', 'UPDATE', 'DELETE'] as const, namespace })

/** It moves rollouts; its own policy limits it to their object. */
const isController = `request.userInfo.username == ${literal(`system:serviceaccount:${controller.namespace}:${controller.name}`)}`

const stored = '(object == null ? oldObject : object).metadata.name'

/**
 * Only writers change the ConfigMaps of documents, whatever of them: an owner that does not exist deletes one, a finalizer
 * keeps one, and a label or an annotation can make a tool of a writer delete it (ADR 35).
 */
export const documentWritersPolicy = (namespace: string, writers: Writers): Policy => ({
  name: 'kubeletcfg-document-writers',
  matching: [{ resources: ['configmaps'] }],
  ...everyWrite(namespace),
  conditions: [
    {
      name: 'documents',
      expression: `${stored}.endsWith(${literal(document.nodeSuffix)}) || ${stored} in ${literals([document.revisionsName, rollout.configMap])}`,
    },
    changes,
    notCollectors,
  ],
  checks: [
    {
      expression: `${isWriter(writers)} || ${isController} && ${stored} == ${literal(rollout.configMap)}`,
      message: writersMessage(writers, 'write kubelet configurations'),
    },
  ],
})

/** Only writers change the history of documents: a rollback pushes what it has. */
export const historyWritersPolicy = (namespace: string, writers: Writers): Policy => ({
  name: 'kubeletcfg-history-writers',
  matching: [{ group: 'apps', resources: ['controllerrevisions'] }],
  ...everyWrite(namespace),
  conditions: [
    { name: 'documents', expression: `${stored}.matches(${literal(`${document.nodeSuffix}-[0-9]+$`)})` },
    changes,
    notCollectors,
  ],
  checks: [
    { expression: isWriter(writers), message: writersMessage(writers, 'write the history of kubelet configurations') },
  ],
})

/** Annotations of a Node that control its agent. */
const controlling = [agent.annotation.documents, agent.annotation.forgetBad]

/** What the policies leave to users who are not writers, of what RBAC grants them. Names are those of one node. */
export const leftToOthers = (namespace: string, documents: readonly string[], revision: string): readonly Right[] => [
  {
    ...{
      where: namespace,
      resources: ['configmaps'],
      names: [...documents, document.revisionsName, rollout.configMap],
    },
    ...{ verbs: reading, changes: [], purpose: 'documents: who writes one is root on nodes' },
  },
  {
    ...{ where: namespace, group: 'apps', resources: ['controllerrevisions'], names: [revision] },
    ...{ verbs: reading, changes: [], purpose: 'their history: a rollback pushes what it has' },
  },
  {
    resources: ['nodes', 'nodes/status'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
    keeps: controlling.map((name) => ['metadata', 'annotations', name]),
    purpose: 'the annotations that control an agent: a kubelet may annotate its own Node',
  },
]

/** Only writers change the annotations of a Node that control its agent; a kubelet may annotate its own Node otherwise. */
export function controlWritersPolicy(writers: Writers): Policy {
  const annotations = controlling
  return {
    name: 'kubeletcfg-control-writers',
    matching: [{ resources: ['nodes', 'nodes/status'] }],
    operations: ['CREATE', 'UPDATE'],
    conditions: [{ name: 'changes', expression: `!(${sameAnnotations(annotations)})` }],
    checks: [
      {
        expression: isWriter(writers),
        message: writersMessage(writers, `annotate a Node with ${annotations.join(' or ')}`),
      },
    ],
  }
}

/** Absent is the same as empty. */
function sameAnnotations(names: readonly string[]): string {
  const of = (object: string): string =>
    `(${object} != null && has(${object}.metadata.annotations) && k in ${object}.metadata.annotations ? ${object}.metadata.annotations[k] : '')`
  return `${literals(names)}.all(k, ${of('object')} == ${of('oldObject')})`
}
