import { describe, expect, test } from '@jest/globals'
import { type Body, startTalk, type Talk } from '../talk.ts'

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const configMaps = '/api/v1/namespaces/default/configmaps'
const jane = { name: 'jane', groups: ['team'] }

/** A cluster in which jane may do what a rule says. */
function grant(rule: Body, { everywhere = false, subject = {} } = {}): Talk {
  const talk = startTalk()
  const kind = everywhere ? 'ClusterRole' : 'Role'
  const base = everywhere ? rbac : `${rbac}/namespaces/default`
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'r' }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane', ...subject }]
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'], ...rule }]
  talk.must('POST', `${base}/${kind.toLowerCase()}s`, { body: { metadata: { name: 'r' }, rules } })
  talk.must('POST', `${base}/${kind.toLowerCase()}bindings`, { body: { metadata: { name: 'b' }, roleRef, subjects } })
  talk.must('POST', configMaps, { body: { metadata: { name: 'x' } } })
  return talk
}

const status = ({ ask }: Talk, method: string, path: string, query = {}): number =>
  ask(method, path, { user: jane, query, ...(method === 'POST' && { body: { metadata: { name: 'new' } } }) }).status

describe('who has no right', () => {
  test.each([
    [
      'GET',
      `${configMaps}/x`,
      'configmaps "x" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      'GET',
      '/api/v1/nodes',
      'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
    ],
    [
      'DELETE',
      '/apis/apps/v1/namespaces/default/daemonsets/d',
      'daemonsets.apps "d" is forbidden: User "jane" cannot delete resource "daemonsets" in API group "apps" in the namespace "default"',
    ],
  ])('is refused %s %s in so many words', (method, path, message) => {
    expect(startTalk().ask(method, path, { user: jane }).body).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message,
    })
  })

  test('may ask who he is and what he may do, and what there is', () => {
    const { ask } = startTalk()
    const review = ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { user: jane, body: {} })
    expect(review.body.status.userInfo).toEqual({ username: 'jane', groups: ['team', 'system:authenticated'] })
    expect(ask('GET', '/api/v1', { user: jane }).status).toBe(200)
  })
})

describe('a rule', () => {
  test.each<[string, number, Body, string, string]>([
    ['of another verb', 403, { verbs: ['list'] }, 'GET', `${configMaps}/x`],
    ['of all verbs', 201, { verbs: ['*'] }, 'POST', configMaps],
    ['of all resources', 200, { resources: ['*'] }, 'GET', `${configMaps}/x`],
    ['of another group', 403, { apiGroups: ['apps'] }, 'GET', `${configMaps}/x`],
    ['of this name', 200, { resourceNames: ['x'] }, 'GET', `${configMaps}/x`],
    ['of another name', 403, { resourceNames: ['y'] }, 'GET', `${configMaps}/x`],
    ['of pods, for a part of them', 403, { resources: ['pods'] }, 'GET', '/api/v1/namespaces/default/pods/p/resize'],
    ['of pods/resize', 404, { resources: ['pods/resize'] }, 'GET', '/api/v1/namespaces/default/pods/p/resize'],
    ['of one namespace, for another', 403, {}, 'GET', '/api/v1/namespaces/kube-system/configmaps/x'],
  ])('%s is answered %d', (_what, expected, rule, method, path) => {
    expect(status(grant(rule), method, path)).toBe(expected)
  })

  test('with names covers a list that selects one by name', () => {
    const talk = grant({ verbs: ['list'], resourceNames: ['x'] })
    expect(status(talk, 'GET', configMaps)).toBe(403)
    expect(status(talk, 'GET', configMaps, { fieldSelector: 'metadata.name=x' })).toBe(200)
  })

  test.each([
    ['a group', { kind: 'Group', name: 'team' }],
    ['everybody', { kind: 'Group', name: 'system:authenticated' }],
  ])('reaches %s', (_whom, subject) => {
    expect(status(grant({}, { everywhere: true, subject }), 'GET', `${configMaps}/x`)).toBe(200)
  })

  test('reaches a service account', () => {
    const talk = grant({}, { subject: { apiGroup: '', kind: 'ServiceAccount', name: 'bot', namespace: 'kube-system' } })
    const user = { name: 'system:serviceaccount:kube-system:bot', groups: [] }
    expect(talk.ask('GET', `${configMaps}/x`, { user }).status).toBe(200)
  })
})

test.each([
  [
    'what the role allows',
    { verb: 'get', resource: 'configmaps', namespace: 'default' },
    { allowed: true, reason: 'RBAC: allowed by RoleBinding "b/default" of Role "r" to User "jane"' },
  ],
  ['another verb', { verb: 'list', resource: 'configmaps', namespace: 'default' }, { allowed: false }],
  ['all namespaces', { verb: 'get', resource: 'configmaps' }, { allowed: false }],
])('a review answers for %s', (_what, resourceAttributes, expected) => {
  const { ask } = grant({})
  const body = { spec: { resourceAttributes } }
  const reply = ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { user: jane, body })
  expect(reply).toMatchObject({ status: 201, body: { status: expected } })
})
