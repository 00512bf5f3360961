import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from '@jest/globals'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { executable } from '../agent/executable.ts'
import {
  agentUnit,
  giveRights,
  removeAgents,
  runInstall,
  untilPhase,
  untilReport,
  untilStored,
} from '../agent/installed-agent.ts'
import { makeClockAdjustable, setClock } from '../faults/clock.ts'
import { fillDisk, freeDisk, makeReadOnly, makeWritable } from '../faults/disk.ts'
import { replaceKubelet } from '../faults/kubelet.ts'
import { cutNetwork, restoreNetwork } from '../faults/network.ts'
import { cutPower, reboot } from '../faults/power.ts'
import { kubectl } from '../kubectl.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { partOf } from '../part.ts'
import { newestVersion } from '../versions.ts'
import { type Stories, tellEach, testsOf } from './lanes.ts'
import {
  begin,
  countStarts,
  flags,
  inTrial,
  isHealthy,
  logFilesOf,
  meanwhileMs,
  storeFatal,
  storeLogFiles,
  untilBack,
  untilGood,
} from './log-files.ts'
import { spoilConfiguration } from './spoil.ts'
import { struckAtEachStage } from './struck-at-each-stage.ts'

const machines = new Map<string, NodeDescription>()

const first: Stories = {
  'a reboot in a trial does not end it': inTrial(21, (node) => reboot(machines.get(node)!)),
  'a power cut in a trial does not end it': inTrial(22, (node) => cutPower(machines.get(node)!)),
  'a kubelet that is upgraded in a trial is judged as what it is now': async (node) => {
    const version = await storeLogFiles(node, 23)
    await untilStored(node, version, 'Trial')
    await replaceKubelet(node, 'current')
    await onNode(node, ['systemctl', 'restart', 'kubelet'])
    // An agent asks for the version every minute.
    const isJudged = ({ phase, kubeletVersion }: AgentReport) => phase === 'Good' && kubeletVersion === newestVersion
    await untilReport(node, isJudged, 'not judged as what it is now', 150_000)
    expect(await logFilesOf(node)).toBe(23)
  },
  'a clock that is set forward and back does not end a trial': async (node) => {
    await makeClockAdjustable(node, `${agentUnit}.service`)
    const version = await storeLogFiles(node, 24)
    await untilStored(node, version, 'Trial')
    await setClock(node, 7_200)
    await sleep(3_000)
    const { phase } = await untilStored(node, version, 'Trial', 'Good')
    await setClock(node, -7_200)
    await sleep(3_000)
    await setClock(node, 0)
    expect(phase).toBe('Trial')
    await untilGood(node, 24, version)
  },
}

const second: Stories = {
  'an agent that is killed at each stage of a change brings it to its end': async (node) => {
    const starts = await countStarts(node)
    const stages = await struckAtEachStage(node, 'kill', () => storeLogFiles(node, 31))
    expect(stages).not.toEqual([])
    await untilPhase(node, 'Good')
    expect(await logFilesOf(node)).toBe(31)
    expect(await starts()).toBeLessThanOrEqual(2)
  },
  'an agent that is killed at each stage of a change that fails brings the node back': async (node) => {
    const stages = await struckAtEachStage(node, 'kill', () => storeFatal(node))
    expect(stages).not.toEqual([])
    await untilPhase(node, 'RolledBack')
    await untilBack(node, 31)
  },
  'an opt-out on the node keeps what runs, whatever is stored': async (node) => {
    const starts = await countStarts(node)
    await onNode(node, ['kubeletcfg', 'agent', 'opt-out'])
    await untilPhase(node, 'Frozen')
    const version = await storeLogFiles(node, 32)
    await sleep(meanwhileMs)
    const seen = [await starts(), await logFilesOf(node)]
    await onNode(node, ['kubeletcfg', 'agent', 'opt-in'])
    expect(seen).toEqual([0, 31])
    await untilGood(node, 32, version)
  },
  'a kubelet that cannot start in its trial while no agent runs is rescued': async (node) => {
    await untilStored(node, await storeLogFiles(node, 33), 'Trial')
    await onNode(node, ['systemctl', 'stop', agentUnit])
    await spoilConfiguration(node, 'containerLogMaxFiles: 33')
    await untilBack(node, 32)
    await onNode(node, ['systemctl', 'start', agentUnit])
    await untilPhase(node, 'RolledBack')
    expect(await isHealthy(node)).toBe(true)
  },
}

