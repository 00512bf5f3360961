import { describe, expect, test } from '@jest/globals'
import { startApiServer } from '../../../support/api-server.ts'
import { InProcess } from '../../../support/in-process.ts'
import { call, get, post, review, status } from './call.ts'
import { patient, restTo } from './rest-to.ts'

const dryRun = { query: { dryRun: 'All' } }
const whoAmI = { ...post, path: '/apis/authentication.k8s.io/v1/selfsubjectreviews' }

describe('trying again', () => {
  const good = { body: { kind: 'NodeList', items: [] } }
  const busy = { ...status(429, 'TooManyRequests', 'slow down'), headers: { 'retry-after': '0' } }
  const away = { ...status(503, 'ServiceUnavailable', 'starting'), headers: { 'retry-after': '0' } }

  test.each([
    ['a read after 429', [busy, good], get, 2],
    ['a write after 429', [busy, good], post, 2],
    ['a read after 503 with Retry-After', [away, away, good], get, 3],
    ['an access review after 503', [away, away, good], review, 3],
    ['a review of the user after 503', [away, good], whoAmI, 2],
  ] as const)('%s is tried again', async (_, replies, request, times) => {
    expect(await call(replies, request)).toMatchObject({ result: good.body, asked: times })
  })

  test.each([
    ['a write', post],
    ['a dry run', { ...post, ...dryRun }],
  ] as const)('%s after 503 is not: it may have been done', async (_, request) => {
    expect(await call([away, good], request)).toMatchObject({ result: { code: 'unreachable' }, asked: 1 })
  })

  test.each([429, 500, 502, 503, 504])('a read after %d is tried until the deadline', async (code) => {
    using world = new InProcess({ requestTimeoutMs: 60_000 })
    const began = world.clock.now()
    world.mishap = () => {
      const body = status(code, 'Busy', 'slow down').body
      return world.clock.now() - began < 50_000 ? { kind: 'answer', status: code, body } : undefined
    }
    expect(await world.cluster.nodes.list({}, patient)).toHaveLength(3)
    expect(world.clock.now() - began).toBeGreaterThan(50_000)
  })

  test('when the deadline allows no other try, the last answer counts', async () => {
    using world = new InProcess({ requestTimeoutMs: 10_000 })
    const { body } = status(503, 'ServiceUnavailable', 'starting')
    world.mishap = () => ({ kind: 'answer', status: 503, body })
    await expect(world.cluster.nodes.list({}, patient)).rejects.toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ServerError', status: 503, serverMessage: 'starting' },
    })
    expect(world.sent.length).toBeLessThan(12)
  })

  test('when the deadline ends another read, the last answer counts', async () => {
    await using server = await startApiServer(() => (server.received.length === 1 ? away : undefined))
    const rest = await restTo(server.url)
    await expect(rest.call(get, { ...patient, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ServerError', status: 503, serverMessage: 'starting' },
    })
    expect(server.received).toHaveLength(2)
  })

  test('when it ends another write, nobody knows what was done', async () => {
    await using server = await startApiServer(() => (server.received.length === 1 ? busy : undefined))
    const rest = await restTo(server.url)
    await expect(rest.call(post, { ...patient, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'timeout',
      fact: { reason: 'RequestTimedOut' },
    })
  })

  test('nobody is asked sooner than the server wants', async () => {
    using world = new InProcess({ requestTimeoutMs: 60_000 })
    const began = world.clock.now()
    world.mishap = (_, index) =>
      index === 0 ? { kind: 'answer', status: 503, headers: { 'retry-after': '7' } } : undefined
    await world.cluster.nodes.list({}, patient)
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(7_000)
  })

  test('nor before the time that it names', async () => {
    using world = new InProcess({ requestTimeoutMs: 60_000 })
    const began = world.clock.now()
    const date = new Date(began + 7_000).toUTCString()
    world.mishap = (_, index) =>
      index === 0 ? { kind: 'answer', status: 503, headers: { 'retry-after': date } } : undefined
    await world.cluster.nodes.list({}, patient)
    expect(world.clock.now()).toBeGreaterThanOrEqual(Date.parse(date))
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
      fact: { reason: 'ConnectionReset', subject: { kind: 'Server', name: server.url } },
    })
    expect(server.received).toHaveLength(times)
  })
})

describe('deadlines and interruptions', () => {
  const silent = () => undefined

  test.each([
    ['a read', get, 'unreachable'],
    ['a write', post, 'timeout'],
    ['a removal', { ...post, method: 'DELETE' }, 'timeout'],
    ['a dry run', { ...post, ...dryRun }, 'unreachable'],
    ['a removal for show', { ...post, method: 'DELETE', body: { dryRun: ['All'] } }, 'unreachable'],
    ['a question about rights', review, 'unreachable'],
  ] as const)('a server that never answers %s', async (_name, asked, code) => {
    await using server = await startApiServer(silent)
    const rest = await restTo(server.url)
    const limits = { ...patient, timeoutMs: 50 }
    await expect(rest.call(asked, limits)).rejects.toMatchObject({
      code,
      fact: { reason: 'RequestTimedOut', subject: { kind: 'Server', name: server.url } },
    })
  })

  test('a server that stops in the middle is waited for as long', async () => {
    await using server = await startApiServer((_, response) => {
      response.writeHead(200).write('{')
      return undefined
    })
    const rest = await restTo(server.url, { requestTimeoutMs: 50 })
    await expect(rest.call(get, patient)).rejects.toMatchObject({ code: 'unreachable' })
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

  test('an abort in another try interrupts, whatever was answered before', async () => {
    const controller = new AbortController()
    await using server = await startApiServer(() => {
      if (server.received.length === 1) return { ...status(503, 'Busy', 'later'), headers: { 'retry-after': '0' } }
      controller.abort()
      return undefined
    })
    const rest = await restTo(server.url)
    await expect(rest.call(get, { signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted' })
    expect(server.received).toHaveLength(2)
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
