import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  agentUnit,
  configz,
  installAgents,
  kubeletStarts,
  removeManifests,
  store,
  unstore,
  untilPhase,
  untilStored,
} from '../agent/installed-agent.ts'
import { configPath, healthz } from '../agent/kubelet-run.ts'
import { withFields } from '../configuration.ts'
import { makeClockAdjustable, setClock } from '../faults/clock.ts'
import { backUpEtcd, restoreEtcd, whileStopped } from '../faults/control-plane.ts'
import { fillDisk, freeDisk, makeReadOnly, makeWritable } from '../faults/disk.ts'
import { killUnit } from '../faults/kubelet.ts'
import { cutNetwork, restoreNetwork } from '../faults/network.ts'
import { cutPower, reboot } from '../faults/power.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { until } from '../until.ts'
import { spoil } from './spoil.ts'

/** Several, because an agent restarts a kubelet twelve times in an hour. */
let nodes: readonly NodeDescription[]
/** The one of the test. */
let node: NodeDescription
let name: string
let own: string

/** Long enough for something to happen meanwhile. */
const flags = ['--trial=10s', '--jitter=0', '--health-deadline=60s', '--crash-threshold=2']
const meanwhileMs = 15_000

beforeAll(async () => {
  nodes = await Promise.all([makeNode(), makeNode(), makeNode()])
  own = await onNode(nodes[0]!.name, ['cat', configPath])
  await installAgents(
    nodes.map((made) => made.name),
    flags,
  )
}, 240_000)

function use(index: number): void {
  node = nodes[index]!
  name = node.name
}

afterAll(async () => {
  for (const made of nodes) await unstore(made.name)
  await removeNodes()
  await removeManifests()
})

const logFilesOf = async (): Promise<unknown> => (await configz(name))['containerLogMaxFiles']
const storeLogFiles = (count: number): Promise<string> => store(name, withFields(own, `containerLogMaxFiles: ${count}`))
const isHealthy = async (): Promise<boolean> => (await healthz(name)) === 'ok'

describe('on a first node', () => {
  beforeAll(() => use(0))

  test.each([
    ['a reboot', reboot, 21],
    ['a power cut', cutPower, 22],
  ])(
    '%s in a trial does not end it, and a good document is good after it',
    async (_, strike, count) => {
      const stored = await storeLogFiles(count)
      await untilStored(name, stored, 'Trial')
      await strike(node)
      await untilStored(name, stored, 'Good')
      expect(await logFilesOf()).toBe(count)
      await untilReady(name)
    },
    180_000,
  )

  test('an agent that is killed again and again brings a change to its end', async () => {
    const starts = await kubeletStarts(name)
    const stored = await storeLogFiles(23)
    for (let kills = 0; kills < 5; kills += 1) {
      await killUnit(name, agentUnit)
      const isActive = async () => (await onNode(name, ['systemctl', 'is-active', agentUnit])) === 'active\n'
      await until(isActive, 'the agent does not come back')
      await sleep(700 * kills)
    }
    await untilStored(name, stored, 'Good')
    expect(await logFilesOf()).toBe(23)
    expect((await kubeletStarts(name)) - starts).toBeLessThanOrEqual(2)
  }, 240_000)

  test('a clock that is set forward and back does not end a trial', async () => {
    await makeClockAdjustable(name, `${agentUnit}.service`)
    const stored = await storeLogFiles(24)
    await untilStored(name, stored, 'Trial')
    await setClock(name, 7_200)
    await sleep(3_000)
    const { phase } = await untilStored(name, stored, 'Trial', 'Good')
    await setClock(name, -7_200)
    await sleep(3_000)
    await setClock(name, 0)
    expect(phase).toBe('Trial')
    await untilStored(name, stored, 'Good')
  }, 180_000)

  test('without API server the kubelet keeps running, and is judged when it is back', async () => {
    const stored = await storeLogFiles(25)
    await untilStored(name, stored, 'Trial')
    const healthy = await whileStopped(async () => {
      await sleep(meanwhileMs)
      return isHealthy()
    })
    expect(healthy).toBe(true)
    await untilStored(name, stored, 'Good')
    expect(await logFilesOf()).toBe(25)
  }, 180_000)
})

describe('on a second node', () => {
  beforeAll(() => use(1))

  test('a node whose network is cut keeps its document', async () => {
    await untilStored(name, await storeLogFiles(26), 'Good')
    const starts = await kubeletStarts(name)
    await cutNetwork(name)
    await sleep(meanwhileMs)
    await restoreNetwork(name)
    await untilReady(name)
    expect(await kubeletStarts(name)).toBe(starts)
    expect(await logFilesOf()).toBe(26)
  }, 180_000)

  test('a restored backup of etcd is followed', async () => {
    const before = await storeLogFiles(27)
    await untilStored(name, before, 'Good')
    const backup = await backUpEtcd()
    await untilStored(name, await storeLogFiles(28), 'Good')
    await restoreEtcd(backup)
    await until(async () => (await logFilesOf()) === 27, 'the older is not applied')
    await untilStored(name, before, 'Good')
  }, 240_000)

  test.each([
    ['a full disk', fillDisk, freeDisk, 29],
    [
      'a read-only state folder',
      (of: string) => makeReadOnly(of, '/var/lib/kubeletcfg'),
      (of: string) => makeWritable(of, '/var/lib/kubeletcfg'),
      30,
    ],
  ])(
    '%s stops a change before the kubelet is restarted, and no longer than it lasts',
    async (_, strike, heal, count) => {
      const starts = await kubeletStarts(name)
      await strike(name)
      const stored = await storeLogFiles(count)
      await sleep(meanwhileMs)
      const seen = { restarted: (await kubeletStarts(name)) - starts, healthy: await isHealthy() }
      await heal(name)
      expect(seen).toEqual({ restarted: 0, healthy: true })
      await untilStored(name, stored, 'Good')
      expect(await logFilesOf()).toBe(count)
    },
    180_000,
  )
})

describe('on a third node', () => {
  beforeAll(() => use(2))

  test('an opt-out on the node keeps what runs, whatever is stored', async () => {
    await untilStored(name, await storeLogFiles(31), 'Good')
    const starts = await kubeletStarts(name)
    await onNode(name, ['kubeletcfg', 'agent', 'opt-out'])
    await untilPhase(name, 'Frozen')
    const stored = await storeLogFiles(32)
    await sleep(8_000)
    const seen = [(await kubeletStarts(name)) - starts, await logFilesOf()]
    await onNode(name, ['kubeletcfg', 'agent', 'opt-in'])
    expect(seen).toEqual([0, 31])
    await untilStored(name, stored, 'Good')
  }, 180_000)

  test('a kubelet that cannot start in its trial while no agent runs is rescued', async () => {
    await untilStored(name, await storeLogFiles(33), 'Trial')
    await onNode(name, ['systemctl', 'stop', agentUnit])
    expect(await onNode(name, ['sh', '-ec', spoil])).toBe('spoiled\n')
    await killUnit(name, 'kubelet')
    await until(isHealthy, 'the kubelet is not healthy')
    await untilReady(name)
    expect(await logFilesOf()).toBe(32)
    await onNode(name, ['systemctl', 'start', agentUnit])
    await untilPhase(name, 'RolledBack')
    expect(await isHealthy()).toBe(true)
  }, 180_000)
})
