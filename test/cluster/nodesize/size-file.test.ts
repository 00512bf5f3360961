import { expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { allocatableOf, cpuShare } from './allocatable.ts'
import { balloonOf, footprint, least, requestsOf, untilSettled } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { changesOf, sizeOf } from './sizes.ts'
import { removeWorkload, runWorkload } from './workload.ts'

keepInstalled()

const file = (...sizes: readonly string[]): string =>
  ['apiVersion: kubeletcfg.dev/v1alpha1', 'kind: NodeSizeConfiguration', 'sizes:', ...sizes, ''].join('\n')
const apply = (input: string, ...args: readonly string[]) => nodesize(['apply', '--filename=-', ...args], { input })
const diff = (input: string, ...args: readonly string[]) => nodesize(['diff', '--filename=-', ...args], { input })
const all = file(
  '- nodeSelector: { kubernetes.io/os: linux }',
  '  cpu: 60%',
  '- node: node-a',
  '  cpu: 900m',
  '  memory: 1Gi',
)

async function footprints(): Promise<readonly object[]> {
  return [footprint(await balloonOf('node-a')), footprint(await balloonOf('node-b'))]
}

test('a file gives nodes their sizes, and then nothing differs from it', async () => {
  expect(await diff(all)).toMatchObject({ exit: 1, stdout: expect.stringContaining('  + cpu: 900m\n') })
  const ran = await apply(all, '--output=json')
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(changesOf(ran.stdout)).toMatchObject([
    { node: 'node-a', outcome: 'resized', after: { cpu: '900m', memory: '1Gi' } },
    { node: 'node-b', outcome: 'resized', after: { cpu: await cpuShare('node-b', 60n) } },
  ])
  expect((await sizeOf('node-a')).size).toEqual({ cpu: '900m', memory: '1Gi' })
  expect(await diff(all)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test('what is exported and applied changes nothing, not even with --prune', async () => {
  expect(await apply(all)).toMatchObject({ exit: 0 })
  await untilSettled('node-a', 'node-b')
  const before = await footprints()
  const exported = await nodesize(['export', 'node-a', 'node-b'])
  expect(exported).toMatchObject({ exit: 0, stderr: '' })
  expect(exported.stdout).toBe((await nodesize(['export', 'node-b', 'node-a'])).stdout)
  const ran = await apply(exported.stdout, '--prune', '--output=json')
  expect(changesOf(ran.stdout).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  expect(await diff(exported.stdout, '--prune')).toEqual({ exit: 0, stdout: '', stderr: '' })
  expect(await footprints()).toEqual(before)
})

test('what is stored is compared as well: with no difference, apply writes nothing', async () => {
  const { cpu } = await allocatableOf('node-a')
  const large = { name: 'file-stored', node: 'node-a', cpu: `${cpu / 2n}m` } as const
  await runWorkload(large)
  const part = await nodesize(['set', 'node-a', '--cpu=500m', '--if-full=partial'])
  await removeWorkload(large)
  expect(part.exit).toBe(8)
  const one = file('- node: node-a', `  cpu: ${(await sizeOf('node-a')).size.cpu}`)
  expect(await diff(one)).toMatchObject({ exit: 1, stdout: expect.stringContaining('  - stored cpu: 500m\n') })
  expect(await apply(one, '--dry-run=client')).toMatchObject({
    stdout: expect.stringMatching(/^node\/node-a stored: /),
  })
  expect(await apply(one)).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^node\/node-a stored: /) })
  expect(await diff(one)).toEqual({ exit: 0, stdout: '', stderr: '' })
  const exported = await nodesize(['export', '-l', 'pool=typo'])
  expect(exported).toMatchObject({ exit: 3, stdout: '', stderr: expect.stringContaining("selector 'pool=typo'") })
})

test('--prune resets nodes that the file does not select, only when it is confirmed', async () => {
  expect(await apply(all)).toMatchObject({ exit: 0 })
  const one = file('- node: node-a', '  cpu: 900m')
  const before = await footprints()
  const refused = await apply(one, '--prune')
  expect(refused).toMatchObject({ exit: 5, stderr: expect.stringContaining('not in the file, and reset: node/node-b') })
  expect(await footprints()).toEqual(before)
  expect(await apply(one, '--prune', '--yes')).toMatchObject({ exit: 0 })
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
  expect((await sizeOf('node-a')).size.cpu).toBe('900m')
})

test('a node without the room keeps its size and its pods, and the others get theirs', async () => {
  const { cpu } = await allocatableOf('node-a')
  const large = { name: 'file-large', node: 'node-a', cpu: `${cpu / 2n}m` } as const
  await runWorkload(large)
  const ran = await apply(file('- nodeSelector: { kubernetes.io/os: linux }', '  cpu: 40%'))
  await removeWorkload(large)
  expect(ran).toMatchObject({ exit: 8, stdout: expect.stringMatching(/^node\/node-b resized: .*\n$/) })
  expect(ran.stderr).toMatch(/node 'node-a' has no room to shrink/)
})

test('a file with problems resizes no node', async () => {
  const before = await footprints()
  const ran = await apply(file('- node: node-a', '  cpu: 1', '- node: node-z', '  cpu: 1'))
  expect(ran).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: expect.stringContaining(`<stdin>:6:3: node 'node-z' not found`),
  })
  expect(await footprints()).toEqual(before)
})
