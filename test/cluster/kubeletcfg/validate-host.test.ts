import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { insideNode } from '../machine/enter.ts'
import { systemdOf } from '../machine/systemd.ts'
import { onNode } from '../node.ts'

const node = 'node-a'
const folder = mkdtempSync(join(tmpdir(), 'validate-host-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bin = join(import.meta.dirname, '..', '..', '..', 'bin', 'kubeletcfg.cjs')
const own = async (): Promise<string> => onNode(node, ['cat', '/var/lib/kubelet/config.yaml'])

/** Needs what the node does not have, beside what it has. */
const broken = `port: 10250
readOnlyPort: 22000
reservedSystemCPUs: 0,4095
staticPodPath: /no/such/folder`

interface Entry {
  readonly valid: boolean
  readonly findings: readonly { readonly message: string; readonly stage: string }[]
}

const listener = `require('net').createServer().listen(22000, '0.0.0.0', () => process.stdout.write('ready\\n'))`

/** On the node itself, behind a command that enters it, and with its root folder as a container has it. */
const ways = async (file: string): Promise<readonly unknown[]> => {
  const systemd = systemdOf(node)
  const text = await onNode(
    node,
    ['sh', '-c', `${process.execPath} ${bin} validate - --host -o json || true`],
    readFileSync(file, 'utf8'),
  )
  const elsewhere = [
    ['--host', '--', ...insideNode(systemd, [])],
    ['--host', '--root', `/proc/${systemd}/root`],
  ]
  const others = await Promise.all(elsewhere.map((args) => kubeletcfg(['validate', file, '-o', 'json', ...args])))
  return [text, ...others.map(({ stdout }) => stdout)].map((output) => {
    const [entry] = JSON.parse(output) as Entry[]
    // Of this host, not what any node would suffer from.
    const findings = entry?.findings.filter(({ stage }) => stage !== 'operation')
    return { ...entry, file: '', findings: findings?.map((found) => ({ ...found, file: '' })) }
  })
}

test('what the kubelet of a node runs with suits the node, with its ports in use by that kubelet', async () => {
  const file = join(folder, 'own.yaml')
  writeFileSync(file, await own())
  const all = (await ways(file)) as (Entry & { readonly onHost: object })[]
  for (const one of all) expect([one.valid, one.findings, one.onHost]).toEqual([true, [], all[0]?.onHost])
  expect(all[0]?.onHost).toMatchObject({ notMet: 0, notSeen: 0 })
})

test('every way to a node finds the same', async () => {
  const file = join(folder, 'broken.yaml')
  writeFileSync(file, withFields(await own(), broken))
  await onNode(node, ['systemd-run', '--unit=taken', process.execPath, '-e', listener])
  try {
    const until = `for i in $(seq 100); do grep -q ':55F0 ' /proc/net/tcp && exit 0; sleep 0.1; done; exit 1`
    await onNode(node, ['sh', '-c', until])
    const [here, ...others] = await ways(file)
    for (const other of others) expect(other).toEqual(here)
    const { findings } = here as Entry
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^port 22000 is in use by '\w+'$/),
      expect.stringContaining('not all of the CPUs 0,4095 are online'),
      "'/no/such/folder' does not exist on this host",
    ])
  } finally {
    await onNode(node, ['systemctl', 'stop', 'taken'])
  }
})

test('without the capabilities of root, nobody is blamed for a port in use', async () => {
  const file = '/var/lib/kubelet/config.yaml'
  const bare = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', process.execPath, bin, 'validate', file, '--host']
  const [entry] = JSON.parse(await onNode(node, [...bare, '-o', 'json'])) as Entry[]
  expect(entry?.valid).toBe(true)
  expect(entry?.findings.map(({ message }) => message)).toContain(
    'depends on the host, and could not be seen: port 10250 is in use, and no permission to see by which program',
  )
})
