import { describe, expect, test } from '@jest/globals'
import { admin, type Body, mergePatch, podOf, podsPath, startTalk } from '../talk.ts'

const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
const configMaps = '/api/v1/namespaces/default/configmaps'
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' }

describe('discovery', () => {
  test('lists what there is', () => {
    const { must } = startTalk()
    expect(must('GET', '/apis').groups.map(({ name }: Body) => name)).toEqual([
      'admissionregistration.k8s.io',
      'apps',
      'authentication.k8s.io',
      'authorization.k8s.io',
      'batch',
      'coordination.k8s.io',
      'policy',
      'rbac.authorization.k8s.io',
      'scheduling.k8s.io',
    ])
    const { resources } = must('GET', '/api/v1')
    expect(resources.find(({ name }: Body) => name === 'pods')).toMatchObject({ kind: 'Pod', shortNames: ['po'] })
  })

  test.each([
    ['1.32', false],
    ['1.33', true],
    ['v1.36.3', true],
  ])('of %s says of pods/resize: %s', (kubernetesVersion, expected) => {
    const { must, ask } = startTalk({ kubernetesVersion })
    const names: string[] = must('GET', '/api/v1').resources.map(({ name }: Body) => name)
    expect(names.includes('pods/resize')).toBe(expected)
    const { body } = ask('GET', `${podsPath('default', 'p')}/resize`)
    expect(body.details.name).toBe(expected ? 'p' : undefined)
  })

  test('tells the version', () => {
    const { must } = startTalk({ kubernetesVersion: 'v1.35.4' })
    expect(must('GET', '/version')).toMatchObject({ major: '1', minor: '35', gitVersion: 'v1.35.4' })
  })

  test('leads to an OpenAPI document for each group, and nowhere else', () => {
    const { ask, must } = startTalk()
    for (const { serverRelativeURL } of Object.values<Body>(must('GET', '/openapi/v3').paths))
      expect(must('GET', serverRelativeURL)).toMatchObject({ openapi: '3.0.0' })
    expect(must('GET', '/openapi/v2')).toBe('')
    expect(ask('GET', '/openapi/v3/apis/example.com/v1').status).toBe(404)
    expect(ask('POST', '/openapi/v3').status).toBe(405)
  })
})

describe('what the sandbox does not know', () => {
  test.each<[string, string, string, Parameters<ReturnType<typeof startTalk>['ask']>[2]]>([
    ['a path', 'GET', '/api/v1/namespaces/default/endpoints', {}],
    ['a kind of which there are none', 'POST', '/api/v1/namespaces/default/secrets', { body: {} }],
    ['a subresource', 'POST', `${podsPath('default', 'p')}/exec`, {}],
    ['a group', 'GET', '/apis/example.com/v1/things', {}],
    ['a parameter', 'GET', configMaps, { query: { shardSelector: 'x' } }],
    ['a review of a path', 'POST', reviews, { body: { spec: { nonResourceAttributes: { path: '/metrics' } } } }],
    ['a body in YAML', 'POST', configMaps, { body: 'kind: ConfigMap', contentType: 'application/yaml' }],
    ['an option of deletion', 'DELETE', `${configMaps}/x`, { body: { orphanDependents: true } }],
  ])('is refused loudly: %s', (_what, method, path, asked) => {
    const { ask, must } = startTalk()
    must('POST', configMaps, { body: { metadata: { name: 'x' } } })
    const { status, body } = ask(method, path, asked)
    expect(body).toMatchObject({
      reason: 'NotImplemented',
      message: expect.stringMatching(/^the sandbox does not implement/),
    })
    expect(status).toBe(501)
  })

  test.each(['persistentvolumeclaims', 'secrets', 'services'])('has no %s', (resource) => {
    const { ask, must } = startTalk()
    const path = `/api/v1/namespaces/default/${resource}`
    expect(must('GET', path).items).toEqual([])
    expect(ask('GET', `${path}/x`)).toMatchObject({ status: 404, body: { message: `${resource} "x" not found` } })
    const { resources } = must('GET', '/api/v1')
    expect(resources.find(({ name }: Body) => name === resource).verbs).toEqual(['get', 'list', 'watch'])
  })

  test('is not acceptable as an answer either', () => {
    expect(
      startTalk().ask('GET', configMaps, { headers: { accept: 'application/vnd.kubernetes.protobuf' } }).status,
    ).toBe(406)
  })
})

test('a method that a resource does not have is not allowed', () => {
  const { ask } = startTalk()
  expect(ask('PUT', configMaps).status).toBe(405)
  expect(ask('DELETE', `${podsPath('default', 'p')}/resize`).status).toBe(405)
})

