import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { cpuOf } from '../../../src/lib/quantity/cpu.ts'
import { installAgents, removeManifests, unstore, untilPhase } from '../agent/installed-agent.ts'
import { configPath } from '../agent/kubelet-run.ts'
import { pidsOn, startPods } from '../agent/pods.ts'
import { kubeletcfg, nodesize } from '../commands.ts'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { readNode } from '../read.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { type BalloonPod, balloonPods, isSettled, requestsOf } from './balloons.ts'
import { image } from './installation.ts'
import { keepRights, startReplica, untilLeads } from './replicas.ts'

const { kubeconfig } = keepRights()
let node = ''
let replica: Replica | undefined

beforeAll(async () => {
  node = (await makeNode({ layout: 'kubeadm' })).name
  await kubectl(['label', 'node', node, `${balloon.optInLabel.key}=${balloon.optInLabel.value}`])
  expect(await nodesize(['install', image])).toMatchObject({ exit: 0 })
  await until(async () => (await own())?.status.phase === 'Running', 'the node has no balloon')
  await startPods(node)
  await installAgents([node])
}, 240_000)

afterAll(async () => {
  await replica?.end('SIGTERM')
  await unstore(node)
  await nodesize(['uninstall', '--yes'])
  await removeNodes()
  await removeManifests()
}, 120_000)

type Running = BalloonPod & { readonly status: { readonly phase?: string } }

const own = async (): Promise<Running | undefined> =>
  (await balloonPods()).find(({ spec }) => spec.nodeName === node) as Running | undefined

const cpuOfBalloon = async (): Promise<bigint> => cpuOf(requestsOf((await own())!).cpu)

const allocatable = async (): Promise<bigint> =>
  cpuOf((await readNode<{ status: { allocatable: { cpu: string } } }>(node)).status.allocatable.cpu)

test('a kubelet that restarts with less allocatable ends no pod: the room is given back first, and taken again', async () => {
  const full = await allocatable()
  const replicaOne = await startReplica(kubeconfig())
  replica = replicaOne
  await untilLeads(replicaOne)
  expect(await nodesize(['set', node, '--cpu', '800m'])).toMatchObject({ exit: 0 })
  const before = await pidsOn(node)
  expect(await cpuOfBalloon()).toBe(full - 800n)
  const text = withFields(await onNode(node, ['cat', configPath]), 'kubeReserved: {cpu: 700m}')
  const pushed = await kubeletcfg(['push', '--filename=-', '--yes', '--accept-risk=drain', '--node', node], {
    input: text,
  })
  expect(pushed).toMatchObject({ exit: 0 })
  await untilPhase(node, 'Good')
  expect(await allocatable()).toBe(full - 700n)
  await until(
    async () => (await cpuOfBalloon()) === full - 1500n && isSettled((await own())!),
    'no room was taken again',
  )
  expect(await pidsOn(node)).toEqual(before)
  expect(replicaOne.log().map(({ message }) => message)).toContainEqual(
    expect.stringContaining('about to restart with less allocatable'),
  )
}, 240_000)
