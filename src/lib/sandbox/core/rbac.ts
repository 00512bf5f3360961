import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { User } from '../api.ts'
import { groupsOf, permissionOf, rulesOf } from './authorize.ts'
import { type KubeObject, sameJson } from './object.ts'
import { denied, invalidValue } from './refusal.ts'
import type { Strategy, Wish } from './strategy.ts'

type Rule = NonNullable<V1ClusterRole['rules']>[number]
type Role = KubeObject & Pick<V1ClusterRole, 'rules'>
type Binding = KubeObject & Pick<V1RoleBinding, 'roleRef' | 'subjects'>

/** Nobody grants what they do not have, unless they may `escalate` (pkg/registry/rbac). */
export const roleStrategy: Partial<Strategy> = {
  admit(object, wish) {
    if (!mayAnyway(object, wish, 'escalate')) checkHeld((object as Role).rules ?? [], object, wish)
  },
}

export const bindingStrategy: Partial<Strategy> = {
  validate(object, { previous }) {
    const [now, before] = [(object as Binding).roleRef, (previous as Binding | undefined)?.roleRef]
    return before === undefined || sameJson(now, before) ? [] : [invalidValue('roleRef', now, 'cannot change roleRef')]
  },
  admit(object, wish) {
    if (!mayAnyway(object, wish, 'bind')) checkHeld(rulesOf(wish.api, object as Binding), object, wish)
  },
}

function mayAnyway(object: KubeObject, { api, user }: Wish, verb: 'bind' | 'escalate'): boolean {
  const { namespace = '', name } = object.metadata
  const { roleRef } = object as Partial<Binding>
  const isClusterRole = (roleRef?.kind ?? object.kind) === 'ClusterRole'
  const resource = isClusterRole ? 'clusterroles' : 'roles'
  const group = 'rbac.authorization.k8s.io'
  const question = { verb, group, resource, subresource: '', namespace, name: roleRef?.name ?? name }
  return permissionOf(api, user, question).allowed
}

function checkHeld(rules: readonly Rule[], { metadata }: KubeObject, { api, user, subject }: Wish): void {
  const missing = rules.flatMap(apart).filter((rule) => {
    const [verb = '', group = '', full = '', name = ''] = [
      rule.verbs[0],
      rule.apiGroups?.[0],
      rule.resources?.[0],
      rule.resourceNames?.[0],
    ]
    const [resource = '', subresource = ''] = full.split('/')
    const question = { verb, group, resource, subresource, namespace: metadata.namespace ?? '', name }
    return !permissionOf(api, user, question).allowed
  })
  if (missing.length === 0) return
  throw denied(
    subject,
    `user ${describeUser(user)} is attempting to grant RBAC permissions not currently held:\n${missing.map(describeRule).join('\n')}`,
  )
}

/** One rule for each single thing that a rule allows. */
const apart = ({ verbs, apiGroups = [''], resources = [], resourceNames = [''] }: Rule): Rule[] =>
  apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      resourceNames.flatMap((name) =>
        verbs.map((verb) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames: name ? [name] : [],
        })),
      ),
    ),
  )

const quoted = (texts: readonly string[] = []): string => `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`

const describeUser = (user: User): string => `${JSON.stringify(user.name)} (groups=${quoted(groupsOf(user))})`

const describeRule = ({ apiGroups, resources, resourceNames = [], verbs }: Rule): string => {
  const names = resourceNames.length === 0 ? '' : `ResourceNames:${goList(resourceNames)}, `
  return `{APIGroups:${goList(apiGroups)}, Resources:${goList(resources)}, ${names}Verbs:${goList(verbs)}}`
}

const goList = (texts: readonly string[] = []): string => `[${texts.map((text) => JSON.stringify(text)).join(',')}]`
