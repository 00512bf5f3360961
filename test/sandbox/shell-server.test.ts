import { readFile, stat } from 'node:fs/promises'
import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, test } from '@jest/globals'
import { serve } from '../../src/sandbox/shell/serve.ts'
import { ask, open } from './client.ts'
import { answer, StandIn } from './stand-in.ts'

describe('requests', () => {
  test('arrive decoded, with the body as it came', async () => {
    const cluster = new StandIn()
    await using sandbox = await serve(cluster)
    const body = '{"a": "ä"}'
    await ask(sandbox, '/api/v1/nodes/a%2Fb?limit=1&limit=2&x=y%20z', {
      method: 'PUT',
      headers: { accept: ['a/b', 'c/d'] },
      body,
    })
    expect(cluster.requests).toEqual([
      expect.objectContaining({
        method: 'PUT',
        path: '/api/v1/nodes/a/b',
        query: { limit: '1', x: 'y z' },
        headers: expect.objectContaining({ accept: 'a/b, c/d' }),
        body,
        user: { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
      }),
    ])
  })

  test.each([
    ['application/vnd.kubernetes.protobuf', true],
    ['Application/vnd.kubernetes.Protobuf; charset=utf-8', true],
    ['application/vnd.kubernetes.protobuf-2', false],
    ['application/json', false],
  ])('with a body of type %s have a decoder: %s', async (type, expected) => {
    const cluster = new StandIn()
    await using sandbox = await serve(cluster)
    const body = 'k8s\0\n\u000f\n\u0002v1\u0012\tConfigMap\u0012\u0005\n\u0003\n\u0001a'
    await ask(sandbox, '/api', { method: 'POST', headers: { 'content-type': type }, body })
    const arrived = cluster.requests[0]?.body
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    const decoded = typeof arrived === 'object' ? arrived.decode({ apiVersion: '', kind: '' }) : arrived
    expect(decoded).toEqual(expected ? { result: 'object', object } : body)
  })

  test('without a body have none', async () => {
    const cluster = new StandIn()
    await using sandbox = await serve(cluster)
    await ask(sandbox, '/version')
    expect(cluster.requests[0]).not.toHaveProperty('body')
  })

  test('are answered with status, headers and JSON', async () => {
    const reply = { kind: 'answer', status: 503, headers: { 'retry-after': '3' }, body: { kind: 'Status' } } as const
    await using sandbox = await serve(new StandIn(() => reply))
    const { status, headers, body } = await ask(sandbox, '/api')
    expect({ status, body }).toEqual({ status: 503, body: { kind: 'Status' } })
    expect(headers).toMatchObject({ 'retry-after': '3', 'content-type': 'application/json' })
  })

  test('are answered with text where the cluster has nothing but text to say', async () => {
    await using sandbox = await serve(new StandIn(() => answer('ok')))
    const response = await open(sandbox, '/healthz')
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await response.toArray()).toEqual(['ok'])
  })

  test.each([
    ['3 MiB arrive', 3 * 1024 * 1024, 200, undefined],
    ['a byte more does not', 3 * 1024 * 1024 + 1, 413, 'Request entity too large: limit is 3145728'],
  ])('%s', async (_, size, status, message) => {
    const cluster = new StandIn()
    await using sandbox = await serve(cluster)
    const reply = await ask(sandbox, '/api', { method: 'POST', body: 'x'.repeat(size) })
    expect({ status: reply.status, message: reply.body.message }).toEqual({ status, message })
    expect(cluster.requests).toHaveLength(status === 200 ? 1 : 0)
  })

  test('with a path that cannot be decoded are refused', async () => {
    await using sandbox = await serve(new StandIn())
    expect(await ask(sandbox, '/api/%zz')).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
  })

  test('that break the cluster are an internal error, and the server lives on', async () => {
    const cluster = new StandIn(({ path }) => {
      if (path === '/bad') throw new RangeError('oops')
      return answer({})
    })
    await using sandbox = await serve(cluster)
    const { status, body } = await ask(sandbox, '/bad')
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { reason: 'InternalError', message: 'Internal error occurred: RangeError: oops' },
    })
    expect(await ask(sandbox, '/good')).toMatchObject({ status: 200 })
  })

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a body that ends too early', 'POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
    ['plain text instead of TLS', undefined],
  ])('%s does no harm', async (_, text) => {
    await using sandbox = await serve(new StandIn())
    const port = Number(new URL(sandbox.url).port)
    const socket =
      text === undefined ? net.connect(port, '127.0.0.1') : tls.connect({ port, ca: sandbox.certificateAuthority })
    socket.on('error', () => undefined).end(text ?? 'GET / HTTP/1.1\r\n\r\n')
    await new Promise((closed) => socket.on('close', closed).resume())
    expect(await ask(sandbox, '/api')).toMatchObject({ status: 200 })
  })
})

describe('a running sandbox', () => {
  test('has a kubeconfig for the user alone, which goes when it closes', async () => {
    const sandbox = await serve(new StandIn())
    const { clusters, users } = JSON.parse(await readFile(sandbox.kubeconfig, 'utf8'))
    expect(clusters[0].cluster.server).toBe(sandbox.url)
    expect(users[0].user.token).toBe(sandbox.token)
    expect((await stat(sandbox.kubeconfig)).mode & 0o777).toBe(0o600)
    await sandbox.close()
    await expect(stat(sandbox.kubeconfig)).rejects.toThrow('ENOENT')
    await expect(ask(sandbox, '/api')).rejects.toThrow('ECONNREFUSED')
  })

  test('can be closed twice', async () => {
    const sandbox = await serve(new StandIn())
    await sandbox.close()
    await sandbox.close()
  })

  test('listens on loopback only', async () => {
    await using sandbox = await serve(new StandIn())
    expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  })
})
