import { describe, expect, test } from '@jest/globals'
import type { Shape } from '../../../src/lib/kube/shape.ts'
import { type Reply, refusal, startApiServer } from '../../support/api-server.ts'
import { patient, restTo } from './rest-to.ts'

const get = { method: 'GET', path: '/api/v1/nodes' } as const
const post = { method: 'POST', path: '/api/v1/nodes', body: { secret: 'hush' } } as const

/** What a call comes to when the server gives these replies in turn, and the last one for ever. */
async function call(replies: readonly Reply[], request: typeof get | typeof post = get) {
  let index = 0
  await using server = await startApiServer(() => replies[Math.min(index++, replies.length - 1)])
  const rest = await restTo(server.url)
  const result = await rest.call(request, patient).catch((error: unknown) => error)
  return { result, url: server.url, asked: server.received.length }
}

const status = (code: number, reason: string, message: string, details = {}) =>
  refusal(code, reason, { message, details })

describe('what the server says', () => {
  test('a good answer is its body', async () => {
    expect(await call([{ body: { kind: 'NodeList' } }])).toMatchObject({ result: { kind: 'NodeList' }, asked: 1 })
  })

  test.each([
    [401, 'Unauthorized', 'Unauthorized', 'refused'],
    [403, 'Forbidden', 'nodes is forbidden: User "u" cannot list resource "nodes" in API group ""', 'refused'],
    [409, 'Conflict', 'the object has been modified', 'conflict'],
    [400, 'BadRequest', 'error decoding patch', 'invalid'],
    [413, 'RequestEntityTooLarge', 'limit is 3145728', 'invalid'],
    [422, 'Invalid', 'ConfigMap "c" is invalid', 'invalid'],
    [500, 'InternalError', 'etcd is sad', 'unreachable'],
    [503, 'ServiceUnavailable', 'not ready', 'unreachable'],
  ])('%d %s passes on its text as Failure', async (code, reason, message, failure) => {
    const { result, asked } = await call([status(code, reason, message)])
    expect(result).toMatchObject({ code: failure, message: expect.stringContaining(message) })
    expect(asked).toBe(1)
  })

  test('an object that a write names and that is not there is invalid', async () => {
    const { result } = await call([status(404, 'NotFound', 'namespaces "x" not found', { name: 'x' })], post)
    expect(result).toMatchObject({ code: 'invalid', message: 'namespaces "x" not found' })
  })

  test('a resource that the server does not know is refused', async () => {
    const { result } = await call([status(404, 'NotFound', 'the server could not find the requested resource')])
    expect(result).toMatchObject({ code: 'refused' })
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
    expect(result).toMatchObject({ code: 'refused', message, suggestions: [] })
  })

  test('each cause has a line of its own, once', async () => {
    const cause = (field: string, message: string) => ({ field, message })
    const causes = [cause('data', 'is bad'), cause('metadata.uid', 'is immutable'), cause('data', 'is bad')]
    const { result } = await call([status(422, 'Invalid', 'long', { name: 'c', kind: 'ConfigMap', causes })])
    expect(result).toMatchObject({
      message: 'ConfigMap "c" is invalid:\n  data: is bad\n  metadata.uid: is immutable',
    })
  })

  test('a code that nobody expects looks like the bug it is', async () => {
    const { result } = await call([status(415, 'UnsupportedMediaType', 'not that')])
    expect(result).not.toHaveProperty('code')
    expect(result).toMatchObject({ message: expect.stringMatching(/answered 415: not that$/) })
  })

  test('a text that quotes whole objects is cut', async () => {
    const { result } = await call([status(422, 'Invalid', 'x'.repeat(100_000))])
    expect(String(result).length).toBeLessThan(2100)
  })

  test('what was sent is not repeated', async () => {
    const { result } = await call([status(422, 'Invalid', 'no')], post)
    expect(JSON.stringify(result, Object.getOwnPropertyNames(result))).not.toContain('hush')
  })
})

