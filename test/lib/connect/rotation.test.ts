import { writeFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { expect, test } from '@jest/globals'
import { CredentialFiles } from '../../../src/lib/cluster/login/credential-files.ts'
import { keyPairOf } from '../../../src/lib/cluster/login/key-pair.ts'
import { connect } from '../../../src/lib/connect/connect.ts'
import { systemClock } from '../../../src/lib/machine/clock.ts'
import { startApiServer } from '../../support/api-server.ts'
import { type KeyPair, selfSigned } from '../../support/certificate.ts'
import { patient } from '../cluster/http/rest-to.ts'

/** The machine's clock, but for what is ahead on it. */
function clockAhead() {
  const ahead = { ms: 0 }
  return { ahead, clock: { ...systemClock, monotonic: () => systemClock.monotonic() + ahead.ms } }
}

const version = () => ({ body: { gitVersion: 'v1' } })

/** An API server that wants a certificate and remembers the serial numbers of those that it was shown. */
async function startMutual(tls: KeyPair) {
  const shown: string[] = []
  const server = https.createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    shown.push((request.socket as TLSSocket).getPeerCertificate().fingerprint256)
    response.end(JSON.stringify(version().body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `https://127.0.0.1:${port}`, shown, [Symbol.asyncDispose]: stop }
}

test('a client certificate that is renewed is used without a restart', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rotation-'))
  const tls = selfSigned()
  await using mutual = await startMutual(tls)
  await using server = await startApiServer(version)
  const at = (name: string) => join(folder.path, name)
  const put = ({ cert, key }: KeyPair) => Promise.all([writeFile(at('cert'), cert), writeFile(at('key'), key)])
  await put(selfSigned({ host: 'a.example' }))
  const kubeconfig = await server.kubeconfig(
    { 'client-certificate': at('cert'), 'client-key': at('key') },
    { server: mutual.url, 'certificate-authority-data': btoa(tls.cert) },
  )
  const { ahead, clock } = clockAhead()
  const cluster = await connect({ kubeconfig, clock, userAgent: 'test' })
  const ask = () => cluster.access.serverVersion(patient)
  await ask()
  await put(selfSigned({ host: 'b.example' }))
  await ask()
  expect(new Set(mutual.shown).size).toBe(1)
  ahead.ms += 10_000
  await ask()
  expect(new Set(mutual.shown).size).toBe(2)
  cluster.close()
})

test('whoever reads between a new certificate and its new key reads once more', async () => {
  const [before, after] = [selfSigned(), selfSigned()]
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rotation-'))
  const [cert, key] = ['cert', 'key'].map((name) => ({ file: join(folder.path, name) }))
  await writeFile(cert!.file, after.cert)
  await writeFile(key!.file, before.key)
  const files = new CredentialFiles(systemClock)
  const forget = files.forget.bind(files)
  files.forget = () => {
    writeFileSync(key!.file, after.key)
    forget()
  }
  expect(await keyPairOf({ cert: cert!, key: key! }, files)()).toEqual(after)
})

test('a certificate authority that is renewed is trusted without a restart', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rotation-'))
  const [before, after] = [selfSigned(), selfSigned()]
  await using one = await startApiServer(version, { tls: before })
  const authority = join(folder.path, 'ca')
  await writeFile(authority, before.cert)
  const data = { 'certificate-authority-data': undefined }
  const { ahead, clock } = clockAhead()
  const cluster = await connect({
    kubeconfig: await one.kubeconfig({}, { ...data, 'certificate-authority': authority }),
    clock,
    userAgent: 'test',
  })
  expect(await cluster.access.serverVersion(patient)).toBe('v1')
  await writeFile(authority, after.cert)
  ahead.ms += 10_000
  await expect(cluster.access.serverVersion(patient)).rejects.toMatchObject({ code: 'unreachable' })
  cluster.close()
})

test('a token that is refused is read again at once', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rotation-'))
  const tokenFile = join(folder.path, 'token')
  await writeFile(tokenFile, 'old')
  await using server = await startApiServer(
    ({ headers }) => (headers.authorization === 'Bearer new' ? version() : { status: 401 }),
    { tls: selfSigned() },
  )
  const cluster = await connect({ kubeconfig: await server.kubeconfig({ tokenFile }), userAgent: 'test' })
  await expect(cluster.access.serverVersion(patient)).rejects.toMatchObject({ code: 'refused' })
  await writeFile(tokenFile, 'new')
  expect(await cluster.access.serverVersion(patient)).toBe('v1')
  cluster.close()
})

test('a certificate and a key that do not match are a matter of the kubeconfig', async () => {
  const tls = selfSigned()
  await using server = await startApiServer(version, { tls })
  const [one, other] = [selfSigned(), selfSigned()]
  const user = { 'client-certificate-data': btoa(one.cert), 'client-key-data': btoa(other.key) }
  await expect(connect({ kubeconfig: await server.kubeconfig(user), userAgent: 'test' })).rejects.toMatchObject({
    code: 'usage',
    fact: { reason: 'ClientCertificateUnusable', problem: { kind: 'mismatch' } },
  })
})

test('a password in the kubeconfig is warned of', async () => {
  await using server = await startApiServer(version, { tls: selfSigned() })
  const warnings: unknown[] = []
  const kubeconfig = await server.kubeconfig({ username: 'u', password: 'hush' })
  const cluster = await connect({ kubeconfig, userAgent: 'test', onWarning: (fact) => warnings.push(fact) })
  expect(warnings).toEqual([{ reason: 'PasswordIgnored', user: 'test' }])
  cluster.close()
})
