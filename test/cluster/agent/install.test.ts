import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agentUnitPath, dropInFolder } from '../../../src/lib/agent/installation/places.ts'
import { readExposition } from '../../support/exposition.ts'
import { kubeletcfg } from '../commands.ts'
import { cutNetwork, restoreNetwork } from '../faults/network.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { until } from '../until.ts'
import { executable } from './executable.ts'
import { listing } from './listing.ts'

/** Of an administrator. */
const kubeconfig = '/run/admin.conf'
const unit = 'kubeletcfg-agent.service'

let node: string
let plain: string
let program: string
let before: string

beforeAll(async () => {
  const [kubeadm, other] = await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode()])
  node = kubeadm.name
  plain = other.name
  program = await executable()
  for (const name of [node, plain])
    await writeOnNode(name, kubeconfig, await readFile(process.env['KUBECONFIG'] ?? '', 'utf8'))
  before = await listing(node)
}, 180_000)

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: await manifests() })
  await removeNodes()
})

const manifests = async (): Promise<string> =>
  (await kubeletcfg(['agent', 'manifests', '--node', node, '--node', plain])).stdout

interface Ran {
  readonly output: string
  readonly exit: number
}

/** Runs the executable on a node. */
async function agent(name: string, ...args: readonly string[]): Promise<Ran> {
  const script = '"$@" 2>&1; echo "exit=$?"'
  const text = await onNode(name, ['sh', '-c', script, 'sh', program, 'agent', ...args])
  const [, output = '', exit] = /^([\s\S]*)exit=(\d+)\n$/.exec(text) ?? []
  return { output, exit: Number(exit) }
}

const install = (name: string, ...flags: readonly string[]): Promise<Ran> =>
  agent(name, 'install', `--kubeconfig=${kubeconfig}`, '--yes', ...flags)

const pidOf = (name: string, of: string): Promise<string> =>
  onNode(name, ['systemctl', 'show', '--property=MainPID', '--value', of])

test('without rights in the cluster, everything is undone', async () => {
  const { output, exit } = await install(node)
  expect(output).toContain('nothing was changed: what was done is undone')
  expect(exit).toBe(3)
  expect(await listing(node)).toBe(before)
})

test('a dry run prints files and commands, and changes nothing', async () => {
  await kubectl(['apply', '--filename=-'], { input: await manifests() })
  const { output, exit } = await install(node, '--dry-run=client')
  expect(exit).toBe(0)
  expect(output).toContain(`create ${agentUnitPath} (0644)`)
  expect(output).toContain('+NotifyAccess=all')
  expect(output).toContain('run systemctl daemon-reload')
  expect(output).not.toMatch(/eyJ/)
  expect(await listing(node)).toBe(before)
})

test('what a killed installation has left is completed', async () => {
  for (const seconds of ['0.6', '1', '1.4', '1.8', '2.2']) {
    const words = [
      'timeout',
      '--signal=KILL',
      seconds,
      program,
      'agent',
      'install',
      `--kubeconfig=${kubeconfig}`,
      '--yes',
    ]
    await onNode(node, ['sh', '-c', '"$@" >/dev/null 2>&1 || true', 'sh', ...words])
    expect(await onNode(node, ['systemctl', 'is-active', 'kubelet'])).toBe('active\n')
  }
  const kubelet = await pidOf(node, 'kubelet')
  const { output, exit } = await install(node)
  expect([exit, output]).toEqual([0, expect.any(String)])
  expect(await install(node)).toMatchObject({ exit: 0, output: expect.stringContaining('unchanged') })
  expect(await pidOf(node, 'kubelet')).toBe(kubelet)
}, 240_000)

test('the agent serves metrics and its health on loopback', async () => {
  const get = (path: string) => onNode(node, ['curl', '--silent', '--max-time', '5', `http://127.0.0.1:10247${path}`])
  await until(async () => (await get('/metrics')).includes('kubelet_node_config_active'), 'no metrics')
  const active = readExposition(await get('/metrics')).get('kubelet_node_config_active')
  expect([...(active?.series ?? [])]).toEqual([['node_config_source="local"', 1]])
  expect(await get('/healthz')).toBe('ok\n')
})