describe('what is not an API server', () => {
  const html = { headers: { 'content-type': 'text/html' }, body: '<html>log in</html>' }

  test.each([200, 302, 403, 404, 502])('a page with status %d is a Failure without the page', async (code) => {
    const { result } = await call([{ status: code, ...html }])
    expect(result).toMatchObject({ code: code === 403 ? 'refused' : 'unreachable' })
    expect(String(result)).not.toContain('<html>')
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
      message: `${server.url} is not an API server: it answered something else`,
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

describe('trying again', () => {
  const good = { body: { kind: 'NodeList', items: [] } }
  const busy = { ...status(429, 'TooManyRequests', 'slow down'), headers: { 'retry-after': '0' } }
  const away = { ...status(503, 'ServiceUnavailable', 'starting'), headers: { 'retry-after': '0' } }

  test.each([
    ['a read after 429', [busy, good], get, 2],
    ['a write after 429', [busy, good], post, 2],
    ['a read after 503 with Retry-After', [away, away, good], get, 3],
  ] as const)('%s is tried again', async (_, replies, request, times) => {
    expect(await call(replies, request)).toMatchObject({ result: good.body, asked: times })
  })

  test('a write after 503 is not: it may have been done', async () => {
    expect(await call([away, good], post)).toMatchObject({ result: { code: 'unreachable' }, asked: 1 })
  })

  test('after a few tries it is over', async () => {
    const { result, asked } = await call([busy])
    expect(result).toMatchObject({ code: 'unreachable', message: expect.stringContaining('429: slow down') })
    expect(asked).toBe(4)
  })

  test('a pause that the deadline does not allow is not begun', async () => {
    const { result, asked } = await call([{ ...busy, headers: { 'retry-after': '3600' } }])
    expect(result).toMatchObject({ code: 'unreachable' })
    expect(asked).toBe(1)
  })

  test.each([
    ['GET', 'before the head', 4],
    ['GET', 'in the middle', 4],
    ['POST', 'before the head', 1],
  ] as const)('a %s reset %s is asked so often', async (method, when, times) => {
    await using server = await startApiServer((_, response) => {
      if (when === 'in the middle') response.writeHead(200, { 'content-length': 100 }).write('{"half')
      setImmediate(() => response.socket?.destroy())
      return undefined
    })
    const rest = await restTo(server.url)
    await expect(rest.call({ method, path: '/x' }, patient)).rejects.toMatchObject({
      code: 'unreachable',
      message: `${server.url} cannot be reached: the connection was reset`,
    })
    expect(server.received).toHaveLength(times)
  })
})

describe('deadlines and interruptions', () => {
  const silent = () => undefined

  test('a server that never answers is a timeout', async () => {
    await using server = await startApiServer(silent)
    const rest = await restTo(server.url)
    const limits = { ...patient, timeoutMs: 50 }
    await expect(rest.call(get, limits)).rejects.toMatchObject({
      code: 'timeout',
      message: `${server.url} did not answer in time`,
    })
  })

  test('a server that stops in the middle is a timeout', async () => {
    await using server = await startApiServer((_, response) => {
      response.writeHead(200).write('{')
      return undefined
    })
    const rest = await restTo(server.url, { requestTimeoutMs: 50 })
    await expect(rest.call(get, patient)).rejects.toMatchObject({ code: 'timeout' })
  })

  test('an abort while waiting interrupts', async () => {
    const controller = new AbortController()
    await using server = await startApiServer(() => {
      controller.abort()
      return undefined
    })
    const rest = await restTo(server.url)
    await expect(rest.call(get, { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
  })

  test('an abort between tries interrupts', async () => {
    const controller = new AbortController()
    await using server = await startApiServer(() => {
      setTimeout(() => controller.abort(), 20)
      return { ...status(429, 'TooManyRequests', ''), headers: { 'retry-after': '2' } }
    })
    const rest = await restTo(server.url)
    await expect(rest.call(get, { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
  })

  test('after an abort nothing is sent', async () => {
    await using server = await startApiServer(() => ({ body: { kind: 'NodeList' } }))
    const rest = await restTo(server.url)
    await expect(rest.call(get, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'interrupted' })
    expect(server.received).toHaveLength(0)
  })
})

test('connections are used again', async () => {
  await using server = await startApiServer(() => ({ body: { kind: 'NodeList' } }))
  const rest = await restTo(server.url)
  for (let i = 0; i < 3; i++) await rest.call(get, patient)
  expect(server.connections()).toBe(1)
})

test('each warning of the server is passed on once', async () => {
  const headers = { warning: '299 - "unknown field \\"x\\"", 299 - "old API", 299 - "old API"' }
  const texts: string[] = []
  await using server = await startApiServer(() => ({ headers, body: { kind: 'NodeList' } }))
  const rest = await restTo(server.url, { onWarning: (text) => texts.push(text) })
  await rest.call(get, patient)
  await rest.call(get, patient)
  expect(texts).toEqual(['unknown field "x"', 'old API'])
})
