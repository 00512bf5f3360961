import { expect, test } from '@jest/globals'
import { formatMemory } from '../../../src/lib/quantity/memory.ts'
import { nodesize } from '../commands.ts'
import { onNode } from '../node.ts'
import { until } from '../until.ts'
import { allocatableOf, cpuShare } from './allocatable.ts'
import { balloonOf, footprint, isSettled, least, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { changesOf, sizeOf } from './sizes.ts'

keepInstalled()

const mebibyte = 2n ** 20n

test('a node becomes as large as it is told to, and its balloon takes the rest', async () => {
  const { cpu, memory } = await allocatableOf('node-a')
  const ran = await nodesize(['set', 'node-a', '--cpu', '500m', '--memory', '512Mi'])
  expect(ran).toMatchObject({
    exit: 0,
    stderr: '',
    stdout: expect.stringMatching(/^node\/node-a resized: \S+ → 500m\/512Mi\n$/),
  })
  const pod = await balloonOf('node-a')
  expect(requestsOf(pod)).toEqual({ cpu: `${cpu - 500n}m`, memory: formatMemory(memory - 512n * mebibyte) })
  await until(async () => isSettled(await balloonOf('node-a')), 'the balloon is not settled')
  expect((await sizeOf('node-a')).size).toEqual({ cpu: '500m', memory: '512Mi' })
})

test('sizes are amounts, shares of what the node can allocate, or changes of what it has', async () => {
  const cpuAfter = async (size: string): Promise<string> => {
    const { stdout } = await nodesize(['set', 'node-a', '--cpu', size, '--output=json'])
    return changesOf(stdout)[0]?.after.cpu ?? ''
  }
  expect(await cpuAfter('600m')).toBe('600m')
  expect(await cpuAfter('-150m')).toBe('450m')
  expect(await cpuAfter('+50m')).toBe('500m')
  expect(await cpuAfter('80%')).toBe(await cpuShare('node-a', 80n))
  expect(await cpuAfter('max')).toBe(`${(await allocatableOf('node-a')).cpu - 1n}m`)
})

test('what is asked for already is left alone', async () => {
  await nodesize(['set', 'node-a', '--cpu', '700m'])
  const before = footprint(await balloonOf('node-a'))
  const ran = await nodesize(['set', 'node-a', '--cpu', '700m'])
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('node/node-a unchanged: 700m/') })
  expect(footprint(await balloonOf('node-a'))).toEqual(before)
})

test('a resource that is not named keeps its size', async () => {
  await nodesize(['set', 'node-a', '--memory', '50%'])
  const { memory } = requestsOf(await balloonOf('node-a'))
  await nodesize(['set', 'node-a', '--cpu', '50%'])
  expect(requestsOf(await balloonOf('node-a')).memory).toBe(memory)
})

test('reset gives a node its full size back', async () => {
  await nodesize(['set', 'node-a', '--cpu', '50%', '--memory', '50%'])
  expect(await nodesize(['reset', 'node-a'])).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
})

test('a selector means all nodes that match it', async () => {
  const ran = await nodesize(['set', '--selector', 'kubernetes.io/os=linux', '--cpu', '60%', '--output=json'])
  expect(ran).toMatchObject({ exit: 0 })
  expect(changesOf(ran.stdout)).toMatchObject([
    { node: 'node-a', outcome: 'resized', after: { cpu: await cpuShare('node-a', 60n) } },
    { node: 'node-b', outcome: 'resized', after: { cpu: await cpuShare('node-b', 60n) } },
  ])
})

test.each(['client', 'server'])('--dry-run=%s says what would be done and does nothing', async (mode) => {
  const before = footprint(await balloonOf('node-a'))
  const ran = await nodesize(['set', 'node-a', '--cpu', '500m', `--dry-run=${mode}`])
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout.split('\n')).toEqual([
    expect.stringMatching(/resized: .* → 500m\/.*dry run\)$/),
    expect.stringMatching(/^ {2}balloon nodesize-balloon-\w+: 1m\/16Mi → /),
    expect.stringMatching(/^ {2}free afterwards: /),
    expect.stringMatching(/^ {2}requested by pods: /),
    '',
  ])
  expect(footprint(await balloonOf('node-a'))).toEqual(before)
})

/** To what applies the resources of containers for the runtime. */
const toShims = (signal: 'STOP' | 'CONT') => onNode('node-a', ['pkill', `-${signal}`, '--full', 'containerd-shim'])

test('a node that becomes larger is that when set ends: the scheduler counts what the container runtime applies', async () => {
  await nodesize(['set', 'node-a', '--cpu=500m'])
  await until(async () => isSettled(await balloonOf('node-a')), 'the balloon is not settled')
  await toShims('STOP')
  const running = nodesize(['set', 'node-a', '--cpu=700m', '--output=json'])
  try {
    await until(async () => (await sizeOf('node-a')).reason === 'ResizeNotApplied', 'the resize is applied')
    expect((await sizeOf('node-a')).size.cpu).toBe('500m')
  } finally {
    await toShims('CONT')
  }
  expect(changesOf((await running).stdout)[0]?.after.cpu).toBe('700m')
  expect((await sizeOf('node-a')).size.cpu).toBe('700m')
})