test('a service that still starts is completed, and not taken for another agent', async () => {
  const dropIn = `${dropInFolder(unit)}/slow.conf`
  await writeOnNode(node, dropIn, '[Service]\nExecStartPost=/bin/sleep 8\n')
  await onNode(node, ['systemctl', 'daemon-reload'])
  await onNode(node, ['systemctl', 'restart', '--no-block', unit])
  const state = () => onNode(node, ['systemctl', 'show', '--property=ActiveState,SubState', unit])
  await until(async () => (await state()).includes('start-post'), 'it does not start')
  const { output, exit } = await install(node)
  expect([exit, output]).toEqual([0, expect.any(String)])
  await onNode(node, ['rm', '-r', dropInFolder(unit)])
  await onNode(node, ['systemctl', 'daemon-reload'])
}, 60_000)

test('its watchdog replaces an agent that hangs, and no other', async () => {
  const dropIn = `${dropInFolder(unit)}/watchdog.conf`
  await writeOnNode(node, dropIn, '[Service]\nWatchdogSec=3\n')
  await onNode(node, ['systemctl', 'daemon-reload'])
  await onNode(node, ['systemctl', 'restart', unit])
  const pid = await pidOf(node, unit)
  await onNode(node, ['sleep', '7'])
  expect(await pidOf(node, unit)).toBe(pid)
  await onNode(node, ['kill', '-STOP', pid.trim()])
  await until(async () => !['0\n', pid].includes(await pidOf(node, unit)), 'the agent still hangs')
  await onNode(node, ['rm', '-r', dropInFolder(unit)])
}, 60_000)

test('an agent whose files are those of another program is not installed', async () => {
  await writeOnNode(plain, agentUnitPath, '[Service]\nExecStart=/bin/true\n')
  const there = await listing(plain)
  const { output, exit } = await install(plain)
  expect(output).toContain(`${agentUnitPath} is there already`)
  expect(exit).toBe(5)
  expect(await listing(plain)).toBe(there)
  await onNode(plain, ['rm', agentUnitPath])
})

test('a node is never taken for another one', async () => {
  const { output, exit } = await install(plain, `--node-name=${node}`)
  expect(output).toContain(`the kubelet of this machine is node/${plain}`)
  expect(exit).toBe(5)
})

test('the agent is removed without an API server, too, and leaves nothing', async () => {
  const kubelet = await pidOf(node, 'kubelet')
  await cutNetwork(node)
  const { output, exit } = await agent(node, 'uninstall', '--yes', '--request-timeout=3s')
  await restoreNetwork(node)
  expect(output).toContain('still has the condition and the annotation')
  expect(exit).toBe(0)
  expect(await pidOf(node, 'kubelet')).toBe(kubelet)
  expect(await listing(node)).toBe(before)
  expect(await agent(node, 'uninstall', '--yes')).toMatchObject({ output: 'warning: no agent is installed\n', exit: 0 })
}, 60_000)

test('without a drop-in for its flag, the file of the kubelet itself is used, and comes back', async () => {
  const there = await listing(plain)
  expect(await install(plain, '--apply-mode=file')).toMatchObject({ exit: 0 })
  expect(await agent(plain, 'uninstall', '--yes')).toMatchObject({ exit: 0 })
  expect(await listing(plain)).toBe(there)
  const { metadata, status } = await kubectlJson<{
    metadata: { annotations: Record<string, string> }
    status: { conditions: readonly { type: string }[] }
  }>(['get', 'node', plain])
  expect(Object.keys(metadata.annotations).filter((key) => key.startsWith('kubeletcfg.dev/'))).toEqual([])
  expect(status.conditions.map(({ type }) => type)).not.toContain('KubeletConfigOk')
}, 60_000)
