import { execFileSync } from 'node:child_process'
import { link } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { generate } from 'selfsigned'
import { obstaclesOn } from '../../../src/lib/agent/host/machine/this-machine.ts'
import { folderView } from '../../../src/lib/host-check/folder-view.ts'
import { ShellSession } from '../../../src/lib/host-check/shell-session.ts'
import { shellView } from '../../../src/lib/host-check/shell-view.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { documentOf } from '../kubelet/check/documents.ts'
import { type HostFolder, hostFolder } from './host-folder.ts'
import { usual } from './usual-host.ts'

const files: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['own', 'other']) {
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], { keyType: 'ec' })
    files[`pki/${name}.crt`] = cert
    files[`pki/${name}.key`] = key
  }
  files['pki/both.pem'] = `${files['pki/own.crt']}${files['pki/own.key']}`
  files['pki/empty.pem'] = ''
  files['pki/garbage.pem'] = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
})

async function obstaclesOf(host: HostFolder, body: string): Promise<readonly string[]> {
  const document = await documentOf(`failCgroupV1: false\nenableServer: false\nhealthzPort: 0\n${body}`)
  return (await obstaclesOn(host.path, { document, release: '1.36', mainPid: 0 })).map(messageOf)
}

const pair = (cert: string, key: string): string => `tlsCertFile: /pki/${cert}\ntlsPrivateKeyFile: /pki/${key}`
const clientCa = (file: string): string => `authentication: {x509: {clientCAFile: /pki/${file}}}`

test.each<[body: string, obstacles: readonly string[]]>([
  [pair('own.crt', 'own.key'), []],
  [pair('both.pem', 'both.pem'), []],
  [
    pair('own.crt', 'other.key'),
    ["tlsPrivateKeyFile: the private key in '/pki/other.key' does not belong to the certificate in tlsCertFile"],
  ],
  [pair('own.crt', 'empty.pem'), ["tlsPrivateKeyFile: '/pki/empty.pem' does not have a private key in PEM"]],
  [pair('garbage.pem', 'own.key'), ["tlsCertFile: '/pki/garbage.pem' does not have a certificate in PEM"]],
  [
    `${pair('garbage.pem', 'own.key')}\nserverTLSBootstrap: true`,
    ["tlsCertFile: '/pki/garbage.pem' does not have a certificate in PEM"],
  ],
  [`${pair('garbage.pem', 'none.key')}\nserverTLSBootstrap: true`, []],
  [clientCa('own.crt'), []],
  [clientCa('own.key'), ["authentication.x509.clientCAFile: '/pki/own.key' does not have a certificate in PEM"]],
  [clientCa('empty.pem'), ["authentication.x509.clientCAFile: '/pki/empty.pem' does not have a certificate in PEM"]],
])('%s', async (body, expected) => {
  await using host = await hostFolder({ ...usual, ...files })
  await host.socket('run/containerd/containerd.sock')
  expect(await obstaclesOf(host, body)).toEqual(expected)
})

test('with a certificate that the API server has signed, the files are not opened', async () => {
  const signed = { 'var/lib/kubelet/pki/kubelet-server-current.pem': '' }
  await using host = await hostFolder({ ...usual, ...files, ...signed })
  await host.socket('run/containerd/containerd.sock')
  expect(await obstaclesOf(host, `${pair('garbage.pem', 'own.key')}\nserverTLSBootstrap: true`)).toEqual([])
})

test('a socket at which nobody listens any more', async () => {
  await using host = await hostFolder(usual)
  const path = await host.make('run/containerd/containerd.sock')
  const server = createServer().listen(`${path}.new`)
  await new Promise((resolve) => server.once('listening', resolve))
  await link(`${path}.new`, path)
  await new Promise((resolve) => server.close(resolve))
  expect(await obstaclesOf(host, '')).toEqual([
    "containerRuntimeEndpoint: no container runtime listens at '/run/containerd/containerd.sock'",
  ])
})

test('no file that a document names is opened unless it is a plain one that ends', async () => {
  await using host = await hostFolder({ ...usual, 'pki/large.crt': 'x'.repeat(2 ** 20 + 1) })
  await host.socket('run/containerd/containerd.sock')
  await host.socket('pki/socket')
  const pipe = await host.make('pki/pipe')
  execFileSync('mkfifo', [pipe])
  // A reader that waited for a writer would not come back.
  for (const name of ['pipe', 'socket'])
    expect(await obstaclesOf(host, clientCa(name))).toEqual([
      `authentication.x509.clientCAFile: '/pki/${name}' does not have a certificate in PEM`,
    ])
  expect(await obstaclesOf(host, clientCa('large.crt'))).toEqual([])
  await expect(folderView('/').document('/dev/zero')).resolves.toBe('')
  await expect(folderView('/').document('/proc/kmsg')).resolves.toBe('')
  await expect(folderView(host.path).document('/pki/large.crt')).rejects.toThrow('HostFileTooLarge')
})

test('behind a command, files are read as carefully, and private keys not at all', async () => {
  await using host = await hostFolder({ 'a.crt': 'text', 'empty.crt': '', 'large.crt': 'x'.repeat(2 ** 20 + 1) })
  const pipe = await host.make('pipe')
  execFileSync('mkfifo', [pipe])
  using session = new ShellSession(['env', 'LC_ALL=C'], { signal: new AbortController().signal, timeoutMs: 20_000 })
  const view = shellView(session)
  const read = (name: string) => view.document(join(host.path, name)).catch(({ fact }) => fact.reason)
  expect(await Promise.all(['a.crt', 'empty.crt', 'pipe', 'large.crt', 'none'].map(read))).toEqual([
    'text',
    '',
    '',
    'HostFileTooLarge',
    'HostPathUnreadable',
  ])
  await expect(view.document('/dev/zero')).resolves.toBe('')
  await expect(view.secret(join(host.path, 'a.crt'))).rejects.toThrow('HostKeyNotRead')
})
