import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { User } from '../../interface/request.ts'
import { type Api, subjectOf, type Target } from '../model/api.ts'
import type { KubeObject } from '../model/object.ts'
import { denied } from '../model/refusal.ts'
import type { Verb } from '../request/verb.ts'
import { nameIn, parseFieldSelector } from '../select/fields.ts'

/** Resource attributes of an access review. */
export interface Attributes {
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

const notAllowed: Permission = { allowed: false, reason: '' }

/** Groups of a user, with system:authenticated or system:unauthenticated. */
export const groupsOf = ({ name, groups }: User): readonly string[] => {
  const common = name === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'
  return groups.includes(common) ? groups : [...groups, common]
}

/** Evaluates RBAC with the stored roles and bindings. */
export function permissionOf(api: Api, user: User, attributes: Attributes): Permission {
  if (isMaster(user)) return { allowed: true, reason: '' }
  for (const binding of bindingsIn(api, attributes.namespace)) {
    const grantee = binding.subjects?.find((subject) => matchesSubject(subject, user, binding))
    if (grantee !== undefined && rulesOf(api, binding).some((rule) => covers(rule, attributes)))
      return { allowed: true, reason: reasonOf(binding, grantee) }
  }
  return notAllowed
}

const isMaster = ({ groups }: User): boolean => groups.includes('system:masters')

/** ClusterRoleBindings, and the RoleBindings of the namespace if one is given. */
function bindingsIn({ store }: Api, namespace: string): readonly Binding[] {
  const everywhere = store.list('clusterrolebindings') as readonly Binding[]
  return namespace === ''
    ? everywhere
    : [...everywhere, ...(store.list('rolebindings', namespace) as readonly Binding[])]
}

/** Whether the user may use this verb on a non-resource path such as /metrics. */
export function mayAccess(api: Api, user: User, { verb, path }: { verb: string; path: string }): boolean {
  const covers = ({ verbs, nonResourceURLs = [] }: Rule): boolean =>
    has(verbs, verb) &&
    nonResourceURLs.some((url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))))
  return (
    isMaster(user) ||
    bindingsIn(api, '').some(
      (binding) =>
        binding.subjects?.some((subject) => matchesSubject(subject, user, binding)) &&
        rulesOf(api, binding).some(covers),
    )
  )
}

/** Throws Refusal 403 when RBAC does not allow the request. */
export function authorize(
  api: Api,
  { user, verb, target, query }: { user: User; verb: Verb; target: Target; query: Readonly<Record<string, string>> },
): void {
  const { kind, namespace, subresource = '' } = target
  const name =
    target.name ?? (verb === 'create' ? '' : (nameIn(parseFieldSelector(query['fieldSelector'], kind)) ?? ''))
  const own = kind.resource === 'namespaces' ? name : namespace
  const attributes = { verb, group: kind.group, resource: kind.resource, subresource, namespace: own, name }
  if (permissionOf(api, user, attributes).allowed) return
  const resource = subresource === '' ? kind.resource : `${kind.resource}/${subresource}`
  const where = own === '' ? 'at the cluster scope' : `in the namespace "${own}"`
  throw denied(
    subjectOf(kind, name),
    `User "${user.name}" cannot ${verb} resource "${resource}" in API group "${kind.group}" ${where}`,
  )
}

function matchesSubject({ kind, name, namespace }: Grantee, user: User, { metadata }: Binding): boolean {
  if (kind === 'Group') return groupsOf(user).includes(name)
  if (kind === 'User') return user.name === name
  return user.name === `system:serviceaccount:${namespace ?? metadata.namespace}:${name}`
}

/** Rules of the role of a binding; empty while the role does not exist. */
export function rulesOf({ store }: Api, { metadata, roleRef: { kind, name } }: Binding): readonly Rule[] {
  const role =
    kind === 'ClusterRole'
      ? store.get({ resource: 'clusterroles', namespace: '', name })
      : store.get({ resource: 'roles', namespace: metadata.namespace ?? '', name })
  return (role as Role | undefined)?.rules ?? []
}

const has = (list: readonly string[] | undefined, ...wanted: readonly string[]): boolean =>
  list?.some((each) => each === '*' || wanted.includes(each)) ?? false

/** `pods` does not cover `pods/resize`. RBAC has no `pods/*`, but it has a star before the slash (`*` + `/resize`). */
function covers({ verbs, apiGroups, resources, resourceNames = [] }: Rule, attributes: Attributes): boolean {
  const { verb, group, resource, subresource, name } = attributes
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
