import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { agentUnit, giveRights, removeAgents, untilStored } from '../agent/installed-agent.ts'
import { whileFrozen } from '../faults/control-plane.ts'
import { freeze, freezeAtNextStart, thaw } from '../faults/freeze.ts'
import { watchStarts } from '../faults/kubelet.ts'
import { onNode } from '../node.ts'
import { makeNode, untilReady } from '../own-node.ts'
import { until } from '../until.ts'
import { type Stories, tellEach, testsOf } from './lanes.ts'
import { livePathOf } from './live-file.ts'
import {
  begin,
  countStarts,
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

const atEachStage: Stories = {
  'an agent that is frozen at each stage of a change brings it to its end': async (node) => {
    const starts = await countStarts(node)
    const stages = await struckAtEachStage(node, 'freeze', () => storeLogFiles(node, 81))
    expect(stages).toContain('Trial')
    await untilGood(node, 81, await storeLogFiles(node, 81))
    expect(await starts()).toBe(1)
  },
  'an agent that is frozen at each stage of a change that fails brings the node back': async (node) => {
    const stages = await struckAtEachStage(node, 'freeze', () => storeFatal(node))
    expect(stages).toContain('Applying restarting')
    await untilStored(node, await storeFatal(node), 'RolledBack')
    await untilBack(node, 81)
  },
}

const longer: Stories = {
  'an agent that is frozen for longer than a trial lasts blames no document for it': inTrial(91, async (node) => {
    await freeze(node, agentUnit)
    await sleep(meanwhileMs)
    await thaw(node, agentUnit)
  }),
  'an agent that is frozen while it restarts the kubelet goes on with the trial': async (node) => {
    const starts = await countStarts(node)
    await freezeAtNextStart(node, agentUnit)
    const version = await storeLogFiles(node, 92)
    await until(async () => (await starts()) === 1, 'the kubelet is not restarted')
    await untilBack(node, 92)
    await sleep(meanwhileMs)
    await thaw(node, agentUnit)
    await untilGood(node, 92, version)
    expect(await starts()).toBe(1)
  },
  'a document that no kubelet starts with is taken back while the agent is frozen, and the agent says so': async (
    node,
  ) => {
    const starts = await countStarts(node)
    await freezeAtNextStart(node, agentUnit)
    const version = await storeFatal(node)
    await until(async () => (await starts()) >= 2, 'the kubelet does not end')
    await untilBack(node, 92)
    await thaw(node, agentUnit)
    await untilStored(node, version, 'RolledBack')
    await untilBack(node, 92)
  },
  'what ends a kubelet in its trial while the agent is frozen is taken back, too': async (node) => {
    const version = await storeLogFiles(node, 93)
    await untilStored(node, version, 'Trial')
    await freeze(node, agentUnit)
    await spoilConfiguration(node, 'containerLogMaxFiles: 93')
    await untilBack(node, 92)
    await thaw(node, agentUnit)
    await untilStored(node, version, 'RolledBack')
    await untilBack(node, 92)
  },
}

const configOf = async (node: string): Promise<string> => onNode(node, ['cat', await livePathOf(node)])

const lanes = [atEachStage, longer]
let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = (await Promise.all(lanes.map(() => makeNode()))).map(({ name }) => name)
  await giveRights(nodes)
  await Promise.all(nodes.map(watchStarts))
  await Promise.all(nodes.map(begin))
  await tellEach(nodes, lanes)
}, 600_000)

afterAll(() => removeAgents(nodes), 120_000)

testsOf(...lanes)

test('an API server that is frozen through a trial neither proves a document nor fails it, and keeps no node from its way back', async () => {
  const [good = '', bad = ''] = nodes
  const before = await logFilesOf(bad)
  const starts = await countStarts(bad)
  const versions = [await storeLogFiles(good, 101), await storeLogFiles(bad, 102)] as const
  await Promise.all([untilStored(good, versions[0], 'Trial'), untilStored(bad, versions[1], 'Trial')])
  const seen = await whileFrozen(async () => {
    await spoilConfiguration(bad, 'containerLogMaxFiles: 102')
    await sleep(meanwhileMs)
    await until(() => isHealthy(bad), 'the kubelet is not healthy')
    return { good: await configOf(good), bad: await configOf(bad) }
  })
  expect(seen.good).toContain('containerLogMaxFiles: 101')
  expect(seen.bad).not.toContain('containerLogMaxFiles: 102')
  await Promise.all([untilGood(good, 101, versions[0]), untilStored(bad, versions[1], 'RolledBack')])
  expect(await logFilesOf(bad)).toBe(before)
  expect(await starts()).toBeGreaterThanOrEqual(2)
  await Promise.all(nodes.map(untilReady))
}, 300_000)
