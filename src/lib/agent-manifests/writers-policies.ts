import { agent, document } from '../names.ts'
import { literal, literals, type Policy } from './policy.ts'

/** Users and groups as the API server authenticates them. */
export interface Writers {
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

/** The administrators of clusters: of any, and of those of kubeadm since 1.29. */
export const administrators: Writers = { users: [], groups: ['system:masters', 'kubeadm:cluster-admins'] }

const isWriter = ({ users, groups }: Writers): string => {
  const user = `request.userInfo.username in ${literals(users)}`
  const group = `request.userInfo.groups.exists(g, g in ${literals(groups)})`
  return [...(users.length > 0 ? [user] : []), ...(groups.length > 0 ? [group] : [])].join(' || ')
}

const messageFor = (writers: Writers, what: string): string => {
  const names = [...writers.users.map((user) => `user ${user}`), ...writers.groups.map((group) => `group ${group}`)]
  return `only ${names.join(', ')} may ${what}: who does is root on nodes`
}

/** The writers that a refusal of one of these policies names; undefined: it is of another policy. */
export function writersIn(refusal: string): Writers | undefined {
  const [, list] =
    /ValidatingAdmissionPolicy 'kubeletcfg-\w+-writers' .*: only ((?:user|group) .+?) may /s.exec(refusal) ?? []
  const names = list?.split(/, (?=user |group )/)
  const of = (kind: string) =>
    names?.flatMap((each) => (each.startsWith(`${kind} `) ? [each.slice(kind.length + 1)] : [])) ?? []
  return names && { users: of('user'), groups: of('group') }
}

/** Controllers delete what the deletion of a namespace or of an owner leaves. */
const collectors = ['namespace-controller', 'generic-garbage-collector'].map(
  (name) => `system:serviceaccount:kube-system:${name}`,
)

const notCollectors = {
  name: 'collectors',
  expression: `request.operation != 'DELETE' || !(request.userInfo.username in ${literals(collectors)})`,
}

/**
 * Only writers change what the ConfigMaps of documents contain, and the risks that are accepted for it. Other writes of
 * the same objects, such as labels or a migration of storage, are left to RBAC.
 */
export function documentWritersPolicy(namespace: string, writers: Writers): Policy {
  const name = '(object == null ? oldObject : object).metadata.name'
  const part = (what: string) =>
    `(has(object.${what}) ? object.${what} : {}) == (has(oldObject.${what}) ? oldObject.${what} : {})`
  const immutability =
    '(has(object.immutable) && object.immutable) == (has(oldObject.immutable) && oldObject.immutable)'
  const annotations = Object.values({ ...document.annotation, risks: agent.annotation.acceptedRisks })
  return {
    name: 'kubeletcfg-document-writers',
    matching: { resources: ['configmaps'], operations: ['CREATE', 'UPDATE', 'DELETE'], namespace },
    conditions: [
      {
        name: 'documents',
        expression: `${name}.endsWith(${literal(document.nodeSuffix)}) || ${name} == ${literal(document.revisionsName)}`,
      },
      {
        name: 'changes',
        expression: `request.operation != 'UPDATE' || !(${part('data')} && ${part('binaryData')} && ${immutability} && ${sameAnnotations(annotations)})`,
      },
      notCollectors,
    ],
    checks: [{ expression: isWriter(writers), message: messageFor(writers, 'write kubelet configurations') }],
  }
}

/** Only writers add to the history of documents, or delete from it: a rollback pushes what it has. */
export function historyWritersPolicy(namespace: string, writers: Writers): Policy {
  const name = '(object == null ? oldObject : object).metadata.name'
  return {
    name: 'kubeletcfg-history-writers',
    matching: {
      group: 'apps',
      resources: ['controllerrevisions'],
      operations: ['CREATE', 'UPDATE', 'DELETE'],
      namespace,
    },
    conditions: [
      { name: 'documents', expression: `${name}.matches(${literal(`${document.nodeSuffix}-[0-9]+$`)})` },
      notCollectors,
    ],
    checks: [
      { expression: isWriter(writers), message: messageFor(writers, 'write the history of kubelet configurations') },
    ],
  }
}

/** Only writers change the annotations of a Node that control its agent; a kubelet may annotate its own Node otherwise. */
export function controlWritersPolicy(writers: Writers): Policy {
  const annotations = [agent.annotation.documents, agent.annotation.forgetBad]
  return {
    name: 'kubeletcfg-control-writers',
    matching: { resources: ['nodes', 'nodes/status'], operations: ['CREATE', 'UPDATE'] },
    conditions: [{ name: 'changes', expression: `!(${sameAnnotations(annotations)})` }],
    checks: [
      {
        expression: isWriter(writers),
        message: messageFor(writers, `annotate a Node with ${annotations.join(' or ')}`),
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
