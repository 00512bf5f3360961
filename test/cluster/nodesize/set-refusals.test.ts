import { expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, footprint, untilSettled } from './balloons.ts'
import { keepInstalled, labelNodes, unlabelNodes } from './installation.ts'
import { sizeOf } from './sizes.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()

test.each([
  ['an unknown node', ['node-z', '--cpu=1'], 3, "node 'node-z' not found"],
  ['a selector that matches nothing', ['-l', 'pool=none', '--cpu=1'], 3, "no node matches the selector 'pool=none'"],
  ['more than there is', ['node-b', '--cpu=9999'], 3, "node 'node-b' cannot have cpu 9999"],
  ['less than nothing', ['node-b', '--cpu=-9999'], 3, 'must be greater than zero'],
  ['nothing', ['node-b', '--cpu=0'], 2, 'is not a valid size'],
  ['no size', ['node-b'], 2, 'no size given'],
  ['no node', ['--cpu=1'], 2, 'no nodes selected'],
])('%s is refused', async (_, args, exit, message) => {
  const before = footprint(await balloonOf('node-b'))
  const ran = await nodesize(['set', ...args])
  expect(ran).toMatchObject({ exit, stdout: '', stderr: expect.stringContaining(message) })
  expect(footprint(await balloonOf('node-b'))).toEqual(before)
})

test('a node cannot become smaller than what runs on it, and nothing is written', async () => {
  const tenant = { name: 'tenant', node: 'node-b', cpu: await cpuShare('node-b', 40n) } as const
  await runWorkload(tenant)
  const { requested, free } = await sizeOf('node-b')
  const before = footprint(await balloonOf('node-b'))
  const ran = await nodesize(['set', 'node-b', '--cpu', '30%'])
  await removeWorkload(tenant)
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  expect(ran.stderr).toContain("node 'node-b' has no room to shrink")
  expect(ran.stderr).toContain(`it has ${free.cpu} cpu free`)
  expect(ran.stderr).toContain(`the smallest possible cpu is ${requested.cpu}`)
  expect(ran.stderr).toContain(`most cpu: default/tenant ${tenant.cpu}, default/standing-`)
  expect(footprint(await balloonOf('node-b'))).toEqual(before)
})

test('a node may become exactly as small as what runs on it', async () => {
  const { requested } = await sizeOf('node-b')
  expect(await nodesize(['set', 'node-b', '--cpu', requested.cpu])).toMatchObject({ exit: 0 })
  expect((await sizeOf('node-b')).free.cpu).toBe('0')
})

test('one node that cannot does not stop the other: the result is partial', async () => {
  const tenant = { name: 'tenant', node: 'node-b', cpu: await cpuShare('node-b', 40n) } as const
  await runWorkload(tenant)
  const ran = await nodesize(['set', 'node-a', 'node-b', '--cpu', '30%'])
  await removeWorkload(tenant)
  expect(ran).toMatchObject({ exit: 8, stdout: expect.stringMatching(/^node\/node-a resized: .*\n$/) })
  expect(ran.stderr).toContain("node 'node-b' has no room to shrink")
})

test('a node without the label has no balloon, and the answer names the label', async () => {
  await unlabelNodes('node-b')
  const ran = await nodesize(['set', 'node-b', '--cpu', '50%'])
  await labelNodes('node-b')
  await untilSettled('node-b')
  expect(ran).toMatchObject({ exit: 5, stdout: '', stderr: expect.stringContaining("node 'node-b' has no balloon") })
  expect(ran.stderr).toContain('kubectl label node node-b nodesize.kubeletcfg.dev/enabled=true')
})
