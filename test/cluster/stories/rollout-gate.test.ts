import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { rollout } from '../../../src/lib/names.ts'
import { agentUnit, reportOf, untilReport } from '../agent/installed-agent.ts'
import { startBreakableProxy } from '../breakable-proxy.ts'
import { kubeletcfg } from '../commands.ts'
import { controlPlaneAddress } from '../control-plane/network.ts'
import { freeze, thaw } from '../faults/freeze.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { logFilesOf } from './log-files.ts'
import {
  countStartsOn,
  ends,
  freshLogFiles,
  makeFleet,
  onEach,
  promotedNow,
  removeConfigMaps,
  removeFleet,
  runRollout,
  setPolicy,
  storeGlobalLogFiles,
  untilGated,
  untilRuns,
  wavesFrom,
} from './rollouts.ts'

let nodes: readonly string[] = []

beforeAll(async () => {
  nodes = await makeFleet(3)
}, 300_000)

afterAll(() => removeFleet(nodes), 120_000)

/** What all nodes run, as whoever releases them has to. */
async function storePromoted(): Promise<void> {
  await storeGlobalLogFiles(nodes[0]!, await promotedNow(nodes))
  await ends(runRollout(), 0)
}

const agentKubeconfig = '/var/lib/kubeletcfg/kubeconfig'

/** The agent of a node talks to this server from now on. */
async function connectTo(node: string, server: string): Promise<void> {
  await onNode(node, ['sed', '-i', `s#https://[^"]*#${server}#`, agentKubeconfig])
  await onNode(node, ['systemctl', 'restart', agentUnit])
}

