import { expect, test } from '@jest/globals'
import { jsonPatch, mergePatch, startTalk, strategicPatch } from '../talk.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const rbac = '/apis/rbac.authorization.k8s.io/v1'
const binding = {
  metadata: { name: 'one' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
}

/** Of an API server of 1.36, and of 1.37, whose words test/contract holds to a real one. */
const words: readonly (readonly [
  what: string,
  ask: (talk: ReturnType<typeof startTalk>) => unknown,
  string,
  string,
])[] = [
  ...(
    [
      [jsonPatch, 'error decoding patch: unexpected end of JSON input'],
      [mergePatch, 'unexpected end of JSON input'],
      [strategicPatch, 'unexpected end of JSON input'],
    ] as const
  ).map(
    ([contentType, before]) =>
      [
        `a broken ${contentType}`,
        (talk: ReturnType<typeof startTalk>) => {
          talk.must('POST', configMaps, { body: { metadata: { name: 'one' } } })
          return talk.ask('PATCH', `${configMaps}/one`, { body: '[', contentType }).body
        },
        before,
        'invalid JSON patch',
      ] as const,
  ),
  [
    'a rule without verbs',
    ({ ask }) =>
      ask('POST', `${rbac}/clusterroles`, {
        body: { metadata: { name: 'one' }, rules: [{ apiGroups: [''], resources: ['pods'] }] },
      }).body,
    'rules[0].verbs: Required value: verbs must contain at least one value',
    'rules[0].verbs: Required value',
  ],
  [
    'another role of a binding',
    ({ ask, must }) => {
      const path = `${rbac}/clusterrolebindings`
      must('POST', path, { body: binding })
      const roleRef = { ...binding.roleRef, name: 'edit' }
      return ask('PUT', `${path}/one`, { body: { ...binding, roleRef } }).body
    },
    'cannot change roleRef',
    'field is immutable',
  ],
  [
    'a review that asks nothing',
    ({ ask }) => ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { body: { spec: {} } }).body,
    'spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    'spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
  ],
]

test.each(words)('%s is refused in the words of the release', (_, ask, before, after) => {
  const said = (kubernetesVersion: string): string =>
    (ask(startTalk({ kubernetesVersion })) as { message: string }).message
  expect(said('1.36')).toMatch(new RegExp(`(^|[: ])${RegExp.escape(before)}$`))
  expect(said('1.37')).toMatch(new RegExp(`(^|[: ])${RegExp.escape(after)}$`))
})
