import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { withFields } from '../configuration.ts'
import { makeClockAdjustable, setClock } from '../faults/clock.ts'
import { backUpEtcd, restoreEtcd, startApiServer, stopApiServer } from '../faults/control-plane.ts'
import { fillDisk, freeDisk, makeReadOnly, makeWritable } from '../faults/disk.ts'
import { killUnit, replaceKubelet } from '../faults/kubelet.ts'
import { cutNetwork, restoreNetwork } from '../faults/network.ts'
import { cutPower, reboot } from '../faults/power.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { until } from '../until.ts'
import {
  agentUnit,
  configz,
  installAgents,
  kubeletStarts,
  store,
  unstore,
  untilPhase,
  untilReport,
} from './installed-agent.ts'
import { configPath, healthz } from './kubelet-run.ts'

let nodes: readonly [NodeDescription, NodeDescription]
let own: string

/** Long enough for something to happen meanwhile. */
const flags = ['--trial=20s', '--jitter=0', '--health-deadline=20s', '--crash-threshold=2']

beforeAll(async () => {
  nodes = await Promise.all([makeNode(), makeNode({ kubelet: 'previous' })])
  own = await onNode(nodes[0].name, ['cat', configPath])
  await installAgents(
    nodes.map(({ name }) => name),
    flags,
  )
}, 240_000)

beforeEach(async () => {
  await Promise.all(nodes.map(({ name }) => unstore(name)))
  await Promise.all(
    nodes.map(({ name }) => untilReport(name, ({ phase }) => phase === 'Idle', 'not its own files', 120_000)),
  )
}, 150_000)

afterAll(removeNodes)

const logFilesOf = async (node: string): Promise<unknown> => (await configz(node))['containerLogMaxFiles']
const storeLogFiles = (node: string, logFiles: number): Promise<void> =>
  store(node, withFields(own, `containerLogMaxFiles: ${logFiles}`))
const isHealthy = async (node: string): Promise<boolean> => (await healthz(node)) === 'ok'

/** What a kubelet on this host ends with, though it is valid. */
const fatal = 'address: 192.0.2.2\nfeatureGates: {NoSuchGateAtAll: true}'

async function ends(node: string): Promise<void> {
  await until(() => isHealthy(node), `the kubelet of ${node} is not healthy`)
  await untilReady(node)
}

test.each([
  ['a reboot', reboot],
  ['a power cut', cutPower],
])(
  '%s in a trial does not end it, and a good document is good after it',
  async (_, strike) => {
    const [{ name }] = nodes
    await storeLogFiles(name, 51)
    await untilPhase(name, 'Trial')
    await strike(nodes[0])
    await untilPhase(name, 'Good')
    expect(await logFilesOf(name)).toBe(51)
    await ends(name)
  },
  180_000,
)

test('an agent that is killed again and again brings a change to its end, by one restart', async () => {
  const [{ name }] = nodes
  const starts = await kubeletStarts(name)
  await storeLogFiles(name, 52)
  for (let kills = 0; kills < 8; kills += 1) {
    await killUnit(name, agentUnit)
    await until(
      async () => (await onNode(name, ['systemctl', 'is-active', agentUnit]).catch(() => '')) === 'active\n',
      'no agent',
    )
  }
  await untilPhase(name, 'Good')
  expect(await logFilesOf(name)).toBe(52)
  expect((await kubeletStarts(name)) - starts).toBeLessThanOrEqual(2)
}, 240_000)

test('a clock that is set forward and back ends no trial', async () => {
  const [{ name }] = nodes
  await makeClockAdjustable(name, agentUnit)
  await storeLogFiles(name, 53)
  await untilPhase(name, 'Trial')
  await setClock(name, 7_200)
  await untilReport(name, ({ phase }) => phase === 'Trial', 'the trial has ended early', 5_000)
  await setClock(name, -7_200)
  await setClock(name, 0)
  await untilPhase(name, 'Good')
}, 180_000)

