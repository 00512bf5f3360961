import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { podStatus } from '../pods.ts'
import { readNode } from '../read.ts'
import { until } from '../until.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, least, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { startKubelet, stopKubelet } from './kubelet.ts'
import { sizeOf } from './sizes.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()

/** In the way of half of the node. */
const large = { name: 'if-full-large', node: 'node-b' } as const
const half = ['set', 'node-b', '--cpu', '50%']

let cpu: string
beforeAll(async () => {
  cpu = await cpuShare('node-b', 60n)
})
afterEach(() => removeWorkload(large))

const isCordoned = async () =>
  (await readNode<{ spec: { unschedulable?: boolean } }>('node-b')).spec.unschedulable === true

test('wait has the size once the pod has gone, and does not keep the node cordoned until then', async () => {
  await runWorkload({ ...large, cpu })
  const running = nodesize([...half, '--if-full=wait'])
  await until(async () => (await sizeOf('node-b')).state === 'Deferred', 'the resize is not deferred')
  await until(async () => !(await isCordoned()), 'the node stays cordoned')
  expect((await podStatus(large.name)).phase).toBe('Running')
  await removeWorkload(large)
  const ran = await running
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
  expect(ran.stderr).toMatch(/^node 'node-b': requested until it fits, for 4m0s at most; /)
  expect((await sizeOf('node-b')).state).toBe('Ready')
})

test('wait reverts when the pod stays', async () => {
  await runWorkload({ ...large, cpu })
  const ran = await nodesize([...half, '--if-full=wait', '--timeout=3s'])
  expect(ran).toMatchObject({ exit: 9, stdout: '' })
  expect(ran.stderr).toContain('the resize did not fit within 3s and was reverted')
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
  const { phase, containerStatuses } = await podStatus(large.name)
  expect({ phase, restarts: containerStatuses[0]?.restartCount }).toEqual({ phase: 'Running', restarts: 0 })
})

test('partial takes what is free, and not more', async () => {
  await runWorkload({ ...large, cpu })
  const ran = await nodesize([...half, '--if-full=partial'])
  expect(ran).toMatchObject({ exit: 8, stdout: expect.stringContaining('resized') })
  expect(ran.stderr).toMatch(/^warning: node 'node-b': only a part fits, \S+ cpu is missing; most cpu: /)
  const { free, state } = await sizeOf('node-b')
  expect({ state, cpu: free.cpu }).toEqual({ state: 'Ready', cpu: '0' })
})

test('all nodes or none: one whose kubelet is silent puts the other back', async () => {
  await stopKubelet('node-b')
  const ran = await nodesize(['set', 'node-a', 'node-b', '--cpu', '50%', '--atomic', '--timeout=5s', '-o', 'json'])
  await startKubelet('node-b')
  expect(ran).toMatchObject({ exit: 7 })
  expect(JSON.parse(ran.stdout).items).toMatchObject([
    { node: 'node-a', outcome: 'reverted', reason: 'PutBack' },
    { node: 'node-b', outcome: 'timeout', reason: 'UnconfirmedReverted' },
  ])
  for (const node of ['node-a', 'node-b'] as const) expect(requestsOf(await balloonOf(node))).toEqual(least)
  expect(await isCordoned()).toBe(false)
}, 120_000)
