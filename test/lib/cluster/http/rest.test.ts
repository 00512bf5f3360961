import { describe, expect, test } from '@jest/globals'
import type { Shape } from '../../../../src/lib/cluster/http/shape.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { call, get, post, status } from './call.ts'
import { patient, restTo } from './rest-to.ts'

describe('what the server says', () => {
  test('a good answer is its body', async () => {
    expect(await call([{ body: { kind: 'NodeList' } }])).toMatchObject({ result: { kind: 'NodeList' }, asked: 1 })
  })

  test.each([
    [401, 'Unauthorized', 'Unauthorized', 'refused', 'LoginRefused'],
    [
      403,
      'Forbidden',
      'nodes is forbidden: User "u" cannot list resource "nodes" in API group ""',
      'refused',
      'AccessDenied',
    ],
    [409, 'Conflict', 'the object has been modified', 'conflict', 'WriteConflict'],
    [400, 'BadRequest', 'error decoding patch', 'invalid', 'ObjectRejected'],
    [413, 'RequestEntityTooLarge', 'limit is 3145728', 'invalid', 'ObjectRejected'],
    [422, 'Invalid', 'ConfigMap "c" is invalid', 'invalid', 'ObjectRejected'],
    [500, 'InternalError', 'etcd is sad', 'unreachable', 'ServerError'],
    [503, 'ServiceUnavailable', 'not ready', 'unreachable', 'ServerError'],
  ] as const)('%d %s passes on its text as Failure', async (code, reason, message, failure, fact) => {
    const { result, asked } = await call([status(code, reason, message)], post)
    expect(result).toMatchObject({ code: failure, fact: { reason: fact, serverMessage: message } })
    expect(asked).toBe(1)
  })

  test('an object that a write names and that is not there is invalid', async () => {
    const { result } = await call([status(404, 'NotFound', 'namespaces "x" not found', { name: 'x' })], post)
    expect(result).toMatchObject({
      code: 'invalid',
      fact: { reason: 'ObjectNotFound', subject: { name: 'x' }, serverMessage: 'namespaces "x" not found' },
    })
  })

  test('a resource that the server does not know is refused', async () => {
    const { result } = await call([status(404, 'NotFound', 'the server could not find the requested resource')])
    expect(result).toMatchObject({ code: 'refused', fact: { reason: 'ResourceNotServed' } })
  })

  test.each([
    [422, 'Invalid'],
    [401, 'Unauthorized'],
    [413, 'RequestEntityTooLarge'],
  ])('a policy that answers %d denies, and its words are enough', async (code, reason) => {
    const denial = "ValidatingAdmissionPolicy 'P' with binding 'B' denied request: no\nsuch thing"
    const message = `configmaps "c" is forbidden: ${denial}`
    const details = { name: 'c', kind: 'configmaps', causes: [{ message: denial }] }
    const { result } = await call([status(code, reason, message, details)], post)
    expect(result).toMatchObject({ code: 'refused', fact: { reason: 'DeniedByPolicy', serverMessage: message } })
  })

  test('the causes are passed on as they are', async () => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'metadata.uid', message: 'is immutable' }]
    const { result } = await call([status(422, 'Invalid', 'long', { name: 'c', kind: 'ConfigMap', causes })])
    expect(result).toMatchObject({ fact: { subject: { kind: 'ConfigMap', name: 'c' }, causes } })
  })

  test('a 403 says whether an authorizer denied it', async () => {
    const { result } = await call([status(403, 'Forbidden', 'pods "p" is forbidden: exceeded quota: q', { name: 'p' })])
    expect(result).toMatchObject({ fact: { reason: 'AccessDenied', byAuthorizer: false } })
  })

  test('a 400 to plain HTTP that is not of an API server: https is spoken there', async () => {
    const { result } = await call([{ status: 400, body: 'Client sent an HTTP request to an HTTPS server.' }])
    expect(result).toMatchObject({ code: 'unreachable', fact: { reason: 'HttpsExpected' } })
  })

  test('a code that nobody expects looks like the bug it is', async () => {
    const { result } = await call([status(415, 'UnsupportedMediaType', 'not that')])
    expect(result).not.toHaveProperty('code')
    expect(result).toMatchObject({ message: expect.stringMatching(/answered 415: not that$/) })
  })

  test('a text that quotes whole objects is cut', async () => {
    const { result } = await call([status(422, 'Invalid', 'x'.repeat(100_000))])
    expect((result as Failure).fact).toMatchObject({
      serverMessage: expect.stringMatching(/^x{2000}…$/),
    })
  })

  test('what was sent is not repeated', async () => {
    const { result } = await call([status(422, 'Invalid', 'no')], post)
    expect(JSON.stringify(result, Object.getOwnPropertyNames(result))).not.toContain('hush')
  })
})

describe('what is not an API server', () => {
  const html = { headers: { 'content-type': 'text/html' }, body: '<html>log in</html>' }

  test.each([200, 302, 403, 404, 502])('a page with status %d is a Failure without the page', async (code) => {
    const { result } = await call([{ status: code, ...html }], post)
    expect(result).toMatchObject({ code: code === 403 ? 'refused' : 'unreachable' })
    expect(JSON.stringify((result as Failure).fact)).not.toContain('<html>')
  })

  test.each<[shape: Shape, body: unknown]>([
    ['object', {}],
    ['object', []],
    ['object', '"text"'],
    ['object', 'null'],
    ['object', { kind: '' }],
    ['list', {}],
    ['list', { items: [] }],
    ['list', { kind: 'Node', items: [] }],
    ['list', { kind: 'NodeList' }],
    ['list', { kind: 'NodeList', items: [null] }],
    ['resources', { kind: 'APIResourceList' }],
    ['resources', { kind: 'NodeList', resources: [] }],
    ['version', { kind: 'Version' }],
  ])('JSON that is no %s of Kubernetes is one: %j', async (shape, body) => {
    await using server = await startApiServer(() => ({ body }))
    const rest = await restTo(server.url)
    await expect(rest.find({ ...get, shape }, patient)).rejects.toMatchObject({
      code: 'unreachable',
      fact: { reason: 'NotAnApiServer', subject: { kind: 'Server', name: server.url } },
    })
    expect(server.received).toHaveLength(1)
  })

  test('a watch that is answered with another good code is one', async () => {
    await using server = await startApiServer(() => ({ status: 201, body: { kind: 'NodeList' } }))
    const rest = await restTo(server.url)
    await expect(rest.open(get, patient)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('a 404 of a stranger is not absence', async () => {
    await using server = await startApiServer(() => ({ status: 404, body: '404 page not found' }))
    const rest = await restTo(server.url)
    await expect(rest.find(get, patient)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('an answer without end is cut off', async () => {
    await using server = await startApiServer(() => ({ body: { kind: 'x'.repeat(2000) } }))
    const rest = await restTo(server.url, { maxBytes: 1000 })
    await expect(rest.call(get, patient)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('absence', () => {
  test('an object that is not there is undefined', async () => {
    await using server = await startApiServer(() => status(404, 'NotFound', 'nodes "n" not found', { name: 'n' }))
    expect(await (await restTo(server.url)).find(get, patient)).toBeUndefined()
  })

  test('a refusal is not absence', async () => {
    await using server = await startApiServer(() => status(403, 'Forbidden', 'no'))
    await expect((await restTo(server.url)).find(get, patient)).rejects.toMatchObject({ code: 'refused' })
  })
})
