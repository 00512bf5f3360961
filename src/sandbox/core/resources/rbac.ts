import type { V1ClusterRole } from '@kubernetes/client-node'
import type { User } from '../../interface/request.ts'
import { type Binding, groupsOf, mayAccess, permissionOf, rulesOf } from '../access/authorize.ts'
import { otherWordsSince, type Release } from '../model/api.ts'
import { type KubeObject, sameJson } from '../model/object.ts'
import { denied, type FieldProblem, invalidValue, notImplemented } from '../model/refusal.ts'
import type { Strategy, Write } from '../model/strategy.ts'
import { bindingDefaults, bindingProblems, ruleProblems } from '../validate/rbac.ts'

type Rule = NonNullable<V1ClusterRole['rules']>[number]
type Role = KubeObject & Pick<V1ClusterRole, 'rules'>

/** Users can grant only permissions that they hold, unless they have the verb `escalate` (pkg/registry/rbac). */
export const roleStrategy: Partial<Strategy> = {
  defaults(object) {
    if ('aggregationRule' in object) throw notImplemented('aggregated cluster roles')
    return object
  },
  validate: (object, { api: { release } }) =>
    ((object as Role).rules ?? []).flatMap((rule, i) => ruleProblems(rule, `rules[${i}]`, release)),
  admit(object, write) {
    if (!isExempt(object, write, 'escalate')) checkHeld((object as Role).rules ?? [], object, write)
  },
}

export const bindingStrategy: Partial<Strategy> = {
  defaults: (object) => bindingDefaults(object as Binding),
  validate(object, { api: { release }, previous }) {
    const [now, before] = [(object as Binding).roleRef, (previous as Binding | undefined)?.roleRef]
    if (before !== undefined && !sameJson(now, before)) return [immutableRole(now, release)]
    return bindingProblems(object as Binding)
  },
  admit(object, write) {
    if (!isExempt(object, write, 'bind')) checkHeld(rulesOf(write.api, object as Binding), object, write)
  },
}

function immutableRole({ apiGroup, kind, name }: Binding['roleRef'], { minor }: Release): FieldProblem {
  // Printed as Kubernetes' own type is, which has no JSON names.
  const value = { APIGroup: apiGroup, Kind: kind, Name: name }
  return invalidValue('roleRef', value, minor < otherWordsSince ? 'cannot change roleRef' : 'field is immutable')
}

function isExempt(object: KubeObject, { api, user }: Write, verb: 'bind' | 'escalate'): boolean {
  const { namespace = '', name } = object.metadata
  const { roleRef } = object as Partial<Binding>
  const isClusterRole = (roleRef?.kind ?? object.kind) === 'ClusterRole'
  const resource = isClusterRole ? 'clusterroles' : 'roles'
  const group = 'rbac.authorization.k8s.io'
  const attributes = { verb, group, resource, subresource: '', namespace, name: roleRef?.name ?? name }
  return permissionOf(api, user, attributes).allowed
}

function checkHeld(rules: readonly Rule[], { metadata }: KubeObject, { api, user, subject }: Write): void {
  const missing = rules
    .flatMap(rightsOf)
    .filter(({ verb, thing }) =>
      'path' in thing
        ? !mayAccess(api, user, { verb, path: thing.path })
        : !permissionOf(api, user, { ...thing, verb, namespace: metadata.namespace ?? '' }).allowed,
    )
  if (missing.length === 0) return
  throw denied(
    subject,
    `user ${describeUser(user)} is attempting to grant RBAC permissions not currently held:\n${describeAll(missing)}`,
  )
}

type Thing =
  | { readonly path: string }
  | { readonly group: string; readonly resource: string; readonly subresource: string; readonly name: string }

interface Right {
  readonly verb: string
  readonly thing: Thing
}

/** Splits a rule into single rights. */
function rightsOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [''],
  nonResourceURLs = [],
}: Rule): Right[] {
  const paths = nonResourceURLs.map((path) => ({ path }))
  const things = apiGroups.flatMap((group) =>
    resources.flatMap((full) => {
      const [resource = '', subresource = ''] = full.split('/')
      return resourceNames.map((name) => ({ group, resource, subresource, name }))
    }),
  )
  return [...paths, ...things].flatMap((thing) => verbs.map((verb) => ({ verb, thing })))
}

/** One line for each thing with all missing verbs, sorted (component-helpers/auth/rbac/validation). */
function describeAll(missing: readonly Right[]): string {
  const byThing = Map.groupBy(missing, ({ thing }) => describeThing(thing))
  return [...byThing]
    .map(([thing, rights]) => `{${thing}, Verbs:${quoted(rights.map(({ verb }) => verb))}}`)
    .sort()
    .join('\n')
}

function describeThing(thing: Thing): string {
  if ('path' in thing) return `NonResourceURLs:${quoted([thing.path])}`
  const { group, resource, subresource, name } = thing
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const names = name === '' ? '' : `, ResourceNames:${quoted([name])}`
  return `APIGroups:${quoted([group])}, Resources:${quoted([full])}${names}`
}

const quoted = (texts: readonly string[] = []): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

const describeUser = (user: User): string => `${JSON.stringify(user.name)} (groups=${quoted(groupsOf(user))})`
