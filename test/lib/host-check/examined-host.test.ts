import { existsSync } from 'node:fs'
import { afterEach, expect, test } from '@jest/globals'
import { examinedHost } from '../../../src/lib/host-check/examined-host.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { Failure } from '../../../src/lib/message/failure.ts'
import { documentOf } from '../kubelet/check/documents.ts'
import { hostFolder } from './host-folder.ts'
import { usual } from './usual-host.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 20_000 }
const { platform } = process
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }))

test.each([{ kind: 'here' }, { kind: 'root', path: '/' }] as const)('on another system: $kind', async (way) => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  const error: unknown = await examinedHost(way, limits).catch((thrown: unknown) => thrown)
  if (!(error instanceof Failure)) throw new Error('no Failure')
  expect([error.code, messageOf(error.fact)]).toEqual(['usage', '--host requires Linux, and this system is darwin'])
})

test('from another system, a command leads to a host of Linux', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  using host = await examinedHost({ kind: 'command', command: ['env'] }, limits)
  const checks = await host.checks({ document: await documentOf(''), release: '1.36' }, limits)
  expect(checks.length).toBeGreaterThan(5)
})

/** Only root may make a namespace. */
const unshare = ['unshare', '--fork', '--pid', '--kill-child', '--mount-proc'] as const
const inNamespace =
  process.getuid?.() === 0 ? unshare : (['unshare', '--user', '--map-root-user', ...unshare.slice(1)] as const)

test('a container without systemd is no host, and everything stays open', async () => {
  using host = await examinedHost({ kind: 'command', command: [...inNamespace] }, limits)
  const expected = existsSync('/run/systemd/system') ? undefined : { reason: 'HostBehindContainer' }
  expect(host.hidden).toEqual(expected)
  const checks = await host.checks({ document: await documentOf('cgroupRoot: /x'), release: '1.36' }, limits)
  const seen = checks.filter(({ outcome }) => outcome.kind !== 'notSeen').map(({ path }) => path)
  // Of every host: all addresses and loopback.
  if (expected !== undefined) expect(seen).toEqual(['address', 'healthzBindAddress'])
})

test('a root folder without processes: files are seen, and what is in /proc is not', async () => {
  const files = Object.entries(usual).filter(([name]) => !name.startsWith('proc/'))
  await using root = await hostFolder({ ...Object.fromEntries(files), 'proc/empty': '' })
  await root.socket('run/containerd/containerd.sock')
  using host = await examinedHost({ kind: 'root', path: root.path }, limits)
  const checks = await host.checks(
    { document: await documentOf('staticPodPath: /nope\nreservedSystemCPUs: "0"'), release: '1.36' },
    limits,
  )
  const of = (kind: string) => checks.filter(({ outcome }) => outcome.kind === kind).map(({ path }) => path)
  expect(of('notMet')).toEqual(expect.arrayContaining(['staticPodPath']))
  expect(of('met')).toEqual(expect.arrayContaining(['resolvConf', 'containerRuntimeEndpoint', 'reservedSystemCPUs']))
  expect(of('notSeen')).toEqual(expect.arrayContaining(['port', 'healthzPort', 'failSwapOn']))
})
