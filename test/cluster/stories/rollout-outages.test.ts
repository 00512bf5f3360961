import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rollout } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { backUpEtcd, restoreEtcd, whileStopped } from '../faults/control-plane.ts'
import { reboot } from '../faults/power.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { untilReady } from '../own-node.ts'
import { isHealthy } from './log-files.ts'
import {
  countStartsOn,
  ends,
  freshLogFiles,
  machineOf,
  makeFleet,
  onEach,
  promotedNow,
  removeFleet,
  runRollout,
  setPolicy,
  storeGlobalLogFiles,
  untilRuns,
  untilTrial,
  wavesFrom,
} from './rollouts.ts'

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = await makeFleet(3)
}, 300_000)

afterAll(() => removeFleet(nodes), 120_000)

/** Longer than the deadline for health, and than a node is called Ready that is not heard. */
const longMs = 75_000

test('without an API server, nothing is admitted, and the rollout goes on after it', async () => {
  const [first = ''] = nodes
  const after = freshLogFiles()
  expect(await setPolicy({ waves: `[{nodes: [${first}]}, 100%]` })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  const starts = await countStartsOn(nodes)
  const running = runRollout()
  await untilTrial(first)
  const meanwhile = await whileStopped(async () => {
    await sleep(longMs)
    return { starts: await starts(), healthy: await onEach(nodes, isHealthy) }
  })
  expect(meanwhile).toEqual({ starts: [1, 0, 0], healthy: [true, true, true] })
  await ends(running, 0)
  await onEach(nodes, (node) => untilRuns(node, after))
  expect(await starts()).toEqual([1, 1, 1])
}, 360_000)

test('a node that is rebooted in its trial holds its wave until it is back', async () => {
  const [first = '', other = ''] = nodes
  const after = freshLogFiles()
  expect(await setPolicy({ waves: wavesFrom(first) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  const starts = await countStartsOn([other])
  const running = runRollout()
  await untilTrial(first)
  await reboot(machineOf(first))
  await ends(running, 7)
  await untilReady(first)
  await untilRuns(first, after)
  expect(await starts()).toEqual([0])
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  await onEach(nodes, (node) => untilRuns(node, after))
}, 360_000)

test('a backup of etcd from before a rollout takes all nodes back to what was promoted then', async () => {
  const [first = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: `[{nodes: [${first}]}, 100%]` })).toMatchObject({ exit: 0 })
  const backup = await backUpEtcd()
  await storeGlobalLogFiles(first, after)
  await ends(runRollout(), 0)
  const starts = await countStartsOn(nodes)
  await restoreEtcd(backup)
  await onEach(nodes, (node) => untilRuns(node, before))
  await onEach(nodes, untilReady)
  expect(await starts()).toEqual([1, 1, 1])
  expect(await runRollout()).toMatchObject({ exit: 0, stdout: expect.stringContaining('unchanged') })
}, 360_000)

interface Copy {
  readonly metadata: Readonly<Record<string, unknown>>
}

const place = [`configmap/${rollout.configMap}`, '--namespace=kube-system']

const copyRollout = (): Promise<Copy> => kubectlJson<Copy>(['get', ...place])

/** As it was, in place of what is there. */
const putCopyBack = ({ metadata, ...content }: Copy): Promise<string> => {
  const { name, namespace } = metadata
  return kubectl(['replace', '--filename=-'], { input: JSON.stringify({ ...content, metadata: { name, namespace } }) })
}

test('an older copy of the rollout gives no node what it did not give that node before', async () => {
  const [first = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: wavesFrom(first) })).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  const closed = await copyRollout()
  await storeGlobalLogFiles(first, after)
  await ends(runRollout(), 7)
  const open = await copyRollout()
  await putCopyBack(closed)
  await untilRuns(first, before)
  expect(await starts()).toEqual([2, 0, 0])
  await putCopyBack(open)
  await untilRuns(first, after)
  expect(await starts()).toEqual([3, 0, 0])
  expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 9)
  await putCopyBack(open)
  await untilRuns(first, after)
  // What was given up is rolled out again: the copy does not know that.
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  await onEach(nodes, (node) => untilRuns(node, after))
  expect(await starts()).toEqual([5, 1, 1])
}, 360_000)
