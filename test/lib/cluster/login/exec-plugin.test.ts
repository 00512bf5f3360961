import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { connect } from '../../../../src/lib/connect/connect.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { patient } from '../http/rest-to.ts'

const tls = selfSigned()
const node = process.execPath

/** serverVersion, asked twice with credentials from this program. */
async function askWith(
  exec: object,
  { timeoutMs = 5_000, status = 200, headers = {}, signal = patient.signal, unattended = false } = {},
) {
  await using server = await startApiServer(() => ({ status, headers, body: { gitVersion: 'v1.36.3' } }), { tls })
  const kubeconfig = await server.kubeconfig({ exec: { apiVersion: 'client.authentication.k8s.io/v1', ...exec } })
  const { access } = await connect({ kubeconfig, userAgent: 'test', unattended })
  const limits = { signal, timeoutMs }
  const first = await access.serverVersion(limits).catch((error: unknown) => error)
  await access.serverVersion(limits).catch(() => {})
  return { first, sent: server.received.map(({ headers }) => headers.authorization) }
}

/** A plugin whose token is its process id and what it was told. */
const program = (status: string) => ({
  command: node,
  args: [
    '-e',
    `const told = JSON.parse(process.env.KUBERNETES_EXEC_INFO); console.log(JSON.stringify({status: ${status}}))`,
  ],
})

/** Is somebody at the terminal? Says so to the code under test, whoever runs it. */
function attend(stdin: boolean, stderr: boolean): void {
  process.stdin.isTTY = stdin
  process.stderr.isTTY = stderr
}
const { stdin, stderr } = process
const before = [stdin.isTTY, stderr.isTTY] as const
beforeEach(() => attend(false, false))
afterEach(() => attend(...before))

