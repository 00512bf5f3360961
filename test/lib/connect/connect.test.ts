import { describe, expect, test } from '@jest/globals'
import { connect } from '../../../src/lib/connect/connect.ts'
import type { Limits } from '../../../src/lib/ports/limits.ts'
import { type ServerOptions, startApiServer } from '../../support/api-server.ts'
import { selfSigned } from '../../support/certificate.ts'
import { patient } from '../cluster/http/rest-to.ts'

const version = () => ({ body: { gitVersion: 'v1.36.3' } })
const as = { userAgent: 'test/1' }

interface Asked {
  readonly user?: object
  readonly cluster?: object
  readonly tls?: ServerOptions['tls']
  readonly options?: object
  readonly limits?: Limits
}

/** serverVersion, asked with such a user and such a cluster in the kubeconfig. */
async function ask({ limits = patient, ...fields }: Asked) {
  await using server = await startApiServer(version, fields.tls === undefined ? {} : { tls: fields.tls })
  const kubeconfig = await server.kubeconfig(fields.user, fields.cluster)
  const cluster = await connect({ ...as, kubeconfig, ...fields.options })
  const result = await cluster.access.serverVersion(limits).catch((error: unknown) => error)
  return { result, headers: server.received[0]?.headers }
}

describe('TLS', () => {
  test('a certificate of the authority in the kubeconfig is trusted', async () => {
    expect(await ask({ tls: selfSigned() })).toMatchObject({ result: 'v1.36.3' })
  })

  const ca = 'certificate-authority-data'
  test.each([
    ['expired', selfSigned({ from: -2, until: -1 }), {}, 'CertificateExpired'],
    ['not valid yet', selfSigned({ from: 1, until: 2 }), {}, 'CertificateNotYetValid'],
    ['for another name', selfSigned({ host: 'other.example' }), {}, 'CertificateNameMismatch'],
    ['self-signed', selfSigned(), { [ca]: undefined }, 'CertificateSelfSigned'],
    ['of another authority', selfSigned(), { [ca]: btoa(selfSigned().cert) }, 'CertificateSelfSigned'],
  ])('a certificate that is %s is unreachable', async (_, tls, cluster, reason) => {
    const { result } = await ask({ tls, cluster })
    expect(result).toMatchObject({
      code: 'unreachable',
      fact: { reason, subject: { kind: 'Server', name: expect.stringMatching(/^https:\/\/127.0.0.1:\d+$/) } },
    })
  })

  test.each(['garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'an authority that is no certificate is a fault of the kubeconfig: %j',
    async (text) => {
      await using server = await startApiServer(version, { tls: selfSigned() })
      const kubeconfig = await server.kubeconfig({}, { [ca]: btoa(text) })
      const failure = { code: 'usage', fact: { reason: 'CertificateAuthorityUnusable', path: undefined } }
      await expect(connect({ ...as, kubeconfig })).rejects.toMatchObject(failure)
    },
  )

  test('connections are used again', async () => {
    await using server = await startApiServer(version, { tls: selfSigned() })
    const cluster = await connect({ ...as, kubeconfig: await server.kubeconfig() })
    const sockets = []
    for (let time = 0; time < 3; time++) {
      await cluster.access.serverVersion(patient)
      sockets.push(server.connections())
    }
    expect(sockets).toEqual([1, 1, 1])
    cluster.close()
  })

  test('tls-server-name says which name is meant', async () => {
    const tls = selfSigned({ host: 'api.example' })
    expect(await ask({ tls, cluster: { 'tls-server-name': 'api.example' } })).toMatchObject({ result: 'v1.36.3' })
  })

  test('insecure-skip-tls-verify trusts anybody', async () => {
    const cluster = { [ca]: undefined, 'insecure-skip-tls-verify': true }
    expect(await ask({ tls: selfSigned(), cluster })).toMatchObject({ result: 'v1.36.3' })
  })

  test('https where http is spoken is unreachable', async () => {
    await using server = await startApiServer(version)
    const kubeconfig = await server.kubeconfig({}, { server: server.url.replace('http:', 'https:') })
    const cluster = await connect({ ...as, kubeconfig })
    await expect(cluster.access.serverVersion(patient)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('no server', () => {
  test.each(['10.0.0.1:6443', 'api', 'ftp://api'])('%s is not the URL of one', async (address) => {
    await using server = await startApiServer(version)
    const kubeconfig = await server.kubeconfig({}, { server: address })
    await expect(connect({ ...as, kubeconfig })).rejects.toMatchObject({
      code: 'usage',
      fact: { reason: 'ServerUrlInvalid', url: address },
    })
  })

  test('a closed port is refused', async () => {
    const server = await startApiServer(version)
    const cluster = await connect({ ...as, kubeconfig: await server.kubeconfig() })
    await server.close()
    await expect(cluster.access.serverVersion(patient)).rejects.toMatchObject({
      code: 'unreachable',
      fact: { reason: 'ConnectionRefused', subject: { kind: 'Server', name: server.url } },
    })
  })

  test('a name without an address is not found', async () => {
    const { result } = await ask({ cluster: { server: 'https://no-such-host.invalid' } })
    expect(result).toMatchObject({
      code: 'unreachable',
      fact: { reason: expect.stringMatching(/^(HostNotFound|DnsUnavailable)$/) },
    })
  })
})

describe('who we are', () => {
  const tls = selfSigned()

  test('a token is sent', async () => {
    expect(await ask({ tls, user: { token: 't0' } })).toMatchObject({ headers: { authorization: 'Bearer t0' } })
  })

  test('a name and a password are sent', async () => {
    const { headers } = await ask({ tls, user: { username: 'u', password: 'p' } })
    expect(headers).toMatchObject({ authorization: `Basic ${btoa('u:p')}` })
  })

  test('no secret goes over plain http', async () => {
    const { headers } = await ask({ user: { token: 't0' } })
    expect(headers).not.toHaveProperty('authorization')
  })

  test('the user agent is ours', async () => {
    expect((await ask({})).headers).toMatchObject({ 'user-agent': 'test/1' })
  })

  test('--as and its groups replace the ones of the kubeconfig', async () => {
    const user = { as: 'old', 'as-groups': ['old'], 'as-uid': '7' }
    const { headers } = await ask({ user, options: { as: 'jane', asGroups: ['a', 'b'] } })
    expect(headers).toMatchObject({ 'impersonate-user': 'jane', 'impersonate-group': 'a, b' })
    expect(headers).not.toHaveProperty('impersonate-uid')
  })

  test('--as-group goes with the user of the kubeconfig, and needs one', async () => {
    const options = { asGroups: ['a'] }
    const { headers } = await ask({ user: { as: 'jane', 'as-groups': ['old'] }, options })
    expect(headers).toMatchObject({ 'impersonate-user': 'jane', 'impersonate-group': 'a' })
    await expect(ask({ options })).rejects.toMatchObject({
      code: 'usage',
      fact: { reason: 'NobodyToImpersonate' },
    })
  })

  test('an auth provider goes through client-node', async () => {
    const config = { 'access-token': 'old-school', expiry: '2999-01-01T00:00:00Z' }
    const { headers } = await ask({ tls, user: { 'auth-provider': { name: 'gcp', config } } })
    expect(headers).toMatchObject({ authorization: 'Bearer old-school' })
  })
})
