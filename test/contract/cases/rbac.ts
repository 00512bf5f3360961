import { expect } from '@jest/globals'
import { parkedPod, resizeCall } from '../pods.ts'
import { absent, expectRefusal, good, make, pathOf } from '../requests.ts'
import type { Case } from '../subject.ts'
import { bindingOf, core, eventuallyAllowed, group, review, userWith, userWithClusterRole } from '../users.ts'

const cannot = (user: string, what: string, where = 'in the namespace "default"') =>
  `is forbidden: User "${user}" cannot ${what} in API group "" ${where}`

export const rbac: readonly Case[] = [
  {
    name: 'rbac: a user without a role may not read a ConfigMap, and is told what is missing',
    async run(subject) {
      const user = subject.name()
      expectRefusal(await subject.request({ method: 'GET', path: `${pathOf('configmaps')}/x`, user }), {
        code: 403,
        reason: 'Forbidden',
        message: `configmaps "x" ${cannot(user, 'get resource "configmaps"')}`,
        details: { name: 'x', kind: 'configmaps' },
      })
    },
  },
  {
    name: 'rbac: a list names no object, and a cluster-wide one no namespace',
    async run(subject) {
      const user = subject.name()
      expectRefusal(await subject.request({ method: 'GET', path: '/api/v1/nodes', user }), {
        code: 403,
        reason: 'Forbidden',
        message: `nodes ${cannot(user, 'list resource "nodes"', 'at the cluster scope')}`,
      })
    },
  },
  {
    name: 'rbac: it comes before the namespace, the object and its validity',
    async run(subject) {
      const user = subject.name()
      const path = await parkedPod(subject)
      expectRefusal(await subject.request({ ...resizeCall(path, { cpu: '-1' }), user }), {
        code: 403,
        reason: 'Forbidden',
        message: `pods "${path.split('/').at(-1)}" ${cannot(user, 'patch resource "pods/resize"')}`,
      })
    },
  },
  {
    name: 'rbac: patch of pods is not patch of pods/resize',
    async run(subject) {
      const user = await userWith(subject, [core('pods', ['*'])])
      const path = await parkedPod(subject)
      await eventuallyAllowed(subject, user, { namespace: 'default', verb: 'patch', resource: 'pods' })
      expect((await subject.request({ ...resizeCall(path, { cpu: '20m' }), user })).status).toBe(403)
    },
  },
  {
    name: 'rbac: patch of pods/resize is enough for a resize, but not for PUT or GET',
    async run(subject) {
      const user = await userWith(subject, [core('pods/resize', ['patch'])])
      const path = await parkedPod(subject)
      await subject.eventually(async () => good(await subject.request({ ...resizeCall(path, { cpu: '20m' }), user })))
      expect((await subject.request({ method: 'GET', path: `${path}/resize`, user })).status).toBe(403)
      expect((await subject.request({ method: 'PUT', path: `${path}/resize`, body: {}, user })).status).toBe(403)
    },
  },
  {
    name: 'rbac: a name in the rule is the only one',
    async run(subject) {
      const user = await userWith(subject, [core('configmaps', ['get', 'list', 'watch'], ['mine'])])
      await eventuallyAllowed(subject, user, {
        namespace: 'default',
        verb: 'get',
        resource: 'configmaps',
        name: 'mine',
      })
      const get = (name: string) => subject.request({ method: 'GET', path: `${pathOf('configmaps')}/${name}`, user })
      expectRefusal(await get('mine'), absent('configmaps', 'mine'))
      expect((await get('other')).status).toBe(403)
      const list = (query: Record<string, string>) =>
        subject.request({ method: 'GET', path: pathOf('configmaps'), query, user })
      expect((await list({ fieldSelector: 'metadata.name=mine' })).status).toBe(200)
      expect((await list({})).status).toBe(403)
    },
  },
  {
    name: 'rbac: a cluster role holds in every namespace and for nodes',
    async run(subject) {
      const user = await userWithClusterRole(subject, [core('nodes', ['get', 'list'])])
      await eventuallyAllowed(subject, user, { verb: 'list', resource: 'nodes' })
      expect((await subject.request({ method: 'GET', path: '/api/v1/nodes/node-a', user })).status).toBe(200)
      expect((await subject.request({ method: 'DELETE', path: '/api/v1/nodes/no-such-node', user })).status).toBe(403)
    },
  },
  ...['edit', 'admin', 'view'].map(
    (role): Case => ({
      name: `rbac: the role ${role} may not resize`,
      async run(subject) {
        const user = subject.name()
        await make(subject, pathOf('rolebindings'), {
          metadata: { name: user },
          ...bindingOf('ClusterRole', role, user),
        })
        await eventuallyAllowed(subject, user, { namespace: 'default', verb: 'list', resource: 'pods' })
        const attributes = { namespace: 'default', verb: 'patch', resource: 'pods', subresource: 'resize' }
        expect(await review(subject, user, attributes)).toMatchObject({ allowed: false })
      },
    }),
  ),
  {
    name: 'rbac: nobody grants what he does not have',
    async run(subject) {
      const user = await userWith(subject, [{ apiGroups: [group], resources: ['roles'], verbs: ['create'] }])
      await eventuallyAllowed(subject, user, { namespace: 'default', verb: 'create', group, resource: 'roles' })
      const name = subject.name()
      const body = { metadata: { name }, rules: [core('secrets', ['get'])] }
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('roles'), body, user }), {
        code: 403,
        reason: 'Forbidden',
        message: new RegExp(
          `roles.rbac.authorization.k8s.io "${name}" is forbidden: user "${user}" \\(groups=\\["system:authenticated"\\]\\) is attempting to grant RBAC permissions not currently held`,
        ),
      })
    },
  },
  {
    name: 'rbac: what a binding refers to cannot change',
    async run(subject) {
      const name = subject.name()
      const made = await make(subject, pathOf('rolebindings'), {
        metadata: { name },
        ...bindingOf('Role', 'one', name),
      })
      const body = { ...made, roleRef: { apiGroup: group, kind: 'Role', name: 'other' } }
      expectRefusal(await subject.request({ method: 'PUT', path: `${pathOf('rolebindings')}/${name}`, body }), {
        code: 422,
        reason: 'Invalid',
        message: `RoleBinding.${group} "${name}" is invalid: roleRef: Invalid value: {"APIGroup":"${group}","Kind":"Role","Name":"other"}: field is immutable`,
      })
    },
  },
]