test('without API server from the trial on, the kubelet keeps running, and is judged when it is back', async () => {
  const [{ name }] = nodes
  await storeLogFiles(name, 54)
  await untilPhase(name, 'Trial')
  await stopApiServer()
  await new Promise((resolve) => setTimeout(resolve, 25_000))
  expect(await isHealthy(name)).toBe(true)
  await startApiServer()
  await untilPhase(name, 'Good')
  expect(await logFilesOf(name)).toBe(54)
}, 180_000)

test('a node whose network is cut keeps its document', async () => {
  const [{ name }] = nodes
  await storeLogFiles(name, 55)
  await untilPhase(name, 'Good')
  const starts = await kubeletStarts(name)
  await cutNetwork(name)
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  await restoreNetwork(name)
  await ends(name)
  expect(await kubeletStarts(name)).toBe(starts)
  expect(await logFilesOf(name)).toBe(55)
}, 180_000)

test('a restored backup of etcd is followed, and never half', async () => {
  const [{ name }] = nodes
  await storeLogFiles(name, 56)
  await untilPhase(name, 'Good')
  const backup = await backUpEtcd()
  await storeLogFiles(name, 57)
  await until(async () => (await logFilesOf(name)) === 57, 'the newer is not applied')
  await untilPhase(name, 'Good')
  await restoreEtcd(backup)
  await until(async () => (await logFilesOf(name)) === 56, 'the older is not applied')
  await untilPhase(name, 'Good')
}, 240_000)

test.each([
  ['a full disk', (node: string) => fillDisk(node), (node: string) => freeDisk(node)],
  [
    'a read-only state folder',
    (node: string) => makeReadOnly(node, '/var/lib/kubeletcfg'),
    (node: string) => makeWritable(node, '/var/lib/kubeletcfg'),
  ],
])(
  '%s stops a change before the kubelet is restarted, and no longer than it lasts',
  async (_, strike, heal) => {
    const [{ name }] = nodes
    const starts = await kubeletStarts(name)
    await strike(name)
    await storeLogFiles(name, 58)
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    const [restarted, healthy] = [(await kubeletStarts(name)) - starts, await isHealthy(name)]
    await heal(name)
    expect({ restarted, healthy }).toEqual({ restarted: 0, healthy: true })
    await untilPhase(name, 'Good')
    expect(await logFilesOf(name)).toBe(58)
  },
  180_000,
)

test('an opt-out on the node keeps what runs, whatever is stored', async () => {
  const [{ name }] = nodes
  await storeLogFiles(name, 59)
  await untilPhase(name, 'Good')
  await onNode(name, ['kubeletcfg', 'agent', 'opt-out'])
  await untilPhase(name, 'Frozen')
  const starts = await kubeletStarts(name)
  await storeLogFiles(name, 60)
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  expect(await kubeletStarts(name)).toBe(starts)
  await onNode(name, ['kubeletcfg', 'agent', 'opt-in'])
  await until(async () => (await logFilesOf(name)) === 60, 'not opted in')
  await untilPhase(name, 'Good')
}, 180_000)

test('a document that ends the kubelet while no agent runs is put back by the rescue', async () => {
  const [{ name }] = nodes
  await storeLogFiles(name, 61)
  await untilPhase(name, 'Trial')
  await onNode(name, ['systemctl', 'stop', agentUnit])
  await onNode(name, [
    'sh',
    '-ec',
    'path=$(tr "\\0" "\\n" </proc/$(systemctl show --property=MainPID --value kubelet)/cmdline | sed -n "s/^--config=//p"); printf "%s\\n" "$0" >>"$path"',
    fatal,
  ])
  await killUnit(name, 'kubelet')
  await ends(name)
  await onNode(name, ['systemctl', 'start', agentUnit])
  await untilPhase(name, 'RolledBack')
  await ends(name)
}, 180_000)

test('a kubelet that is upgraded in a trial is judged as what it is now', async () => {
  const [, { name }] = nodes
  await storeLogFiles(name, 62)
  await untilPhase(name, 'Trial')
  await replaceKubelet(name, 'current')
  await onNode(name, ['systemctl', 'restart', 'kubelet'])
  const report = await untilPhase(name, 'Good')
  expect(report.kubeletVersion).toBe('v1.36.3')
  expect(await logFilesOf(name)).toBe(62)
}, 180_000)
