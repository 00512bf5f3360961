import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { selfSigned } from '../support/certificate.ts'
import { attempt, expectFailure } from './attempt.ts'
import { serving } from './routes.ts'
import { emptyCluster } from './stored-document.ts'

describe('a certificate that does not fit is told, and no credential is sent', () => {
  const authority = (cert: string) => ({ 'certificate-authority-data': Buffer.from(cert).toString('base64') })
  const elsewhere = selfSigned({ host: 'kubernetes.example' })
  test.concurrent.each([
    [
      'signed by somebody unknown',
      selfSigned(),
      authority(elsewhere.cert),
      /its certificate is (self-signed|signed by an unknown authority)$/,
    ],
    ['for another name', elsewhere, {}, /its certificate is for another name$/],
    ['expired', selfSigned({ from: -2, until: -1 }), {}, /its certificate has expired$/],
  ])('%s', async (_name, tls, cluster, trouble) => {
    await using server = await startApiServer(serving(emptyCluster), { tls })
    const KUBECONFIG = await server.kubeconfig({ token: 'sesame' }, cluster)
    const ran = await attempt('kubeletcfg list', { env: { KUBECONFIG } })
    expectFailure(ran, { exit: 6, says: new RegExp(`^error: ${server.url} cannot be reached: ${trouble.source}`) })
    expect(server.received).toEqual([])
  })
})

/** Runs with a kubeconfig whose server is at this address. */
async function listFrom(address: string, flags = '') {
  await using server = await startApiServer(serving(emptyCluster))
  const KUBECONFIG = await server.kubeconfig({}, { server: address })
  return await attempt(`kubeletcfg list${flags}`, { env: { KUBECONFIG } })
}

describe('an address without an API server', () => {
  test.concurrent('where nobody listens', async () => {
    const says = 'error: http://127.0.0.1:1 cannot be reached: the connection was refused'
    expectFailure(await listFrom('http://127.0.0.1:1'), { exit: 6, says })
  })
  test.concurrent.each(['nonsense', 'ftp://127.0.0.1', ''])("that is no address: '%s'", async (address) => {
    expectFailure(await listFrom(address), { exit: 2, says: /^error: .*\bserver\b/ })
  })
  test.concurrent('that speaks no TLS', async () => {
    await using plain = await startApiServer(serving(emptyCluster))
    const ran = await listFrom(plain.url.replace('http:', 'https:'))
    expectFailure(ran, {
      exit: 6,
      says: /^error: https:\S+ cannot be reached: (it does not speak TLS|the TLS handshake failed)$/,
    })
  })
  test.concurrent('that accepts, and never says a word', async () => {
    await using silent: Server = createServer((socket) => void socket.on('error', () => undefined).resume()).listen(
      0,
      '127.0.0.1',
    )
    await once(silent, 'listening')
    const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const ran = await listFrom(address, ' --request-timeout 500ms')
    expectFailure(ran, { exit: 6, says: `error: ${address} did not answer in time` })
  })
})