describe('a credential plugin', () => {
  test('is asked once while its token is valid', async () => {
    const { first, sent } = await askWith(program('{token: String(process.pid)}'))
    expect(first).toBe('v1.36.3')
    expect(sent[0]).toMatch(/^Bearer \d+$/)
    expect(sent[1]).toBe(sent[0])
  })

  test('is asked again after its token has expired', async () => {
    const { sent } = await askWith(program('{token: String(process.pid), expirationTimestamp: "2020-01-01T00:00:00Z"}'))
    expect(sent[1]).not.toBe(sent[0])
  })

  test.each<[what: string, serverAheadMs: number, again: boolean]>([
    ['is of this hour by the clock of the server, which is behind', -3_600_000, false],
    ['is of the last hour by the clock of the server, which is ahead', 3_600_000, true],
  ])('whose token %s', async (_what, serverAheadMs, again) => {
    const expires = (fromMs: number) => new Date(Date.now() + serverAheadMs + fromMs).toISOString()
    const headers = { date: new Date(Date.now() + serverAheadMs).toUTCString() }
    const expirationTimestamp = expires(again ? -600_000 : 600_000)
    const status = `{token: String(process.pid), expirationTimestamp: "${expirationTimestamp}"}`
    const { sent } = await askWith(program(status), { headers })
    expect(sent[1] !== sent[0]).toBe(again)
  })

  test('is asked again after its token was refused', async () => {
    const { sent } = await askWith(program('{token: String(process.pid)}'), { status: 401 })
    expect(sent[1]).not.toBe(sent[0])
  })

  test('is asked once by calls that come together', async () => {
    await using server = await startApiServer(() => ({ body: { gitVersion: 'v1.36.3' } }), { tls })
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', ...program('{token: String(process.pid)}') }
    const { access } = await connect({ kubeconfig: await server.kubeconfig({ exec }), userAgent: 'test' })
    await Promise.all([1, 2, 3].map(() => access.serverVersion(patient)))
    expect(new Set(server.received.map(({ headers }) => headers.authorization)).size).toBe(1)
  })

  test('goes on for those who still wait when the first one has given up', async () => {
    await using server = await startApiServer(() => ({ body: { gitVersion: 'v1.36.3' } }), { tls })
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', ...slow('t1') }
    const { access } = await connect({ kubeconfig: await server.kubeconfig({ exec }), userAgent: 'test' })
    const [hasty, other] = [
      { ...patient, timeoutMs: 500 },
      { ...patient, timeoutMs: 10_000 },
    ].map((limits) => access.serverVersion(limits).catch((error: unknown) => error))
    expect(await hasty).toMatchObject({ code: 'usage', fact: { reason: 'PluginTimedOut' } })
    expect(await other).toBe('v1.36.3')
  })

  test('is told the API version, and of the cluster when it wants to know', async () => {
    const exec = { ...program('{token: told.apiVersion + told.spec.cluster.server}'), provideClusterInfo: true }
    const { sent } = await askWith(exec)
    expect(sent[0]).toMatch(/^Bearer client.authentication.k8s.io\/v1https:\/\/127.0.0.1:\d+$/)
  })

  test.each([
    [
      'that is not installed',
      { command: 'no-such-plugin', installHint: 'get it' },
      { reason: 'PluginNotFound', installHint: 'get it' },
    ],
    ['that fails', { command: node, args: ['-e', 'process.exit(7)'] }, { reason: 'PluginFailed', exitCode: 7 }],
    ['that prints nonsense', { command: node, args: ['-e', 'console.log(1)'] }, { reason: 'PluginGaveNothing' }],
  ])('%s is a matter of the kubeconfig', async (_, exec, fact) => {
    const { first, sent } = await askWith(exec)
    expect(first).toMatchObject({ code: 'usage', fact: { ...fact, command: exec.command } })
    expect(sent).toEqual([])
  })

  test('that hangs is killed at the deadline, with its children', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'plugin-'))
    const file = join(folder.path, 'pid')
    const script = `
      const child = child_process.spawn('sleep', ['300'], { stdio: 'ignore' })
      fs.writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + child.pid)
      setInterval(() => {}, 1e6)`
    const { first } = await askWith({ command: node, args: ['-e', script] }, { timeoutMs: 1_000 })
    expect(first).toMatchObject({
      code: 'usage',
      fact: { reason: 'PluginTimedOut', command: node, attended: false },
    })
    const pids = (await readFile(file, 'utf8')).split(' ').map(Number)
    expect(pids).toHaveLength(2)
    while (pids.some(isAlive)) await new Promise((done) => setTimeout(done, 1))
  })

  const slow = (token: string) => ({
    command: node,
    args: ['-e', `setTimeout(() => console.log(JSON.stringify({status: {token: '${token}'}})), 1500)`],
    interactiveMode: 'Never',
  })

  test.each([
    ['on stdin', true, false],
    ['before a browser', false, true],
  ])('may keep a person %s busy for longer than a request', async (_, stdin, stderr) => {
    attend(stdin, stderr)
    const { first, sent } = await askWith(slow('t1'), { timeoutMs: 1_000 })
    expect({ first, sent }).toEqual({ first: 'v1.36.3', sent: ['Bearer t1', 'Bearer t1'] })
  })

  test('has no terminal and the time of one request when it runs unattended', async () => {
    attend(true, true)
    const { first } = await askWith(slow('t1'), { timeoutMs: 1_000, unattended: true })
    expect(first).toMatchObject({ code: 'usage', fact: { reason: 'PluginTimedOut' } })
    const told = { ...program('{token: String(told.spec.interactive)}'), interactiveMode: 'IfAvailable' }
    expect((await askWith(told, { unattended: true })).sent[0]).toBe('Bearer false')
  })

  test.each([true, false])('that requires a terminal is not run without one (unattended: %s)', async (unattended) => {
    attend(unattended, true)
    const exec = { ...program('{token: "t1"}'), interactiveMode: 'Always' }
    const { first, sent } = await askWith(exec, { unattended })
    expect(first).toMatchObject({ code: 'usage', fact: { reason: 'PluginNeedsTerminal', command: node } })
    expect(sent).toEqual([])
  })

  test('is interrupted, person or not', async () => {
    attend(true, true)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    const exec = { command: 'sleep', args: ['60'] }
    expect((await askWith(exec, { signal: controller.signal })).first).toMatchObject({ code: 'interrupted' })
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
