import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { connectThroughSocks } from '../../../src/lib/cluster/http/socks.ts'
import { connect } from '../../../src/lib/connect/connect.ts'
import { startApiServer } from '../../support/api-server.ts'
import { selfSigned } from '../../support/certificate.ts'
import { patient } from '../cluster/http/rest-to.ts'

interface Seen {
  hops: number
  login: string | undefined
  /** After version, command and the reserved byte. */
  destination: Buffer | undefined
}

/** SOCKS 5 to loopback, with a password if the client offers one (RFC 1928, 1929); each of its answers byte by byte. */
async function startSocks() {
  const seen: Seen = { hops: 0, login: undefined, destination: undefined }
  const next = async (socket: Socket): Promise<Buffer> => (await once(socket, 'data'))[0]
  const answer = (socket: Socket, ...bytes: readonly number[]): void => {
    for (const byte of bytes) socket.write(Buffer.from([byte]))
  }
  const serve = async (client: Socket): Promise<void> => {
    const method = (await next(client)).includes(2, 2) ? 2 : 0
    answer(client, 5, method)
    if (method === 2) {
      seen.login = (await next(client)).toString('latin1')
      answer(client, 1, 0)
    }
    const request = await next(client)
    seen.hops++
    seen.destination = request.subarray(3)
    const target = connectSocket(request.readUInt16BE(request.length - 2), '127.0.0.1', () => {
      answer(client, 5, 0, 0, 3, 4, 97, 98, 99, 100, 0, 0)
      target.pipe(client).pipe(target)
    })
    target.on('error', () => client.destroy())
    client.on('close', () => target.destroy())
  }
  const server = createServer((client) => void serve(client.on('error', () => {}).setNoDelay()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { seen, at: `127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

test('a SOCKS proxy is gone through, with the certificate authority of the kubeconfig', async () => {
  using proxy = await startSocks()
  await using server = await startApiServer(() => ({ body: { gitVersion: 'v1.36.3' } }), { tls: selfSigned() })
  const kubeconfig = await server.kubeconfig({ token: 't0' }, { 'proxy-url': `socks5://${proxy.at}` })
  const cluster = await connect({ kubeconfig, userAgent: 'test' })
  for (let time = 0; time < 2; time++) expect(await cluster.access.serverVersion(patient)).toBe('v1.36.3')
  expect(proxy.seen.hops).toBe(1)
  expect(server.received[0]?.headers.authorization).toBe('Bearer t0')
  cluster.close()
})

test('so it is without TLS, with a login', async () => {
  using proxy = await startSocks()
  await using server = await startApiServer(() => ({ body: { gitVersion: 'v1.36.3' } }))
  const kubeconfig = await server.kubeconfig({}, { 'proxy-url': `socks5h://jane:s%40me@${proxy.at}` })
  const cluster = await connect({ kubeconfig, userAgent: 'test' })
  expect(await cluster.access.serverVersion(patient)).toBe('v1.36.3')
  expect(proxy.seen.login).toBe('\x01\x04jane\x04s@me')
  cluster.close()
})

test.each([
  ['a name, which the proxy looks up', 'api.example', Buffer.from('\x03\x0bapi.example')],
  ['an IPv4 address', '127.0.0.1', Buffer.from([1, 127, 0, 0, 1])],
  ['an IPv6 address', 'fd00::1:2', Buffer.from([4, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2])],
])('it is told %s', async (_, host, address) => {
  using proxy = await startSocks()
  await using server = await startApiServer(() => ({}))
  const port = Number(new URL(server.url).port)
  const socket = await connectThroughSocks(new URL(`socks5://${proxy.at}`), { host, port })
  socket.destroy()
  expect(proxy.seen.destination).toEqual(Buffer.concat([address, Buffer.from([port >> 8, port & 255])]))
})
