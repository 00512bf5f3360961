import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import { formatCpu } from '../../../src/lib/quantity/cpu.ts'
import { bucketOf } from '../../../src/lib/sizes/desired/size-bucket.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl, kubectlJson } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import type { Replica } from '../replica.ts'
import { until } from '../until.ts'
import { allocatableOf } from './allocatable.ts'
import { balloonOf, footprint, isSettled, least, replaceBalloon, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { keepRights, startReplica, untilLeads } from './replicas.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()
const { kubeconfig } = keepRights()
let replica: Replica

beforeEach(async () => {
  replica = await startReplica(kubeconfig())
  await untilLeads(replica)
}, 60_000)

afterEach(async () => {
  await replica.end('SIGTERM')
  await removeWorkload(spoof)
}, 60_000)

async function untilHalf(node: NodeName): Promise<void> {
  const { cpu } = await allocatableOf(node)
  const rest = formatCpu(cpu - cpu / 2n)
  await until(
    async () => {
      const pod = await balloonOf(node)
      return isSettled(pod) && requestsOf(pod).cpu === rest
    },
    `${node} has not half its size: ${JSON.stringify(replica.log())}`,
  )
}

const setHalf = async (...nodes: readonly NodeName[]) =>
  expect(await nodesize(['set', ...nodes, '--cpu', '50%'])).toMatchObject({ exit: 0 })

const spoof = { name: 'spoof', namespace: 'default', node: 'node-a', cpu: '70m' } as const

test('a pod of somebody else that bears the label of a balloon is a workload: it is counted, and never resized', async () => {
  const labels = { [balloon.podLabel.key]: balloon.podLabel.value, [balloon.ownerLabel.key]: balloon.ownerLabel.value }
  await runWorkload({ ...spoof, labels })
  const seen = async () => footprint(await kubectlJson(['get', 'pod', spoof.name]))
  const before = await seen()
  await setHalf('node-a')
  await replaceBalloon('node-a')
  await untilHalf('node-a')
  expect(await seen()).toEqual(before)
}, 120_000)

const inNamespace = `--namespace=${defaultNamespace}`
const edit = (node: NodeName, text: string | null) =>
  kubectl([
    ...['patch', 'configmap', bucketOf(node), inNamespace, '--type=merge'],
    `--patch=${JSON.stringify({ data: { [node]: text } })}`,
  ])

test('a desired size that a person edits into nonsense is reported and stays, and the other node gets its size', async () => {
  await setHalf('node-a', 'node-b')
  const nonsense = '{"cpu":"lots","memory":-1,"hold":"on"}'
  await edit('node-b', nonsense)
  await Promise.all([replaceBalloon('node-a'), replaceBalloon('node-b')])
  await untilHalf('node-a')
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
  const { data } = await kubectlJson<{ data: object }>(['get', 'configmap', bucketOf('node-b'), inNamespace])
  expect(data).toMatchObject({ 'node-b': nonsense })
  const { items } = await kubectlJson<{ items: { reason: string; message: string }[] }>([
    ...['get', 'events', '--field-selector=involvedObject.kind=Node,involvedObject.name=node-b'],
  ])
  expect(items).toContainEqual(
    expect.objectContaining({ reason: 'NodeSizeUnreadable', message: expect.stringContaining('lots') }),
  )
  const once = await nodesize(['reconcile', '--once', '--output=json'])
  expect(JSON.parse(once.stdout).items).toEqual([
    expect.objectContaining({ node: 'node-a', reason: 'DesiredSizeReached' }),
    expect.objectContaining({ node: 'node-b', reason: 'DesiredSizeInvalid' }),
  ])
  expect(once.exit).toBe(8)
  await edit('node-b', null)
}, 120_000)

test('the reconciler of another namespace, with desired sizes for the same nodes, resizes no balloon that is not its own', async () => {
  const other = 'balloons-other'
  await applyObjects([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: other } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: bucketOf('node-a'), namespace: other, labels: { 'nodesize.kubeletcfg.dev/sizes': 'true' } },
      data: { 'node-a': '{"cpu":"100m"}' },
    },
  ])
  await setHalf('node-a')
  const once = await nodesize(['reconcile', '--once', `--namespace=${other}`, '--output=json'])
  expect(JSON.parse(once.stdout).items).toEqual([expect.objectContaining({ node: 'node-a', outcome: 'unchanged' })])
  await untilHalf('node-a')
  await kubectl(['delete', 'namespace', other, '--wait=false'])
}, 120_000)
