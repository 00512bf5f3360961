import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { unreachable } from '../../../src/lib/cluster/http/unreachable.ts'
import { connect } from '../../../src/lib/connect/connect.ts'
import { startApiServer } from '../../support/api-server.ts'
import { selfSigned } from '../../support/certificate.ts'
import { patient } from '../cluster/http/rest-to.ts'

/** What comes of a request through a proxy-url. */
async function askThrough(proxyUrl: string, limits = patient) {
  await using server = await startApiServer(() => ({ body: { gitVersion: 'v1' } }), { tls: selfSigned() })
  const kubeconfig = await server.kubeconfig({}, { 'proxy-url': proxyUrl })
  const cluster = await connect({ kubeconfig, userAgent: 'test' })
  const result = await cluster.access.serverVersion(limits).catch((error: unknown) => error)
  cluster.close()
  return { result, server: server.url }
}

/** The same through a SOCKS proxy of ours. */
async function askThroughSocks(onConnection: (socket: Socket) => void, { limits = patient, login = '' } = {}) {
  const sockets: Socket[] = []
  const proxy = createServer((socket) => {
    sockets.push(socket)
    onConnection(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const at = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const asked = await askThrough(`socks5://${login}${at}`, limits)
  for (const socket of sockets) socket.destroy()
  proxy.close()
  return { ...asked, url: `socks5://${at}` }
}

/** Answers the greeting, then the request. */
const saying =
  (...answers: readonly (readonly number[])[]) =>
  (socket: Socket): void => {
    let next = 0
    socket.on('data', () => socket.write(Buffer.from(answers[next++] ?? [])))
  }

describe('a SOCKS proxy', () => {
  test.each([
    ['closes at once', 'closed', (socket: Socket) => void socket.end()],
    ['closes in the middle', 'closed', (socket: Socket) => void socket.end(Buffer.from([5]))],
    ['speaks HTTP', 'notSocks', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['wants a login', 'loginRequired', saying([5, 255])],
    ['is refused by the server', 'connectionRefused', saying([5, 0], [5, 5, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['may not go there', 'notAllowed', saying([5, 0], [5, 2, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['fails', 'generalFailure', saying([5, 0], [5, 1, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['does not reach the network', 'networkUnreachable', saying([5, 0], [5, 3, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['does not reach the host', 'hostUnreachable', saying([5, 0], [5, 4, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['has too long a way', 'timeToLiveExpired', saying([5, 0], [5, 6, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['cannot connect', 'commandNotSupported', saying([5, 0], [5, 7, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['does not know such addresses', 'addressTypeNotSupported', saying([5, 0], [5, 8, 0, 1, 0, 0, 0, 0, 0, 0])],
    ['answers nonsense', 'generalFailure', saying([5, 0], [5, 99, 0, 1, 0, 0, 0, 0, 0, 0])],
  ])('that %s makes the server unreachable, and is named', async (_, problem, onConnection) => {
    const { result, url, server } = await askThroughSocks(onConnection)
    expect(result).toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ProxyRefused', subject: { kind: 'Proxy', name: url }, server, problem },
    })
  })

  test('that refuses the login is named without it', async () => {
    const { result, url } = await askThroughSocks(saying([5, 2], [1, 1]), { login: 'jane:sesame@' })
    expect(result).toMatchObject({ fact: { reason: 'ProxyRefused', subject: { name: url }, problem: 'loginRefused' } })
  })

  test('that hangs is waited for until the deadline', async () => {
    const { result } = await askThroughSocks(() => {}, { limits: { ...patient, timeoutMs: 100 } })
    expect(result).toMatchObject({ code: 'unreachable', fact: { reason: 'RequestTimedOut' } })
  })
})

/** serverVersion, asked through a proxy that answers a CONNECT so. */
async function askBehind(onConnect: (socket: Socket, address: string) => void, limits = patient) {
  const sockets: Socket[] = []
  const proxy = createHttpServer().on('connect', (request, socket: Socket) => {
    sockets.push(socket)
    onConnect(socket, request.url ?? '')
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { port } = proxy.address() as AddressInfo
  const { result } = await askThrough(`http://jane:sesame@127.0.0.1:${port}`, limits)
  for (const socket of sockets) socket.destroy()
  proxy.close()
  return result
}

describe('an HTTP proxy', () => {
  test('is gone through, certificate and all', async () => {
    const asked: string[] = []
    const result = await askBehind((socket, address) => {
      asked.push(address)
      const { hostname, port } = new URL(`http://${address}`)
      const target = connectSocket(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        target.pipe(socket).pipe(target)
      })
      target.on('error', () => socket.destroy())
    })
    expect(result).toBe('v1')
    expect(asked).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
  })

  test.each([
    ['forbids it', 'HTTP/1.1 403 Forbidden\r\n\r\n', 403],
    ['wants a login', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 407],
    ['does not get there', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', 502],
    ['hangs up', '', undefined],
    ['speaks something else', 'hello\r\n\r\n', undefined],
  ])('that %s makes the server unreachable, and is named', async (_, answer, status) => {
    expect(await askBehind((socket) => socket.end(answer))).toMatchObject({
      code: 'unreachable',
      fact: {
        reason: 'ProxyRefused',
        subject: { kind: 'Proxy', name: expect.stringMatching(/^http:\/\/127.0.0.1:\d+$/) },
        status,
      },
    })
  })

  test('that says nothing is waited for until the deadline', async () => {
    const limits = { ...patient, timeoutMs: 100 }
    expect(await askBehind(() => {}, limits)).toMatchObject({ code: 'unreachable' })
  })

  test('that says nothing can be interrupted', async () => {
    const controller = new AbortController()
    const result = await askBehind(() => controller.abort(), { signal: controller.signal })
    expect(result).toMatchObject({ code: 'interrupted' })
  })
})

describe('a proxy on a closed port', () => {
  test('of HTTP is named, without its password, and not the server', async () => {
    const { result } = await askThrough('http://jane:sesame@127.0.0.1:1')
    expect(result).toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ConnectionRefused', subject: { kind: 'Proxy', name: 'http://127.0.0.1:1' } },
    })
    expect(JSON.stringify((result as { fact: unknown }).fact)).not.toContain('sesame')
  })

  test('of SOCKS is named too', async () => {
    const { result } = await askThrough('socks5://jane:sesame@127.0.0.1:1')
    expect(result).toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ConnectionRefused', subject: { kind: 'Proxy', name: 'socks5://127.0.0.1:1' } },
    })
  })
})

test('a proxy with several addresses, all of them closed, is named', () => {
  const closed = { code: 'ECONNREFUSED', syscall: 'connect' }
  const errors = ['::1', '127.0.0.1'].map((address) => Object.assign(new Error('refused'), closed, { address }))
  const error = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' })
  expect(unreachable(error, { server: 'https://api', proxy: 'http://proxy:1' })).toMatchObject({
    fact: { reason: 'ConnectionRefused', subject: { kind: 'Proxy', name: 'http://proxy:1' } },
  })
  expect(unreachable(error, { server: 'https://api', proxy: undefined })).toMatchObject({
    fact: { reason: 'ConnectionRefused', subject: { kind: 'Server', name: 'https://api' } },
  })
})

test.each(['ftp://p:1', 'http://', 'nonsense'])('%s is no proxy', async (url) => {
  await expect(askThrough(url)).rejects.toMatchObject({ code: 'usage', fact: { reason: 'ProxyUnusable' } })
})

describe('the environment', () => {
  const { HTTPS_PROXY, NO_PROXY } = process.env
  const set = (values: Record<string, string | undefined>): void => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
  beforeEach(() => set({ HTTPS_PROXY: undefined, NO_PROXY: undefined }))
  afterEach(() => set({ HTTPS_PROXY, NO_PROXY }))

  /** No packet leaves this machine: 192.0.2.0/24 is for documentation, and the proxy is on a closed port. */
  async function askFar() {
    await using server = await startApiServer(() => ({ body: {} }))
    const kubeconfig = await server.kubeconfig({}, { server: 'https://192.0.2.1:6443' })
    const cluster = await connect({ kubeconfig, userAgent: 'test' })
    return cluster.access.serverVersion({ ...patient, timeoutMs: 2_000 }).catch((error: unknown) => error)
  }

  test.each([
    ['socks5://127.0.0.1:1', 'socks5://127.0.0.1:1'],
    ['127.0.0.1:1', 'http://127.0.0.1:1'],
  ])('with HTTPS_PROXY=%s is heeded', async (proxy, name) => {
    set({ HTTPS_PROXY: proxy })
    expect(await askFar()).toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ConnectionRefused', subject: { kind: 'Proxy', name } },
    })
  })

  test('a URL that cannot be parsed is refused, without its credentials', async () => {
    set({ HTTPS_PROXY: 'http://jane:sesame@127.0.0.1:99999' })
    await expect(askFar()).rejects.toMatchObject({
      code: 'usage',
      fact: { reason: 'ProxyUnusable', subject: { kind: 'Proxy', name: '127.0.0.1:99999' } },
    })
  })
})
