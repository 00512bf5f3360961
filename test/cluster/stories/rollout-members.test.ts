import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  giveRights,
  kubeletStartTimes,
  runInstall,
  unstore,
  untilPhase,
  untilReport,
} from '../agent/installed-agent.ts'
import { kubeletcfg } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { untilReady } from '../own-node.ts'
import { until } from '../until.ts'
import { countStarts, documentWith, isHealthy, logFilesOf } from './log-files.ts'
import {
  agentFlags,
  countStartsOn,
  ends,
  freshLogFiles,
  makeFleet,
  makeMachine,
  onEach,
  promotedNow,
  removeFleet,
  rolloutStatus,
  runRollout,
  setPolicy,
  storeGlobalLogFiles,
  untilRuns,
  untilTrial,
  wavesFrom,
} from './rollouts.ts'

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = await makeFleet(4)
}, 300_000)

afterAll(() => removeFleet(nodes), 120_000)

test('a node that joins in mid-rollout gets what is promoted, and the candidate once that is promoted', async () => {
  const [first = '', second = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: wavesFrom(first) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  await ends(runRollout(), 7)
  const joining = await makeMachine()
  await giveRights([...nodes, joining])
  await runInstall(joining, agentFlags)
  await untilRuns(joining, before)
  expect(await logFilesOf(first)).toBe(after)
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  await onEach([joining, second], (node) => untilRuns(node, after))
  const promotedAt = Date.parse((await rolloutStatus()).past[0]!.endedAt)
  const startedAt = async (node: string) => (await kubeletStartTimes(node)).at(-1)!
  expect(await startedAt(second)).toBeLessThan(promotedAt)
  expect(await startedAt(joining)).toBeGreaterThan(promotedAt)
  nodes = [...nodes, joining]
}, 300_000)

/** Nodes with agents, and why. */
const leftOut = async (): Promise<readonly string[]> =>
  (await rolloutStatus()).leftOut
    .filter(({ reason }) => reason !== 'AgentDoesNotReport')
    .map(({ node, reason }) => `${node} ${reason}`)
    .toSorted()

test('nodes that opt out in mid-rollout are left out, and follow once they opt in again', async () => {
  const [first = '', frozen = '', local = '', last = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: wavesFrom(first) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  await ends(runRollout(), 7)
  const own = await countStarts(local)
  await Promise.all([optOut(frozen, 'freeze'), optOut(local, 'local')])
  await untilPhase(frozen, 'Frozen')
  await untilReport(local, ({ phase, active }) => phase === 'Frozen' && active.source === 'local', 'not back')
  // Back to the files of the node.
  expect(await own()).toBe(1)
  const starts = await countStartsOn([frozen, local, last])
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  expect(await leftOut()).toEqual([frozen, local].map((node) => `${node} AgentOptsOut`).toSorted())
  expect(await logFilesOf(last)).toBe(after)
  expect([await logFilesOf(frozen), await starts()]).toEqual([before, [0, 0, 1]])
  expect(await kubeletcfg(['opt-in', frozen, local, '--yes'])).toMatchObject({ exit: 0 })
  await onEach([frozen, local], (node) => untilRuns(node, after))
  expect(await starts()).toEqual([1, 1, 1])
}, 300_000)

async function optOut(node: string, mode: 'freeze' | 'local'): Promise<void> {
  expect(await kubeletcfg(['opt-out', node, `--mode=${mode}`, '--yes'])).toMatchObject({ exit: 0 })
}

test('a document of its own that a node gets in its trial takes it out of the rollout, which goes on', async () => {
  const [first = '', node = ''] = nodes
  const after = freshLogFiles()
  expect(await setPolicy({ waves: wavesFrom(first, node) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  const running = runRollout()
  await untilTrial(node)
  const input = documentWith(first, 'containerLogMaxFiles: 91')
  const pushed = await kubeletcfg(['push', '-f', '-', '--node', node, '--yes'], { input })
  expect(pushed).toMatchObject({ exit: 0 })
  await ends(running, 7)
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  const others = nodes.filter((one) => one !== node)
  await onEach(others, (one) => untilRuns(one, after))
  await untilPhase(node, 'Good')
  expect(await logFilesOf(node)).toBe(91)
  expect(await leftOut()).toEqual([`${node} OwnDocumentCounts`])
  await unstore(node)
  await untilRuns(node, after)
}, 360_000)

const leaseOf = (node: string): Promise<string> =>
  kubectl(['get', 'lease', node, '--namespace=kube-node-lease', '--output=jsonpath={.spec.renewTime}'])

/** A kubelet that has not found its Node yet would make another one. */
async function untilRenewed(node: string): Promise<void> {
  const before = await leaseOf(node)
  await until(async () => (await leaseOf(node)) !== before, `the kubelet of ${node} does not renew its Lease`)
}

test('a Node that is deleted in its trial counts no more, its kubelet runs on, and it follows once it is back', async () => {
  const [first = '', , node = ''] = nodes
  const after = freshLogFiles()
  expect(await setPolicy({ waves: wavesFrom(first, node) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(first, after)
  const starts = await countStarts(node)
  const running = runRollout()
  await untilTrial(node)
  await untilRenewed(node)
  await kubectl(['delete', 'node', node])
  await ends(running, 7)
  expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
  await ends(runRollout(), 0)
  expect([await isHealthy(node), await starts()]).toEqual([true, 1])
  // A kubelet registers its node when it starts; the token of the agent was that of the Node before.
  await onNode(node, ['systemctl', 'restart', 'kubelet'])
  await untilReady(node)
  await runInstall(node, agentFlags)
  await onEach(nodes, (one) => untilRuns(one, after))
}, 360_000)
