import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { describeSource } from '../../../../src/lib/fleet/source/output.ts'
import { sourceOf, sourcesOf } from '../../../../src/lib/fleet/source/source.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import type { SomeNodes } from '../../../../src/lib/nodes/node-selection.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { header } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

describe('source', () => {
  test.each([
    ['its own document, even if it is broken', { own: 'maxPods: [', global: '' }, 'node'],
    ['the global one without its own', { global: '' }, 'global'],
    ['neither', {}, 'local'],
  ])('%s', async (_, { own, global }: { own?: string; global?: string }, source) => {
    if (own !== undefined) put(world, nodeA, header + own)
    if (global !== undefined) put(world, globalTarget, header + global)
    const report = await sourceOf(world.cluster, 'node-a', limits)
    expect(report).toMatchObject({ source, nodeExists: true })
    expect(report.document?.flaw !== undefined).toBe(own !== undefined)
  })
  test('of a node of the control plane is the global one only if it is opted in', async () => {
    const labels = { 'node-role.kubernetes.io/control-plane': '' }
    using cluster = clusterOf({ labels })
    put(cluster, globalTarget, header)
    const report = await sourceOf(cluster.cluster, 'node-a', limits)
    expect(report).toMatchObject({ source: 'local', ignoresGlobal: true })
    expect(describeSource(report)).toContain('ignores the global one')
    await cluster.cluster.nodes.annotate('node-a', { 'kubeletcfg.dev/documents': 'all' }, 'none', limits)
    expect(await sourceOf(cluster.cluster, 'node-a', limits)).toMatchObject({ source: 'global', ignoresGlobal: false })
  })
  test('is reported to who may not see the node, with a warning', async () => {
    put(world, nodeA, header)
    world.mishap = ({ path }) => (path.startsWith('/api/v1/nodes') ? forbidden('nodes is forbidden') : undefined)
    expect(await sourceOf(world.cluster, 'node-a', limits)).toMatchObject({
      source: 'node',
      nodeExists: undefined,
      warnings: [{ reason: 'NodesNotVisible' }],
    })
  })
})

describe('the sources of several nodes', () => {
  const labels = { pool: 'big' }
  let fleet: InProcess
  beforeEach(() => {
    fleet = clusterOf(
      { labels },
      { name: 'node-b', labels, kubeletVersion: 'v1.30.0' },
      { name: 'node-c', labels: { 'node-role.kubernetes.io/control-plane': '' } },
    )
    put(fleet, globalTarget, `${header}maxPods: 50\n`)
    put(fleet, nodeA, `${header}maxPods: 60\n`)
  })
  afterEach(() => fleet[Symbol.dispose]())

  const named = (...names: readonly string[]): SomeNodes => ({ by: 'name', names })
  const sources = async (nodes: SomeNodes) =>
    (await sourcesOf(fleet.cluster, nodes, limits)).map(({ node, source, nodeExists }) => [node, source, nodeExists])

  test('are what they are alone, in the order of the names', async () => {
    const names = ['node-c', 'node-z', 'node-a', 'node-b']
    const alone = await Promise.all(names.map((name) => sourceOf(fleet.cluster, name, limits)))
    expect(await sourcesOf(fleet.cluster, named(...names, 'node-a'), limits)).toEqual(alone)
    expect(alone.map(({ source, nodeExists }) => [source, nodeExists])).toEqual([
      ['local', true],
      ['global', false],
      ['node', true],
      ['global', true],
    ])
  })

  test('are those of the nodes with these labels', async () => {
    expect(await sources({ by: 'label', selector: 'pool=big' })).toEqual([
      ['node-a', 'node', true],
      ['node-b', 'global', true],
    ])
    const none = sources({ by: 'label', selector: 'pool=small' })
    await expect(none).rejects.toMatchObject({ code: 'invalid', reason: 'NoNodeMatches' })
  })

  test('are judged by the releases of the nodes', async () => {
    put(fleet, globalTarget, `${header}singleProcessOOMKill: true\n`)
    const reports = await sourcesOf(fleet.cluster, named('node-b', 'node-z'), limits)
    expect(reports.map(({ document }) => document?.review?.releases)).toEqual([['1.30'], [newest]])
  })

  test('of a node that can have no document of its own is the global one', async () => {
    using world = clusterOf({ name: 'global', labels })
    put(world, globalTarget, header)
    const selector = { by: 'label', selector: 'pool=big' } as const
    expect(await sourcesOf(world.cluster, selector, limits)).toMatchObject([{ node: 'global', source: 'global' }])
    await expect(sourcesOf(world.cluster, named('node-a', 'global'), limits)).rejects.toMatchObject({ code: 'usage' })
  })

  test('of labels are read by name by who may not list documents', async () => {
    fleet.mishap = ({ path }) => (path.endsWith('/configmaps') ? forbidden('forbidden') : undefined)
    expect(await sources({ by: 'label', selector: 'pool=big' })).toEqual([
      ['node-a', 'node', true],
      ['node-b', 'global', true],
    ])
  })
})
