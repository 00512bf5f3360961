import { afterAll, beforeAll, expect } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { cpuOf } from '../../../src/lib/quantity/cpu.ts'
import { configPath, runWith } from '../agent/kubelet-run.ts'
import { deletePods } from '../agent/pods.ts'
import { nodesize } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { reboot } from '../faults/power.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { pausePod, podStatus, waitForPod } from '../pods.ts'
import { readNode } from '../read.ts'
import type { Replica } from '../replica.ts'
import { type Stories, tell, testsOf } from '../stories/lanes.ts'
import { happens, until } from '../until.ts'
import { type BalloonPod, balloonPods, deleteBalloon, isSettled, requestsOf } from './balloons.ts'
import { image } from './installation.ts'
import { keepRights, startReplica, untilLeads } from './replicas.ts'

const { kubeconfig } = keepRights()
let replica: Replica
let rebooted: NodeDescription
let made: readonly string[] = []

interface Node {
  readonly status: {
    readonly allocatable: { readonly cpu: string }
    readonly nodeInfo: { readonly bootID: string }
    readonly conditions: readonly { readonly type: string; readonly status: string }[]
  }
}

const allocatable = async (node: string): Promise<bigint> => cpuOf((await readNode<Node>(node)).status.allocatable.cpu)
const ready = async (node: string): Promise<string | undefined> =>
  (await readNode<Node>(node)).status.conditions.find(({ type }) => type === 'Ready')?.status

const own = async (node: string): Promise<BalloonPod | undefined> =>
  (await balloonPods()).find(({ spec }) => spec.nodeName === node)

const sizeIs = async (node: string, size: bigint): Promise<boolean> => {
  const [pod, all] = await Promise.all([own(node), allocatable(node)])
  return pod !== undefined && isSettled(pod) && cpuOf(requestsOf(pod).cpu) === all - size
}

const untilSize = (node: string, size: bigint): Promise<void> =>
  until(() => sizeIs(node, size), `${node} has no size of ${size}m: ${JSON.stringify(replica.log())}`)

const enable = (node: string) =>
  kubectl(['label', 'node', node, `${balloon.optInLabel.key}=${balloon.optInLabel.value}`])

async function set(node: string): Promise<void> {
  expect(await nodesize(['set', node, '--cpu', '1000m'])).toMatchObject({ exit: 0 })
}

/** Pods that nobody creates again. Together they request 800m, and fit in 1000m. */
const names = (node: string): readonly string[] => [1, 2, 3, 4].map((i) => `${node}-pod-${i}`)

async function runPods(node: string): Promise<void> {
  const resources = { requests: { cpu: '200m', memory: '16Mi' } }
  await applyObjects(names(node).map((name) => pausePod({ name, nodeName: node, resources })))
  await Promise.all(names(node).map((name) => waitForPod(name)))
}

const containersOf = (node: string) =>
  Promise.all(names(node).map(async (name) => (await podStatus(name)).containerStatuses))

const living = async (node: string): Promise<number> => {
  const phases = await Promise.all(names(node).map(async (name) => (await podStatus(name)).phase))
  return phases.filter((phase) => phase === 'Running').length
}

const afterReboot: Stories = {
  'a node that reboots has its size after it': async (node) => {
    await set(node)
    const [pod, { status }] = await Promise.all([own(node), readNode<Node>(node)])
    await reboot(rebooted)
    await until(
      async () => (await readNode<Node>(node)).status.nodeInfo.bootID !== status.nodeInfo.bootID,
      'it has not booted',
    )
    await untilReady(node)
    await untilSize(node, 1000n)
    expect((await own(node))?.metadata.uid).toBe(pod?.metadata.uid)
  },
}

const createdAgain: Stories = {
  'a node that is deleted and joins again gets its size back': async (node) => {
    await set(node)
    await onNode(node, ['systemctl', 'stop', 'kubelet'])
    await kubectl(['delete', 'node', node])
    const bound = ['--all-namespaces', `--field-selector=spec.nodeName=${node}`]
    await kubectl(['delete', 'pods', ...bound, '--force', '--grace-period=0'])
    await onNode(node, ['systemctl', 'start', 'kubelet'])
    await untilReady(node)
    await enable(node)
    await untilSize(node, 1000n)
  },
}

const silent: Stories = {
  'a kubelet that is stopped for longer than its lease: the balloon made meanwhile gets the size, no pod is touched':
    async (node) => {
      await runPods(node)
      await set(node)
      const before = await containersOf(node)
      await onNode(node, ['systemctl', 'stop', 'kubelet'])
      await until(async () => (await ready(node)) === 'Unknown', `${node} is still Ready`)
      await deleteBalloon((await own(node))?.metadata.name ?? '')
      await until(async () => (await own(node)) !== undefined, `${node} has no new balloon`)
      await onNode(node, ['systemctl', 'start', 'kubelet'])
      await untilReady(node)
      await untilSize(node, 1000n)
      expect(await containersOf(node)).toEqual(before)
    },
}

const less = 'kubeReserved: {cpu: 700m}'

async function restartWithLess(node: string): Promise<string> {
  const text = await onNode(node, ['cat', configPath])
  const full = await allocatable(node)
  expect(await runWith(node, withFields(text, less))).toMatchObject({ exit: undefined })
  await until(async () => (await allocatable(node)) === full - 700n, 'allocatable is as before')
  return text
}

/**
 * On a busy machine, the kubelet admits its pods to what its Node offered before (ADR 36), and the balloon has given back
 * before its next start: then none ends, and the node is made as before.
 */
async function endsThree(node: string): Promise<boolean> {
  const text = await restartWithLess(node)
  if (await happens(async () => (await living(node)) === 1, 20_000)) return true
  expect(await living(node)).toBe(4)
  await runWith(node, text)
  await untilSize(node, 1000n)
  return false
}

const unannounced: Stories = {
  'reset first: a restart with less allocatable that no agent announces ends no pod': async (node) => {
    await runPods(node)
    await set(node)
    expect(await nodesize(['reset', node])).toMatchObject({ exit: 0 })
    const before = await containersOf(node)
    const text = await restartWithLess(node)
    expect({ living: await living(node), containers: await containersOf(node) }).toEqual({
      living: 4,
      containers: before,
    })
    expect(await runWith(node, text)).toMatchObject({ exit: undefined })
  },
  'not reset: three pods of four end, and the node has its size afterwards': async (node) => {
    await set(node)
    await until(() => endsThree(node), 'not one of four lives')
    await untilSize(node, 1000n)
    expect(await living(node)).toBe(1)
  },
}

const lanes = [afterReboot, createdAgain, silent, unannounced]

/** Side by side: most of the time, each of them waits for the kubelet or for the control plane. */
beforeAll(async () => {
  const nodes = await Promise.all(lanes.map(() => makeNode()))
  rebooted = nodes[0]!
  made = nodes.map(({ name }) => name)
  await Promise.all(nodes.map(({ name }) => enable(name)))
  expect(await nodesize(['install', image])).toMatchObject({ exit: 0 })
  for (const { name } of nodes)
    await until(async () => {
      const pod = await own(name)
      return pod !== undefined && isSettled(pod)
    }, `${name} has no balloon`)
  replica = await startReplica(kubeconfig())
  await untilLeads(replica)
  await Promise.all(nodes.map(({ name }, i) => tell(name, lanes[i]!)))
}, 600_000)

afterAll(async () => {
  await replica?.end('SIGTERM')
  await deletePods(made.flatMap(names))
  await nodesize(['uninstall', '--yes'])
  await removeNodes()
}, 120_000)

testsOf(...lanes)
