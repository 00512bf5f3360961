import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { User } from '../../interface/request.ts'
import { type Api, subjectOf, type Target } from '../model/api.ts'
import type { KubeObject } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Verb } from '../request/verb.ts'
import { nameIn, parseFieldSelector } from '../select/fields.ts'

/** May somebody do this? The attributes of SelfSubjectAccessReview. */
export interface Question {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

export interface Permission {
  readonly allowed: boolean
  readonly reason: string
}

type Rule = NonNullable<V1ClusterRole['rules']>[number]
export type Binding = KubeObject & Pick<V1RoleBinding, 'roleRef' | 'subjects'>
type Role = KubeObject & Pick<V1ClusterRole, 'rules'>
type Grantee = NonNullable<V1RoleBinding['subjects']>[number]

const no: Permission = { allowed: false, reason: '' }

/** Groups of a user, those included that everybody is in. */
export const groupsOf = ({ name, groups }: User): readonly string[] => {
  const common = name === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'
  return groups.includes(common) ? groups : [...groups, common]
}

/** RBAC over the roles and bindings that are stored. */
export function permissionOf(api: Api, user: User, question: Question): Permission {
  if (isMaster(user)) return { allowed: true, reason: '' }
  for (const binding of bindingsIn(api, question.namespace)) {
    const grantee = binding.subjects?.find((subject) => isMeant(subject, user, binding))
    if (grantee !== undefined && rulesOf(api, binding).some((rule) => covers(rule, question)))
      return { allowed: true, reason: reasonOf(binding, grantee) }
  }
  return no
}

const isMaster = ({ groups }: User): boolean => groups.includes('system:masters')

/** Those of the cluster, and of the namespace if there is one. */
function bindingsIn({ store }: Api, namespace: string): readonly Binding[] {
  const everywhere = store.list('clusterrolebindings') as readonly Binding[]
  return namespace === ''
    ? everywhere
    : [...everywhere, ...(store.list('rolebindings', namespace) as readonly Binding[])]
}

/** May somebody GET, POST … a path that is not a resource, such as /metrics? */
export function mayAccess(api: Api, user: User, { verb, path }: { verb: string; path: string }): boolean {
  const covers = ({ verbs, nonResourceURLs = [] }: Rule): boolean =>
    has(verbs, verb) &&
    nonResourceURLs.some((url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))))
  return (
    isMaster(user) ||
    bindingsIn(api, '').some(
      (binding) =>
        binding.subjects?.some((subject) => isMeant(subject, user, binding)) && rulesOf(api, binding).some(covers),
    )
  )
}

/** Refuses what the user may not do. */
export function authorize(
  api: Api,
  { user, verb, target, query }: { user: User; verb: Verb; target: Target; query: Readonly<Record<string, string>> },
): void {
  const { kind, namespace, subresource = '' } = target
  const name =
    target.name ?? (verb === 'create' ? '' : (nameIn(parseFieldSelector(query['fieldSelector'], kind)) ?? ''))
  const own = kind.resource === 'namespaces' ? name : namespace
  const question = { verb, group: kind.group, resource: kind.resource, subresource, namespace: own, name }
  if (permissionOf(api, user, question).allowed) return
  const resource = subresource === '' ? kind.resource : `${kind.resource}/${subresource}`
  const where = own === '' ? 'at the cluster scope' : `in the namespace "${own}"`
  throw denied(
    subjectOf(kind, name),
    `User "${user.name}" cannot ${verb} resource "${resource}" in API group "${kind.group}" ${where}`,
  )
}

function isMeant({ kind, name, namespace }: Grantee, user: User, { metadata }: Binding): boolean {
  if (kind === 'Group') return groupsOf(user).includes(name)
  if (kind === 'User') return user.name === name
  return user.name === `system:serviceaccount:${namespace ?? metadata.namespace}:${name}`
}

/** What the role of a binding allows; nothing while the role does not exist. */
export function rulesOf({ store }: Api, { metadata, roleRef: { kind, name } }: Binding): readonly Rule[] {
  const role =
    kind === 'ClusterRole'
      ? store.get({ resource: 'clusterroles', namespace: '', name })
      : store.get({ resource: 'roles', namespace: metadata.namespace ?? '', name })
  return (role as Role | undefined)?.rules ?? []
}

const has = (list: readonly string[] | undefined, ...wanted: readonly string[]): boolean =>
  list?.some((each) => each === '*' || wanted.includes(each)) ?? false

/** `pods` does not cover `pods/resize`; `pods/*` is nothing, but a star before the slash is (`*` + `/resize`). */
function covers({ verbs, apiGroups, resources, resourceNames = [] }: Rule, question: Question): boolean {
  const { verb, group, resource, subresource, name } = question
  const full = subresource === '' ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`]
  return (
    has(verbs, verb) &&
    has(apiGroups, group) &&
    has(resources, ...full) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}

function reasonOf({ kind, metadata, roleRef }: Binding, grantee: Grantee): string {
  const name = kind === 'ClusterRoleBinding' ? metadata.name : `${metadata.name}/${metadata.namespace}`
  const who =
    grantee.kind === 'ServiceAccount' ? `${grantee.name}/${grantee.namespace ?? metadata.namespace}` : grantee.name
  return `RBAC: allowed by ${kind} "${name}" of ${roleRef.kind} "${roleRef.name}" to ${grantee.kind} "${who}"`
}