const third: Stories = {
  'a second agent on the node does nothing': async (node) => {
    const starts = await countStarts(node)
    const program = await executable()
    const run = [program, 'agent', 'run', `--node-name=${node}`, '--kubeconfig=/var/lib/kubeletcfg/kubeconfig']
    const version = await storeLogFiles(node, 40)
    await expect(onNode(node, ['timeout', '20', ...run, '--trial=0s'])).rejects.toThrow(/in use by another agent/)
    await untilGood(node, 40, version)
    expect(await starts()).toBe(1)
  },
  'damaged files of the agent do not keep documents from coming, nor from being rolled back': async (node) => {
    const starts = await countStarts(node)
    const files = '/var/lib/kubeletcfg/checkpoints/* /var/lib/kubeletcfg/state.json'
    const damage = `for file in ${files}; do echo damaged >"$file"; done`
    await onNode(node, ['sh', '-ec', `systemctl stop ${agentUnit}; ${damage}; systemctl start ${agentUnit}`])
    await untilGood(node, 41, await storeLogFiles(node, 41))
    expect(await starts()).toBe(1)
    await onNode(node, ['sh', '-ec', damage])
    await untilStored(node, await storeFatal(node), 'RolledBack')
    await untilBack(node, 41)
  },
  'a token that is revoked in a trial ends neither the kubelet nor the trial': async (node) => {
    const version = await storeLogFiles(node, 42)
    await untilStored(node, version, 'Trial')
    const starts = await countStarts(node)
    await kubectl(['delete', 'serviceaccount', `kubeletcfg-agent-${node}`, '--namespace=kube-system'])
    await sleep(meanwhileMs)
    expect([await isHealthy(node), await logFilesOf(node)]).toEqual([true, 42])
    await giveRights([...machines.keys()])
    await runInstall(node, flags)
    await untilGood(node, 42, version)
    expect(await starts()).toBe(0)
  },
}

const fourth: Stories = {
  'a node whose network is cut keeps its document': async (node) => {
    await untilGood(node, 51, await storeLogFiles(node, 51))
    const starts = await countStarts(node)
    await cutNetwork(node)
    await sleep(meanwhileMs)
    await restoreNetwork(node)
    await untilReady(node)
    expect([await logFilesOf(node), await starts()]).toEqual([51, 0])
  },
  'a full disk stops a change before the kubelet is restarted, and no longer than it lasts': (node) =>
    stopped(node, 52, { strike: fillDisk, heal: freeDisk }),
  'a read-only state folder does, too': (node) =>
    stopped(node, 53, {
      strike: () => makeReadOnly(node, '/var/lib/kubeletcfg', agentUnit),
      heal: () => makeWritable(node, '/var/lib/kubeletcfg', agentUnit),
    }),
}

interface Fault {
  readonly strike: (node: string) => Promise<void>
  readonly heal: (node: string) => Promise<void>
}

async function stopped(node: string, count: number, { strike, heal }: Fault): Promise<void> {
  const starts = await countStarts(node)
  await strike(node)
  const version = await storeLogFiles(node, count)
  await sleep(meanwhileMs)
  const seen = { restarted: await starts(), healthy: await isHealthy(node) }
  await heal(node)
  expect(seen).toEqual({ restarted: 0, healthy: true })
  await untilGood(node, count, version)
}

/** One node for each, side by side. */
const lanes = partOf([
  { stories: first, make: () => makeNode({ layout: 'kubeadm', kubelet: 'previous' }) },
  { stories: second, make: () => makeNode({ layout: 'kubeadm' }) },
  { stories: third, make: () => makeNode({ layout: 'kubeadm' }) },
  // Its kubelet does not evict pods when the disk is full.
  { stories: fourth, make: () => makeNode() },
])
const stories = lanes.map((lane) => lane.stories)

beforeAll(async () => {
  const made = await Promise.all(lanes.map(({ make }) => make()))
  for (const node of made) machines.set(node.name, node)
  const names = made.map(({ name }) => name)
  await giveRights(names)
  await Promise.all(names.map(begin))
  await tellEach(names, stories)
}, 1_200_000)

afterAll(() => removeAgents([...machines.keys()]), 120_000)

testsOf(...stories)
