import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runProcess } from '../../support/run-process.ts'
import { nodesize } from '../commands.ts'
import { kubectl } from '../kubectl.ts'
import { keepInstalled } from './installation.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()

const bin = join(import.meta.dirname, '..', '..', '..', 'bin', 'nodesize.cjs')

test('size, balloon and use of a node add up', async () => {
  await nodesize(['set', 'node-a', '--cpu', '500m'])
  const size = await sizeOf('node-a')
  expect(size).toMatchObject({ state: 'Ready', size: { cpu: '500m' }, requested: { cpu: '100m', memory: '64Mi' } })
  expect(size.free.cpu).toBe('400m')
})

test('a node that is cordoned is what kubectl says of it, and nothing of it is free', async () => {
  await kubectl(['cordon', 'node-b'])
  try {
    expect(await kubectl(['get', 'node', 'node-b', '--no-headers'])).toContain('Ready,SchedulingDisabled')
    const table = await nodesize(['get', 'node-b', '--no-headers'])
    expect(table.stdout).toMatch(/^node-b .* 0\/0 +Ready,SchedulingDisabled\n$/)
    expect(await sizeOf('node-b')).toMatchObject({
      state: 'Ready',
      unschedulable: true,
      free: { cpu: '0', memory: '0' },
    })
    const top = JSON.parse((await nodesize(['top', '--output=json'])).stdout) as { summary: { unschedulable: number } }
    expect(top.summary.unschedulable).toBe(1)
  } finally {
    await kubectl(['uncordon', 'node-b'])
  }
  expect(await sizeOf('node-b')).toMatchObject({ unschedulable: false })
})

test('it is a plugin of kubectl', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'plugin-'))
  await symlink(bin, join(directory, 'kubectl-nodesize'))
  const { PATH = '', HOME, KUBECONFIG } = process.env
  const env = { PATH: [directory, PATH].join(delimiter), HOME, KUBECONFIG }
  const asPlugin = await runProcess('kubectl', ['nodesize', 'get'], { env })
  const help = await runProcess('kubectl', ['nodesize', 'get', '--help'], { env })
  await rm(directory, { recursive: true })
  expect(asPlugin).toEqual(await nodesize(['get']))
  expect(asPlugin).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^NODE .*\nnode-a .* Ready\nnode-b .* Ready\n$/),
  })
  expect(help.stdout).toContain('kubectl nodesize get')
})
