import { expect } from '@jest/globals'
import { good, make, pathOf } from './requests.ts'
import type { Subject } from './subject.ts'

export const group = 'rbac.authorization.k8s.io'

export interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** On resources of the core group. */
export const core = (resources: string, verbs: readonly string[], resourceNames?: readonly string[]): Rule => ({
  apiGroups: [''],
  resources: [resources],
  verbs,
  ...(resourceNames && { resourceNames }),
})

export const bindingOf = (kind: string, name: string, user: string) => ({
  roleRef: { apiGroup: group, kind, name },
  subjects: [{ apiGroup: group, kind: 'User', name: user }],
})

/** A user of the case's own, with a role in `default`. */
export async function userWith(subject: Subject, rules: readonly Rule[]): Promise<string> {
  const name = subject.name()
  await make(subject, pathOf('roles'), { metadata: { name }, rules })
  await make(subject, pathOf('rolebindings'), { metadata: { name }, ...bindingOf('Role', name, name) })
  return name
}

export async function userWithClusterRole(subject: Subject, rules: readonly Rule[]): Promise<string> {
  const name = subject.name()
  await make(subject, pathOf('clusterroles'), { metadata: { name }, rules })
  await make(subject, pathOf('clusterrolebindings'), { metadata: { name }, ...bindingOf('ClusterRole', name, name) })
  return name
}

/** Once the authorizer knows the new role. */
export async function eventuallyAllowed(subject: Subject, user: string, attributes: object): Promise<void> {
  await subject.eventually(async () => expect(await review(subject, user, attributes)).toMatchObject({ allowed: true }))
}

export async function review(subject: Subject, user: string, resourceAttributes: object): Promise<object> {
  const call = {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } },
    user,
  }
  return good(await subject.request<{ status: object }>(call)).status
}
