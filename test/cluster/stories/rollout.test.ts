import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rollout } from '../../../src/lib/names.ts'
import {
  agentUnit,
  giveRights,
  kubeletStarts,
  removeAgents,
  reportOf,
  store,
  untilReport,
} from '../agent/installed-agent.ts'
import { kubeletcfg } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { makeNode } from '../own-node.ts'
import { begin, documentWith, fatalField, logFilesOf } from './log-files.ts'

const policy = `apiVersion: kubeletcfg.dev/v1alpha1
kind: RolloutPolicy
waves: [canary, 50%, 100%]
soak: 5s
maxUnavailable: 2
nodeDeadline: 5m
`

let nodes: readonly string[] = []

beforeAll(async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => makeNode({ layout: 'kubeadm' })))
  nodes = made.map(({ name }) => name)
  await giveRights(nodes)
  await Promise.all(nodes.map(begin))
}, 300_000)

afterAll(async () => {
  await remove(rollout.configMap, 'global-kubelet-configuration')
  await removeAgents(nodes)
}, 120_000)

const remove = (...names: readonly string[]): Promise<string> =>
  kubectl(['delete', 'configmap', ...names, '--namespace=kube-system', '--ignore-not-found'])

const setPolicy = () => kubeletcfg(['rollout', 'set-policy', '-f', '-', '--yes'], { input: policy })

/** Without any check of ours, as Git stores it. */
const storeGlobal = (fields: string): Promise<string> => store('global', documentWith(nodes[0]!, fields))

const onAll = <T>(ask: (node: string) => Promise<T>): Promise<readonly T[]> => Promise.all(nodes.map(ask))

/** Starts of the kubelets since this was called, by node. */
async function countingStarts(): Promise<() => Promise<readonly number[]>> {
  const before = await onAll(kubeletStarts)
  return async () => (await onAll(kubeletStarts)).map((starts, index) => starts - before[index]!)
}

test('a document reaches real kubelets in waves, and one that kills them only the canary', async () => {
  expect(await setPolicy()).toMatchObject({ exit: 0 })
  const startsOfGood = await countingStarts()
  await storeGlobal('containerLogMaxFiles: 41')
  // Whoever moves it goes away in the first wave, and comes back.
  expect(await kubeletcfg(['rollout', 'run', '--timeout=8s'])).toMatchObject({ exit: 7 })
  expect((await startsOfGood()).filter((starts) => starts > 0)).toHaveLength(1)
  const good = await kubeletcfg(['rollout', 'run', '-o', 'json'])
  expect(good).toMatchObject({ exit: 0 })
  expect(JSON.parse(good.stdout)).toMatchObject({ outcome: 'promoted' })
  expect(await onAll(logFilesOf)).toEqual([41, 41, 41, 41])
  expect(await startsOfGood()).toEqual([1, 1, 1, 1])

  const startsOfBad = await countingStarts()
  await storeGlobal(fatalField)
  const bad = await kubeletcfg(['rollout', 'run'])
  expect(bad).toMatchObject({ exit: 9, stderr: expect.stringContaining('the rollout was aborted') })
  expect(await onAll(logFilesOf)).toEqual([41, 41, 41, 41])
  expect((await startsOfBad()).filter((starts) => starts > 0)).toHaveLength(1)
  // The same document, from Git again: it stays refused.
  await storeGlobal(`${fatalField}\n# once more`)
  expect(await kubeletcfg(['rollout', 'run', '--once'])).toMatchObject({ exit: 9 })
}, 600_000)

test('without its rollout, no node gets what is stored, also after a restart of its agent', async () => {
  const starts = await countingStarts()
  await remove(rollout.configMap)
  await storeGlobal('containerLogMaxFiles: 42')
  await onAll((node) => onNode(node, ['systemctl', 'restart', agentUnit]))
  await onAll((node) =>
    untilReport(
      node,
      ({ trouble, problem }) => (problem ?? trouble)?.reason === 'RolloutMissing',
      'it does not say so',
    ),
  )
  expect(await kubeletcfg(['rollout', 'run'])).toMatchObject({ exit: 5 })
  // What is stored was never tried.
  expect(await setPolicy()).toMatchObject({ exit: 5, stderr: expect.stringContaining('would all get it at once') })
  await storeGlobal('containerLogMaxFiles: 41')
  expect(await setPolicy()).toMatchObject({ exit: 0 })
  await onAll((node) => untilReport(node, ({ phase, gated }) => phase === 'Good' && gated === true, 'not good again'))
  expect(await starts()).toEqual([0, 0, 0, 0])
}, 300_000)

test('a rollout is paused, aborted, and tried again by hand', async () => {
  await storeGlobal('containerLogMaxFiles: 43')
  expect(await kubeletcfg(['rollout', 'run', '--once'])).toMatchObject({ exit: 7 })
  expect(await kubeletcfg(['rollout', 'pause', '-m', 'lunch'])).toMatchObject({ exit: 0 })
  const paused = await kubeletcfg(['rollout', 'run'])
  expect(paused).toMatchObject({ exit: 7, stderr: expect.stringContaining('lunch') })
  expect(await kubeletcfg(['rollout', 'abort', '--yes'])).toMatchObject({ exit: 0 })
  expect(await kubeletcfg(['rollout', 'run'])).toMatchObject({ exit: 9 })
  expect(await onAll(logFilesOf)).toEqual([41, 41, 41, 41])
  // A document that was taken back is not blamed: only the fatal one is, on its canary.
  expect((await onAll(async (node) => (await reportOf(node))?.bad ?? [])).flat()).toHaveLength(1)
  expect(await kubeletcfg(['rollout', 'retry'])).toMatchObject({ exit: 0 })
  // Two at once.
  const [one, other] = await Promise.all([kubeletcfg(['rollout', 'run']), kubeletcfg(['rollout', 'run'])])
  expect([one.exit, other.exit]).toEqual([0, 0])
  expect(await onAll(logFilesOf)).toEqual([43, 43, 43, 43])
}, 600_000)
