import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { describeSource } from '../../../../src/lib/fleet/source/output.ts'
import { sourceOf } from '../../../../src/lib/fleet/source/source.ts'
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