describe('a table', () => {
  const rows = ({ columnDefinitions, rows }: Body): Body[] =>
    rows.map(({ cells }: Body) =>
      Object.fromEntries(columnDefinitions.map(({ name }: Body, i: number) => [name, cells[i]])),
    )

  test('shows pods and nodes as kubectl does', () => {
    const { must, sandbox } = startTalk()
    must('POST', podsPath('default'), { body: podOf('p', { cpu: '1' }, { nodeName: 'node-a' }) })
    sandbox.advance(65_000)
    expect(rows(must('GET', podsPath('default'), { headers: table }))).toEqual([
      expect.objectContaining({
        Name: 'p',
        Ready: '1/1',
        Status: 'Running',
        Restarts: '0',
        Age: '65s',
        Node: 'node-a',
      }),
    ])
    expect(rows(must('GET', '/api/v1/nodes/node-b', { headers: table }))).toEqual([
      expect.objectContaining({ Name: 'node-b', Status: 'Ready', Roles: '<none>', Version: 'v1.36.0' }),
    ])
  })

  test('has rows of a watch too', () => {
    const { must, sandbox } = startTalk()
    const reply = sandbox.handle({
      method: 'GET',
      path: configMaps,
      query: { watch: '1' },
      headers: table,
      user: admin,
    })
    const events: Body[] = []
    if (reply.kind === 'watch')
      reply.subscribe(
        (event) => events.push(event),
        () => {},
      )
    must('POST', configMaps, { body: { metadata: { name: 'x' } } })
    expect(events).toMatchObject([{ type: 'ADDED', object: { kind: 'Table', rows: [{ cells: ['x', 0, '0s'] }] } }])
  })

  test.each([
    ['None', undefined],
    ['Metadata', 'PartialObjectMetadata'],
    ['Object', 'ConfigMap'],
  ])('carries as much of its objects as is asked for: %s', (includeObject, kind) => {
    const { must } = startTalk()
    must('POST', configMaps, { body: { metadata: { name: 'x' } } })
    const body = must('GET', `${configMaps}/x`, { headers: table, query: { includeObject } })
    expect(body.rows[0].object?.kind).toBe(kind)
  })
})

test('503 is the answer to everything while the server is unavailable', () => {
  const { ask, sandbox } = startTalk()
  sandbox.unavailable(7)
  expect(ask('GET', '/version')).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
  sandbox.unavailable(undefined)
  expect(ask('GET', '/version').status).toBe(200)
})

test('an unknown field is dropped with a warning, or refused', () => {
  const { ask } = startTalk()
  const body = { metadata: { name: 'x' }, dataa: {} }
  const strict = ask('POST', configMaps, { body, query: { fieldValidation: 'Strict' } })
  expect(strict.body).toMatchObject({
    code: 400,
    message: expect.stringMatching(/strict decoding error: unknown field "dataa"$/),
  })
  const { headers, body: made } = ask('POST', configMaps, { body })
  expect(headers).toEqual({ warning: '299 - "unknown field \\"dataa\\""' })
  expect(made).not.toHaveProperty('dataa')
})

test('deletion holds only for what was read', () => {
  const { ask, must } = startTalk()
  const { metadata } = must('POST', configMaps, { body: { metadata: { name: 'x' } } })
  must('PATCH', `${configMaps}/x`, { body: { data: { a: 'b' } }, contentType: mergePatch })
  const { uid, resourceVersion } = metadata
  const remove = (preconditions: Body) => ask('DELETE', `${configMaps}/x`, { body: { preconditions } })
  expect(remove({ uid: 'another' }).body.reason).toBe('Conflict')
  expect(remove({ uid, resourceVersion }).body.reason).toBe('Conflict')
  expect(ask('DELETE', `${configMaps}/x`, { body: { preconditions: { uid }, dryRun: ['All'] } }).status).toBe(200)
  expect(remove({ uid }).body).toMatchObject({ status: 'Success', details: { name: 'x', kind: 'configmaps', uid } })
  expect(ask('GET', `${configMaps}/x`).status).toBe(404)
})

test('a finalizer holds an object until it is taken away', () => {
  const { ask, must } = startTalk()
  must('POST', configMaps, { body: { metadata: { name: 'x', finalizers: ['example.com/hold'] } } })
  expect(must('DELETE', `${configMaps}/x`).metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z')
  must('PATCH', `${configMaps}/x`, { body: { metadata: { finalizers: null } }, contentType: mergePatch })
  expect(ask('GET', `${configMaps}/x`).status).toBe(404)
})
