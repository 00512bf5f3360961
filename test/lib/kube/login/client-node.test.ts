import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net'
import { expect, test } from '@jest/globals'
import { connect } from '../../../../src/lib/kube/connect.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { patient } from '../http/rest-to.ts'

/** SOCKS 5 without a password, to loopback only (RFC 1928). */
const socks = (onHop: () => void): Server =>
  createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write(Buffer.from([5, 0]))
      client.once('data', (request: Buffer) => {
        onHop()
        const target = connectSocket(request.readUInt16BE(request.length - 2), '127.0.0.1', () => {
          client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
          target.pipe(client).pipe(target)
        })
        target.on('error', () => client.destroy())
      })
    })
  })

test('a SOCKS proxy is gone through, with the certificate authority of the kubeconfig', async () => {
  let hops = 0
  const proxy = socks(() => hops++)
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  await using server = await startApiServer(() => ({ body: { gitVersion: 'v1.36.3' } }), { tls: selfSigned() })
  const proxyUrl = `socks5://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const kubeconfig = await server.kubeconfig({ token: 't0' }, { 'proxy-url': proxyUrl })
  const { access } = await connect({ kubeconfig, userAgent: 'test' })
  const version = await access.serverVersion(patient)
  proxy.close()
  expect(version).toBe('v1.36.3')
  expect(hops).toBe(1)
  expect(server.received[0]?.headers.authorization).toBe('Bearer t0')
})

test('an auth provider that has nothing to give is a matter of the kubeconfig', async () => {
  await using server = await startApiServer(() => ({ body: {} }), { tls: selfSigned() })
  const kubeconfig = await server.kubeconfig({ 'auth-provider': { name: 'gcp', config: {} } })
  const { access } = await connect({ kubeconfig, userAgent: 'test' })
  await expect(access.serverVersion(patient)).rejects.toMatchObject({
    code: 'usage',
    fact: { reason: 'AuthProviderFailed', provider: 'gcp' },
  })
})
