import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { planPush } from '../../../../src/lib/fleet/push/push.ts'
import { agent } from '../../../../src/lib/names.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put } from '../../cluster/clusters.ts'
import { report } from '../status/reports.ts'
import { folderOf, header, request, requestOf } from './pushes.ts'

let world: InProcess

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b' }, { name: 'node-c', annotations: { [agent.annotation.documents]: 'freeze' } })
})
afterEach(() => world[Symbol.dispose]())

const about = ['NodesWithoutAgent', 'NodesHaveOptedOut', 'NoNodeGetsIt', 'NodeNotThere']
const warnings = async (targets: Target[], allowUnknownNode = false) => {
  const plan = await planPush(world.cluster, { ...request('maxPods: 60\n', targets), allowUnknownNode }, limits)
  return plan.warnings.filter(({ reason }) => about.includes(reason))
}

describe('a push that nobody applies says so', () => {
  test('without agents', async () => {
    const nodes = ['node-a', 'node-b', 'node-c']
    expect(await warnings([globalTarget])).toEqual([{ reason: 'NodesWithoutAgent', nodes, of: 3 }])
    expect(await warnings([nodeTarget('node-a')])).toEqual([{ reason: 'NodesWithoutAgent', nodes: ['node-a'], of: 1 }])
  })

  test('to nodes that have opted out, by the Node or by a file', async () => {
    for (const node of ['node-a', 'node-b', 'node-c']) report(world, node, {})
    report(world, 'node-b', { phase: 'Frozen', optOut: { by: 'file', mode: 'local' } })
    expect(await warnings([globalTarget])).toEqual([
      { reason: 'NodesHaveOptedOut', nodes: ['node-b', 'node-c'], of: 3 },
    ])
    expect(await warnings([nodeTarget('node-a')])).toEqual([])
  })

  test('because no node gets it', async () => {
    world[Symbol.dispose]()
    world = clusterOf()
    expect(await warnings([globalTarget])).toMatchObject([{ reason: 'NoNodeGetsIt' }])
  })

  test('only of the nodes that get the document', async () => {
    put(world, nodeTarget('node-b'), `${header}maxPods: 40\n`)
    expect(await warnings([globalTarget])).toMatchObject([{ nodes: ['node-a', 'node-c'], of: 2 }])
  })
})

describe('the name of a node that does not exist', () => {
  test('is refused when it was typed, with all others', async () => {
    const targets = ['node-y', 'node-a', 'node-z'].map(nodeTarget)
    await expect(planPush(world.cluster, request('maxPods: 60\n', targets), limits)).rejects.toMatchObject({
      code: 'invalid',
      fact: { reason: 'NodesNotRegistered', nodes: ['node-y', 'node-z'] },
    })
  })

  test('is a warning when that is asked for, and when there is a document for it already', async () => {
    const expected = [{ reason: 'NodeNotThere', subject: { kind: 'Node', name: 'node-z' } }]
    expect(await warnings([nodeTarget('node-z')], true)).toEqual(expected)
    put(world, nodeTarget('node-z'), `${header}maxPods: 40\n`)
    expect(await warnings([nodeTarget('node-z')])).toEqual(expected)
  })

  test('is a warning when a file has it: a node that is gone does not stop the others of a repository', async () => {
    const files = folderOf({ 'node-a.yaml': `${header}maxPods: 60\n`, 'node-z.yaml': `${header}maxPods: 60\n` })
    const { steps, warnings: all } = await planPush(world.cluster, requestOf(files), limits)
    expect(steps).toHaveLength(2)
    expect(all).toContainEqual(expect.objectContaining({ reason: 'NodeNotThere', file: 'node-z.yaml' }))
  })
})
