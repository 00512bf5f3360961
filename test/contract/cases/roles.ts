import { expect } from '@jest/globals'
import { expectRefusal, make, pathOf } from '../requests.ts'
import type { Case } from '../subject.ts'
import { bindingOf, eventuallyAllowed, group, userWithClusterRole } from '../users.ts'

const kindOf = { clusterroles: 'ClusterRole', rolebindings: 'RoleBinding' } as const

const role = { apiGroup: group, kind: 'ClusterRole', name: 'view' }

const invalid: readonly (readonly [string, keyof typeof kindOf, object, string])[] = [
  [
    'a rule without verbs',
    'clusterroles',
    { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'rules[0].verbs: Required value',
  ],
  [
    'a rule without resources',
    'clusterroles',
    { rules: [{ apiGroups: [''], verbs: ['get'] }] },
    'rules[0].resources: Required value: resource rules must supply at least one resource',
  ],
  [
    'a rule without groups',
    'clusterroles',
    { rules: [{ resources: ['pods'], verbs: ['get'] }] },
    'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
  ],
  [
    'a binding of no role',
    'rolebindings',
    { subjects: [] },
    '[roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole", roleRef.name: Required value]',
  ],
  [
    'a binding to something else than people',
    'rolebindings',
    { roleRef: role, subjects: [{ kind: 'Robot', name: 'x' }] },
    'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
  ],
]

const rights = [
  { apiGroups: [''], resources: ['pods', 'pods/resize'], verbs: ['get', 'patch'] },
  { nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] },
]
const lacking = [
  '{APIGroups:[""], Resources:["pods"], Verbs:["get" "patch"]}',
  '{APIGroups:[""], Resources:["pods/resize"], Verbs:["get" "patch"]}',
  '{NonResourceURLs:["/logs/*"], Verbs:["get"]}',
  '{NonResourceURLs:["/metrics"], Verbs:["get"]}',
]

export const roles: readonly Case[] = [
  ...invalid.map(
    ([what, resource, content, problem]): Case => ({
      name: `rbac: ${what} is invalid`,
      async run(subject) {
        const name = subject.name()
        const body = { metadata: { name }, ...content }
        expectRefusal(await subject.request({ method: 'POST', path: pathOf(resource), body }), {
          code: 422,
          reason: 'Invalid',
          message: `${kindOf[resource]}.${group} "${name}" is invalid: ${problem}`,
        })
      },
    }),
  ),
  {
    name: 'rbac: nobody grants what they do not have, be it a resource or a path',
    async run(subject) {
      const user = await userWithClusterRole(subject, [
        { apiGroups: [group], resources: ['clusterroles'], verbs: ['create'] },
      ])
      await eventuallyAllowed(subject, user, { verb: 'create', group, resource: 'clusterroles' })
      const name = subject.name()
      const call = { method: 'POST', path: pathOf('clusterroles'), body: { metadata: { name }, rules: rights }, user }
      expectRefusal(await subject.request(call), {
        code: 403,
        reason: 'Forbidden',
        message: `clusterroles.${group} "${name}" is forbidden: user "${user}" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${lacking.join('\n')}`,
      })
    },
  },
  {
    name: 'rbac: a binding is told the group of its role and of its people',
    async run(subject) {
      const name = subject.name()
      const { apiGroup: _group, ...roleRef } = role
      const subjects = [
        { kind: 'User', name },
        { kind: 'ServiceAccount', name },
      ]
      const made = await make(subject, pathOf('rolebindings'), { metadata: { name }, roleRef, subjects })
      expect(made).toMatchObject({
        roleRef: role,
        subjects: [bindingOf('ClusterRole', 'view', name).subjects[0], { kind: 'ServiceAccount', name }],
      })
    },
  },
]
