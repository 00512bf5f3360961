import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { defaultNamespace } from '../../../src/lib/names.ts'
import { cpuOf, formatCpu } from '../../../src/lib/quantity/cpu.ts'
import { bucketOf } from '../../../src/lib/sizes/desired/size-bucket.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import { podStatus } from '../pods.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { allocatableOf, cpuShare } from './allocatable.ts'
import { balloonOf, least, replaceBalloon, requestsOf } from './balloons.ts'
import { keepInstalled, labelNodes, unlabelNodes } from './installation.ts'
import { keepRights, startReplica, untilLeads } from './replicas.ts'
import { sizeOf } from './sizes.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()
const { kubeconfig } = keepRights()
let policy = ''

beforeAll(async () => {
  const { stdout } = await nodesize(['manifests', '--birth-policy', '--output=json'])
  const { items } = JSON.parse(stdout) as { items: readonly { kind: string }[] }
  const objects = items.filter(({ kind }) => kind.startsWith('MutatingAdmissionPolicy'))
  policy = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
  await applyObjects(objects)
})

afterAll(async () => {
  await kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: policy })
})

const halve = async (): Promise<void> =>
  expect(await nodesize(['set', 'node-a', '--cpu', '50%', '--memory', '50%'])).toMatchObject({ exit: 0 })

/** What a new balloon of node-a requested when it was created. */
async function bornRequests() {
  await replaceBalloon('node-a')
  const pod = await balloonOf('node-a')
  expect(pod.metadata.generation).toBe(1)
  return requestsOf(pod)
}

test('a new balloon starts with the size of its node, without a resize, and others are not affected', async () => {
  await halve()
  const set = requestsOf(await balloonOf('node-a'))
  // The API server takes about a second until it acts by a new policy.
  await until(async () => (await bornRequests()).cpu === set.cpu, 'the policy does not act')
  expect(await bornRequests()).toEqual(set)
  await replaceBalloon('node-b')
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
}, 120_000)

const edit = (text: string) =>
  kubectl([
    ...['patch', 'configmap', bucketOf('node-a'), `--namespace=${defaultNamespace}`, '--type=merge'],
    `--patch=${JSON.stringify({ data: { 'node-a': text } })}`,
  ])

test.each([
  ['no amounts', '{"cpu":"1","birth":{"cpu":"lots","memory":"-1"}}'],
  ['zero', '{"cpu":"1","birth":{"cpu":"0","memory":"0"}}'],
  ['a fraction of a byte', '{"cpu":"1","birth":{"cpu":"500m","memory":"16777216500m"}}'],
  ['in a message', JSON.stringify({ cpu: '1', message: '"birth":{"cpu":"500m","memory":"1Gi"}' })],
  ['no JSON', 'birth'],
])(
  'what a person made of the size of new balloons is not copied: %s',
  async (_, text) => {
    await edit(text)
    expect(await bornRequests()).toEqual(least)
  },
  60_000,
)

const filler = { name: 'filler', node: 'node-a' } as const
let replica: Replica | undefined

afterEach(async () => {
  await replica?.end('SIGTERM')
  replica = undefined
  await removeWorkload(filler)
  await labelNodes('node-a', 'node-b')
})

test('a balloon that is born larger than the room preempts nobody, and the reconciler gives it what is free', async () => {
  await halve()
  await unlabelNodes('node-a')
  await until(async () => (await sizeOf('node-a')).state === 'NotManaged', 'node-a still has a balloon')
  await runWorkload({ ...filler, cpu: await cpuShare('node-a', 70n) })
  const before = await podStatus(filler.name)
  await labelNodes('node-a')
  await until(async () => (await sizeOf('node-a')).state === 'Pending', 'the balloon is not Pending')
  replica = await startReplica(kubeconfig())
  await untilLeads(replica)
  await until(async () => (await sizeOf('node-a')).state === 'Ready', 'the balloon is not Ready')
  const { requested, free } = await sizeOf('node-a')
  expect(free.cpu).toBe('0')
  const { cpu } = await allocatableOf('node-a')
  expect(requestsOf(await balloonOf('node-a')).cpu).toBe(formatCpu(cpu - cpuOf(requested.cpu)))
  expect(await podStatus(filler.name)).toEqual(before)
}, 180_000)
