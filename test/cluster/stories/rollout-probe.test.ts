import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { controller, probe } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { clusterDns, clusterDomain, startDns, stopDns } from '../dns/cluster-dns.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import { loadOwnImage, ownImage, removeOwnImage } from '../own-image.ts'
import { type ControllerRights, giveControllerRights, removeControllerRights } from './controller-rights.ts'
import {
  countStartsOn,
  freshLogFiles,
  makeFleet,
  onEach,
  policyWith,
  removeFleet,
  rolloutStatus,
  storeGlobal,
  untilRuns,
} from './rollouts.ts'

let nodes: readonly string[] = []
let rights: ControllerRights

beforeAll(async () => {
  nodes = await makeFleet(4)
  await onEach(nodes, startDns)
  await loadOwnImage(nodes)
  rights = await giveControllerRights('--image', ownImage)
  const input = `${policyWith({ waves: '[canary, 100%]' })}probe: {image: "${ownImage}"}\n`
  const set = await kubeletcfg(['rollout', 'set-policy', '-f', '-', '--yes'], { input })
  expect(set).toMatchObject({ exit: 0 })
}, 400_000)

afterAll(async () => {
  await removeOwnImage(nodes)
  await removeControllerRights(rights)
  await removeFleet(nodes)
}, 120_000)

const runWith = (...flags: readonly string[]) =>
  kubeletcfg(['rollout', 'run', ...flags], { kubeconfig: rights.kubeconfig })

const run = () => runWith('--timeout=6m')

/** With this DNS server for pods. */
async function storeWith(dns: string, ...more: readonly string[]): Promise<number> {
  const count = freshLogFiles()
  const fields = [`containerLogMaxFiles: ${count}`, `clusterDNS: [${dns}]`, `clusterDomain: ${clusterDomain}`, ...more]
  await storeGlobal(nodes[0]!, fields.join('\n'))
  return count
}

const runsOnAll = (count: number) => onEach(nodes, (node) => untilRuns(node, count))

const probes = async (): Promise<readonly string[]> =>
  (
    await kubectlJson<{ items: ReadonlyArray<{ readonly metadata: { readonly name: string } }> }>([
      ...['get', 'pods', `--namespace=${controller.namespace}`, `--selector=${probe.label}`],
    ])
  ).items.map(({ metadata }) => metadata.name)

const causeOfLast = async () => (await rolloutStatus()).past[0]?.cause

test('a good document passes its probes, and leaves none', async () => {
  const good = await storeWith(clusterDns)
  const ran = await run()
  expect(ran).toMatchObject({ exit: 0 })
  expect(ran.stderr).toContain('tries kubelets with a pod')
  await runsOnAll(good)
  expect(await probes()).toEqual([])
})

test('a document with which new pods resolve no names, and that nothing else tells, reaches the canary only, and comes back', async () => {
  const good = await storeWith(clusterDns)
  expect(await run()).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  await storeWith('10.96.0.99')
  expect(await run()).toMatchObject({ exit: 9 })
  expect(await causeOfLast()).toMatchObject({
    reason: 'NodesFailed',
    message: expect.stringContaining('cannot resolve the name of the API server'),
  })
  await runsOnAll(good)
  expect((await starts()).toSorted()).toEqual([0, 0, 0, 2])
  expect(await probes()).toEqual([])
})

test('a document with which a kubelet serves no logs reaches the canary only, and comes back: all else that a pod needs works', async () => {
  const good = await storeWith(clusterDns)
  expect(await run()).toMatchObject({ exit: 0 })
  const starts = await countStartsOn(nodes)
  await storeWith(clusterDns, 'enableDebuggingHandlers: false')
  expect(await run()).toMatchObject({ exit: 9 })
  expect(await causeOfLast()).toMatchObject({
    reason: 'NodesFailed',
    message: expect.stringMatching(
      /failed: a new pod has no log that the API server can get \((?:(?!volumes|resolve).)*\); without the document, it does not fail$/,
    ),
  })
  await runsOnAll(good)
  expect((await starts()).toSorted()).toEqual([0, 0, 0, 2])
})

test('what did not work before is not held against a document', async () => {
  await onEach(nodes, stopDns)
  const count = await storeWith(clusterDns)
  expect(await run()).toMatchObject({ exit: 0 })
  await runsOnAll(count)
  await onEach(nodes, startDns)
})

test('without the right to make pods, nobody gets a document, and the way on is named', async () => {
  await kubectl(['delete', 'rolebinding', controller.name, `--namespace=${controller.namespace}`])
  const starts = await countStartsOn(nodes)
  await storeWith(clusterDns)
  const ran = await runWith('--once')
  expect(ran).toMatchObject({ exit: 7, stderr: expect.stringContaining('nobody has tried kubelets with pods') })
  expect(ran.stderr).toContain('kubeletcfg controller manifests')
  expect(await starts()).toEqual([0, 0, 0, 0])
})