test('a gate that closes after an agent was admitted, and before it asks, restarts no kubelet', async () => {
  const [node = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  const usual = await serverOf(node)
  await using proxy = await startBreakableProxy(controlPlaneAddress)
  await connectTo(node, proxy.url)
  await untilReport(node, ({ phase, gated }) => phase === 'Good' && gated === true, 'it is not back')
  expect(await setPolicy({ waves: wavesFrom(node) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(node, after)
  const starts = await countStartsOn(nodes)
  await freeze(node, agentUnit)
  // What it is told is that it is admitted, and no more.
  const deliver = await proxy.holdBack(() => runRollout('--once'))
  expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
  // Not at once: it waits for what may have restarted right before.
  await ends(runRollout(), 9)
  const promoted = await assignedTo(node)
  await thaw(node, agentUnit)
  await untilReport(node, ({ assigned }) => digestIn(assigned) !== promoted, 'it is not admitted')
  await untilReport(node, ({ phase, assigned }) => phase === 'Good' && digestIn(assigned) === promoted, 'not back')
  deliver()
  await connectTo(node, usual)
  expect(await starts()).toEqual([0, 0, 0])
  expect(await onEach(nodes, logFilesOf)).toEqual([before, before, before])
}, 300_000)

const digestIn = (config: AgentReport['assigned']): string | undefined =>
  config === undefined || config.source === 'local' ? undefined : config.digest

const assignedTo = async (node: string): Promise<string | undefined> => digestIn((await reportOf(node))?.assigned)

test('an agent that has not heard of a new policy asks for it before it restarts its kubelet', async () => {
  const [node = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  const usual = await serverOf(node)
  await using proxy = await startBreakableProxy(controlPlaneAddress)
  await connectTo(node, proxy.url)
  await untilReport(node, ({ phase, gated }) => phase === 'Good' && gated === true, 'it is not back')
  await storePromoted()
  const starts = await countStartsOn(nodes)
  const deliver = await proxy.holdBack(releaseAll)
  expect(await setPolicy({ waves: wavesFrom(node) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(node, after)
  await onEach(nodes, untilGated)
  deliver()
  await connectTo(node, usual)
  expect(await starts()).toEqual([0, 0, 0])
  expect(await onEach(nodes, logFilesOf)).toEqual([before, before, before])
}, 300_000)

const serverOf = async (node: string): Promise<string> =>
  (await onNode(node, ['grep', '-o', 'https://[^"]*', agentKubeconfig])).trim()

interface Role {
  readonly rules: ReadonlyArray<{ readonly resources: readonly string[]; readonly resourceNames?: readonly string[] }>
}

/** Takes the right to read the rollout from the agent of a node; what this returns gives it back. */
async function takeRight(node: string): Promise<() => Promise<unknown>> {
  const role = [`role/kubeletcfg-agent-${node}`, '--namespace=kube-system']
  const { rules } = await kubectlJson<Role>(['get', ...role])
  const patch = (changed: Role['rules']) =>
    kubectl(['patch', ...role, '--type=merge', `--patch=${JSON.stringify({ rules: changed })}`])
  const withoutIt = rules.map((rule) => ({
    ...rule,
    ...(rule.resourceNames && { resourceNames: rule.resourceNames.filter((name) => name !== rollout.configMap) }),
  }))
  await patch(withoutIt)
  return () => patch(rules)
}

test('a policy is refused while an agent may not read the rollout, and is set once it may', async () => {
  const [, node = ''] = nodes
  // As with the rights of an earlier version: there has been no rollout yet.
  await storePromoted()
  await releaseAll()
  const giveBack = await takeRight(node)
  try {
    await onNode(node, ['systemctl', 'restart', agentUnit])
    await untilReport(node, ({ followsRollouts }) => followsRollouts === false, 'it follows rollouts')
    const refused = await setPolicy({ waves: '[canary, 100%]' })
    expect(refused).toMatchObject({ exit: 5, stderr: expect.stringContaining(node) })
    expect(refused.stderr).toContain('do not follow rollouts')
  } finally {
    await giveBack()
  }
  await untilReport(node, ({ followsRollouts }) => followsRollouts === true, 'it does not follow rollouts')
  expect(await setPolicy({ waves: '[canary, 100%]' })).toMatchObject({ exit: 0 })
  await onEach(nodes, untilGated)
}, 300_000)

async function releaseAll(): Promise<void> {
  expect(await kubeletcfg(['rollout', 'delete-policy', '--yes'])).toMatchObject({ exit: 0 })
  await onEach(nodes, (node) => untilReport(node, ({ gated }) => gated !== true, 'it waits for a rollout'))
  await removeConfigMaps(rollout.configMap)
}

test('an agent that loses its right in mid-rollout keeps what it runs and says why, and goes on once it has it again', async () => {
  const [admitted = '', node = ''] = nodes
  const [before, after] = [await promotedNow(nodes), freshLogFiles()]
  expect(await setPolicy({ waves: wavesFrom(admitted) })).toMatchObject({ exit: 0 })
  await storeGlobalLogFiles(node, after)
  await ends(runRollout(), 7)
  const starts = await countStartsOn(nodes)
  const giveBack = await takeRight(node)
  try {
    expect(await kubeletcfg(['rollout', 'approve'])).toMatchObject({ exit: 0 })
    await ends(runRollout('--once'), 7)
    // Its watch goes on: what it asks before the restart is refused.
    await untilReport(node, ({ trouble }) => trouble?.reason === 'RolloutUnreadable', 'it does not say so')
    await onNode(node, ['systemctl', 'restart', agentUnit])
    const saysSo = ({ trouble, followsRollouts }: AgentReport) =>
      trouble?.reason === 'RolloutUnreadable' && followsRollouts === false
    await untilReport(node, saysSo, 'it does not say so')
    expect([(await starts())[1], await logFilesOf(node)]).toEqual([0, before])
  } finally {
    await giveBack()
  }
  await ends(runRollout(), 0)
  await onEach(nodes, (one) => untilRuns(one, after))
  expect((await reportOf(node))?.trouble).toBeUndefined()
  expect(await starts()).toEqual([0, 1, 1])
}, 360_000)
