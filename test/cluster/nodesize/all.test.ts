import { expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, footprint, least, requestsOf } from './balloons.ts'
import { keepInstalled } from './installation.ts'
import { changesOf } from './sizes.ts'

keepInstalled()

const footprints = async () => [footprint(await balloonOf('node-a')), footprint(await balloonOf('node-b'))]

test('set --all and reset --all select every node with a balloon', async () => {
  const set = await nodesize(['set', '--all', '--cpu', '60%', '--yes', '--output=json'])
  expect(set).toMatchObject({ exit: 0 })
  expect(changesOf(set.stdout)).toMatchObject([
    { node: 'node-a', outcome: 'resized', after: { cpu: await cpuShare('node-a', 60n) } },
    { node: 'node-b', outcome: 'resized', after: { cpu: await cpuShare('node-b', 60n) } },
  ])
  expect(await nodesize(['reset', '--all', '--yes'])).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^node\/node-a resized: .*\nnode\/node-b resized: .*\n$/),
  })
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  expect(requestsOf(await balloonOf('node-b'))).toEqual(least)
})

test('without --yes and without a terminal, nothing is changed', async () => {
  expect(await nodesize(['set', 'node-a', '--cpu', '60%'])).toMatchObject({ exit: 0 })
  const before = await footprints()
  expect(await nodesize(['set', '--all', '--cpu', '50%'])).toMatchObject({ exit: 5, stdout: '' })
  expect(await nodesize(['reset', '--all'])).toMatchObject({ exit: 5, stdout: '' })
  expect(await footprints()).toEqual(before)
})
