import { expect } from '@jest/globals'
import { expectRefusal, pathOf, read } from '../requests.ts'
import type { Case } from '../subject.ts'

interface Resources {
  readonly resources: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly verbs: readonly string[]
  }[]
}

const collection = pathOf('configmaps')

const served: readonly (readonly [string, string, object])[] = [
  ['/api/v1', 'pods/resize', { kind: 'Pod', namespaced: true, verbs: ['get', 'patch', 'update'] }],
  [
    '/api/v1',
    'pods/eviction',
    { group: 'policy', version: 'v1', kind: 'Eviction', namespaced: true, verbs: ['create'] },
  ],
  ['/api/v1', 'configmaps', { kind: 'ConfigMap', namespaced: true }],
  ['/api/v1', 'nodes', { kind: 'Node', namespaced: false }],
  ['/apis/apps/v1', 'daemonsets', { kind: 'DaemonSet', namespaced: true }],
  ['/api/v1', 'events', { kind: 'Event', namespaced: true }],
  ['/apis/coordination.k8s.io/v1', 'leases', { kind: 'Lease', namespaced: true }],
  ['/apis/scheduling.k8s.io/v1', 'priorityclasses', { kind: 'PriorityClass', namespaced: false }],
  [
    '/apis/admissionregistration.k8s.io/v1',
    'validatingadmissionpolicies',
    { kind: 'ValidatingAdmissionPolicy', namespaced: false },
  ],
  ['/apis/rbac.authorization.k8s.io/v1', 'clusterroles', { kind: 'ClusterRole', namespaced: false }],
]

export const discovery: readonly Case[] = [
  ...served.map(
    ([path, name, resource]): Case => ({
      name: `discovery: ${path} has ${name}`,
      async run(subject) {
        const { resources } = await read<Resources>(subject, path)
        expect(resources.find((found) => found.name === name)).toMatchObject(resource)
      },
    }),
  ),
  {
    name: 'OpenAPI: kubectl may leave the validation of fields to the server',
    async run(subject) {
      const { paths } = await read<{ paths: Record<string, { serverRelativeURL: string }> }>(subject, '/openapi/v3')
      const [path = '', search] = paths['apis/apps/v1']!.serverRelativeURL.split('?')
      const query = Object.fromEntries(new URLSearchParams(search))
      const { body } = await subject.request<{ paths: object }>({ method: 'GET', path, query })
      expect(body.paths).toMatchObject({
        '/apis/apps/v1/namespaces/{namespace}/daemonsets/{name}': {
          patch: {
            parameters: expect.arrayContaining([expect.objectContaining({ name: 'fieldValidation', in: 'query' })]),
            'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'DaemonSet' },
          },
        },
      })
    },
  },
  {
    name: 'version: it tells major, minor and the whole',
    async run(subject) {
      expect(await read<object>(subject, '/version')).toMatchObject({
        major: '1',
        minor: expect.stringMatching(/^\d+$/),
        gitVersion: expect.stringMatching(/^v1\.\d+\.\d+/),
      })
    },
  },
  {
    name: 'a body that is no JSON is a bad request',
    async run(subject) {
      const reply = await subject.request({ method: 'POST', path: collection, body: '{"nonsense' })
      expect(reply).toMatchObject({ status: 400, body: { kind: 'Status', reason: 'BadRequest' } })
    },
  },
  {
    name: 'a method that a collection does not have is not allowed',
    async run(subject) {
      expectRefusal(await subject.request({ method: 'PUT', path: collection, body: {} }), {
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
      })
    },
  },
]
