import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Amounts, amountsOf, equal, resources } from '../../../src/lib/pods/amounts.ts'
import type { Ran } from '../../support/run-process.ts'
import { nodesize } from '../commands.ts'
import { applyObjects, kubectl } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { until } from '../until.ts'
import { allocatableOf } from './allocatable.ts'
import { untilSettled } from './balloons.ts'
import { type Sums, watchSums } from './host-sums.ts'
import { keepInstalled, labelNodes } from './installation.ts'
import type { Size } from './sizes.ts'
import { workload } from './workload.ts'

keepInstalled()

let nodes: NodeName[]
let host: Amounts
beforeAll(async () => {
  const third = (await makeNode()).name as NodeName
  nodes = ['node-a', 'node-b', third]
  await labelNodes(third)
  await until(async () => (await nodesize(['get', third, '--output=name'])).exit === 0, 'the third node is not there')
  await untilSettled(...nodes)
  host = await allocatableOf('node-a')
}, 120_000)
afterAll(removeNodes)

const split = (...args: readonly string[]) => nodesize(['split', `--nodes=${nodes.join()}`, ...args])

interface Host {
  readonly nodes: readonly Size[]
  readonly size: { readonly cpu: string; readonly memory: string }
  readonly excess: object | null
}

async function shareOfHost(): Promise<Host> {
  const { exit, stdout, stderr } = await nodesize(['share', `--nodes=${nodes.join()}`, '--output=json'])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  const { items } = JSON.parse(stdout) as { items: readonly Host[] }
  return items[0]!
}

/** Each may only have less than before while the nodes have more than the host. */
function expectNeverMore({ all }: Sums): void {
  const above = all.flatMap((after, i) =>
    resources.filter(
      (resource) => after[resource] > host[resource] && after[resource] > (all[i - 1] ?? after)[resource],
    ),
  )
  expect(above).toEqual([])
}

test('kubelets of one host offer it several times', async () => {
  const { nodes: found, excess } = await shareOfHost()
  expect(found.map(({ node }) => node)).toEqual(nodes)
  expect(excess).not.toBeNull()
})

test('three nodes split their host in thirds while pods come and go, and never have more than it together', async () => {
  const sums = await watchSums(nodes, host)
  const ran: Ran[] = []
  const churning = new AbortController()
  const churn = comeAndGo(churning.signal)
  try {
    for (let round = 0; round < 4; round++)
      for (const weights of ['1,1,1', '2,1,1', '1,3,2', '2,3,4']) ran.push(await split('--weights', weights))
    churning.abort()
    await churn
    expect(await split()).toMatchObject({ exit: 0 })
    await until(async () => equal(sums.all.at(-1)!, host), 'the nodes do not have the host')
  } finally {
    churning.abort()
    await Promise.allSettled([churn, sums.stop()])
  }
  const exits = ran.map(({ exit }) => exit)
  // No room, reverted because a pod was faster, or some of both: in each case nothing is disturbed.
  expect(ran.filter(({ exit }) => ![0, 5, 8, 9].includes(exit ?? -1))).toEqual([])
  expect(exits).toContain(0)
  const { came, refused } = await churn
  expect(came).toBeGreaterThan(10)
  expectNeverMore(sums)
  expect(sums.all.length).toBeGreaterThan(40)
  // What the runtime applies follows what the kubelet has granted, and the scheduler waits for it.
  await until(async () => equal(amountsOf((await shareOfHost()).size), host), 'share does not show the host')
  expect(await shareOfHost()).toMatchObject({ excess: null })
  process.stderr.write(`splits: ${exits.join()}; ${sums.all.length} states; ${came} pods, ${refused} refused\n`)
}, 300_000)

test('a node that cannot get smaller keeps the others as they are, and nothing is sent', async () => {
  expect(await split()).toMatchObject({ exit: 0 })
  await applyObjects([workload({ name: 'split-large', node: 'node-a', cpu: `${host.cpu / 4n}m` })])
  await kubectl(['wait', '--for=condition=Ready', 'pod/split-large', '--timeout=60s'])
  const before = await shareOfHost()
  const ran = await split('--weights=1,4,4')
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  expect(ran.stderr).toMatch(/no node was resized: node 'node-a' has no room to shrink/)
  expect(await shareOfHost()).toEqual(before)
  await kubectl(['delete', 'pod', 'split-large', '--force', '--grace-period=0'])
}, 60_000)

test('a dry run of a split prints it and resizes nothing', async () => {
  const before = await shareOfHost()
  expect(await split('--weights=2,1,1', '--dry-run=server')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(
      /^host: .*\n(?:node\/\S+: .*\n){3}(?:node\/\S+ resized: .* \(server dry run\)\n(?: {2}.*\n)*){3}$/,
    ),
  })
  expect(await shareOfHost()).toEqual(before)
})

/** Pods that request about a third of what a third of the host has, on any of the nodes, until aborted. */
async function comeAndGo(signal: AbortSignal): Promise<{ came: number; refused: number }> {
  const { cpu } = host
  let [came, refused] = [0, 0]
  while (!signal.aborted) {
    const pods = nodes.map((node, i) => ({ name: `split-${came + i}`, node }))
    await applyObjects(pods.map((pod) => workload({ ...pod, cpu: `${cpu / 9n}m` })))
    await sleep(150)
    const phases = await kubectl([
      'get',
      'pods',
      ...pods.map(({ name }) => name),
      '--output=jsonpath={.items[*].status.phase}',
    ])
    refused += phases.split(' ').filter((phase) => phase === 'Failed').length
    came += pods.length
    await kubectl(['delete', 'pod', ...pods.map(({ name }) => name), '--force', '--grace-period=0'])
  }
  return { came, refused }
}

test('sizes are those of the plan, to the byte', async () => {
  expect(await split('--host-cpu=1500m', '--host-memory=3000000001')).toMatchObject({ exit: 0 })
  const { nodes: sizes, size } = await shareOfHost()
  expect(amountsOf(size)).toEqual(amountsOf({ cpu: '1500m', memory: '3000000001' }))
  expect(sizes.map(({ size: { memory } }) => amountsOf({ memory }).memory)).toEqual([
    1_000_000_001n,
    1_000_000_000n,
    1_000_000_000n,
  ])
})
