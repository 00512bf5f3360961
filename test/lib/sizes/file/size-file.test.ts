import { describe, expect, test } from '@jest/globals'
import { formatAmounts } from '../../../../src/lib/pods/amounts.ts'
import type { FileResizesPlan } from '../../../../src/lib/sizes/file/apply-sizes.ts'
import { differs, diffSizes } from '../../../../src/lib/sizes/file/diff-sizes.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { optIn } from '../../pods/samples.ts'
import { clusterWithBalloons, install, runPod } from '../resize/balloons.ts'
import { keptSize } from '../resize/kept-sizes.ts'
import { fileOf, linux } from '../resize/size-files.ts'
import { apply, asked, exported, giveWorld, plan, replaceWorld, world } from './file-world.ts'

giveWorld()

const verbs = ({ steps }: FileResizesPlan) =>
  Object.fromEntries(steps.map(({ node, found }) => [node, found?.plan.verb]))

describe('a file', () => {
  test('gives each node its own size, and the others that of their labels', async () => {
    const { became } = await apply([
      { nodeSelector: linux, cpu: '50%' },
      { node: 'node-b', cpu: '3', memory: '8Gi' },
    ])
    expect(became).toEqual({ 'node-a': 'resized', 'node-b': 'resized', 'node-c': 'resized' })
    expect((await exported()).sizes).toEqual([
      { node: 'node-a', cpu: '2', memory: 'max' },
      { node: 'node-b', cpu: '3', memory: '8Gi' },
      { node: 'node-c', cpu: '2', memory: 'max' },
    ])
  })
  test('reads the pods of the nodes that its labels select, and of no others', async () => {
    const own = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b', labels: { ...optIn, pool: 'x' } })
    replaceWorld(own)
    runPod(world, { name: 'web', node: 'node-b', cpu: '1', memory: '1Gi' })
    const planned = await plan([{ nodeSelector: { pool: 'x' }, cpu: '500m' }], { dryRun: 'client' })
    expect(planned.steps.map(({ node, found }) => [node, found?.plan.verb])).toEqual([['node-b', 'refuse']])
    const pods = world.sent.filter(({ path }) => path === '/api/v1/pods').map(({ query }) => query?.['fieldSelector'])
    expect(pods).toEqual([expect.stringContaining('spec.nodeName=node-b,')])
  })
  test('applied again sends nothing', async () => {
    const sizes = [{ nodeSelector: linux, cpu: '50%' }]
    await apply(sizes)
    const before = asked.length
    expect((await apply(sizes)).became).toEqual({ 'node-a': 'unchanged', 'node-b': 'unchanged', 'node-c': 'unchanged' })
    expect(asked).toHaveLength(before)
  })
  test('leaves other nodes as they are, unless it prunes: then they are reset, and named', async () => {
    await apply([{ nodeSelector: linux, cpu: '2' }])
    const sizes = [{ node: 'node-a', cpu: '2' }]
    expect((await apply(sizes)).planned.steps.map(({ node }) => node)).toEqual(['node-a'])
    const { planned, became } = await apply(sizes, { prune: true })
    expect(planned.pruned).toEqual(['node-b', 'node-c'])
    expect(became).toEqual({ 'node-a': 'unchanged', 'node-b': 'resized', 'node-c': 'resized' })
    expect((await plan(sizes, { prune: true })).pruned).toEqual([])
  })
  test('prunes no node without a balloon', async () => {
    replaceWorld(clusterOf({}, { name: 'control-plane', labels: {} }))
    install(world)
    expect(verbs(await plan([], { prune: true }))).toEqual({})
  })
  test('has a refusal for each node whose pods are in the way, and the others get their size', async () => {
    runPod(world, { name: 'web', cpu: '3', memory: '1Gi' })
    const sizes = [{ nodeSelector: linux, cpu: '2' }]
    const rest = { 'node-b': 'NotTried', 'node-c': 'NotTried' }
    expect((await apply(sizes, { maxFailures: 1 })).became).toEqual({ 'node-a': 'NoRoom', ...rest })
    expect(asked).toEqual([])
    const { became } = await apply(sizes)
    expect(became).toEqual({ 'node-a': 'NoRoom', 'node-b': 'resized', 'node-c': 'resized' })
  })
  test('is applied as set is: all nodes or none, what fits, with its reason, and compared with usage', async () => {
    runPod(world, { name: 'web', cpu: '3', memory: '1Gi' })
    const sizes = [
      { node: 'node-a', cpu: '2' },
      { node: 'node-c', cpu: '2' },
    ]
    expect((await apply(sizes, { atomic: true })).became).toEqual({ 'node-a': 'NoRoom', 'node-c': 'NotTried' })
    expect((await plan(sizes, { checkUsage: true })).notes).toMatchObject([{ reason: 'MetricsNotServed' }])
    expect((await apply(sizes, { ifFull: 'partial', message: 'batch' })).became).toEqual({
      'node-a': 'partial',
      'node-c': 'resized',
    })
    expect(keptSize(world, 'node-c')).toMatchObject({ cpu: '2', message: 'batch' })
  })
})

const diff = async (sizes: readonly object[], prune = false) =>
  (await diffSizes(world, { input: fileOf(sizes), prune }, limits)).items

describe('a difference', () => {
  test('is what apply would change, and none is left after it', async () => {
    const sizes = [
      { node: 'node-a', cpu: '2' },
      { node: 'node-b', memory: 'max' },
    ]
    expect((await diff(sizes)).map((item) => [item.node, differs(item)])).toEqual([
      ['node-a', true],
      ['node-b', false],
    ])
    await apply(sizes)
    expect((await diff(sizes)).filter(differs)).toEqual([])
  })
  test('is also a node that the file does not select, if it prunes', async () => {
    await apply([{ node: 'node-b', cpu: '2' }])
    expect(await diff([{ node: 'node-a', cpu: 'max' }])).toHaveLength(1)
    const [, second] = await diff([{ node: 'node-a', cpu: 'max' }], true)
    expect(second).toMatchObject({ node: 'node-b', pruned: true })
    expect(formatAmounts(second!.after!)).toEqual({ cpu: '3999m', memory: '16368Mi' })
  })
  test('is none, but a failure, for a node that does not report what it can allocate', async () => {
    world.asAdmin({
      ...{ method: 'PATCH', path: '/api/v1/nodes/node-a/status', contentType: 'application/merge-patch+json' },
      body: { status: { allocatable: { cpu: null, memory: null } } },
    })
    const [item] = await diff([{ node: 'node-a', cpu: '2' }])
    expect([differs(item!), item?.failure?.fact.reason]).toEqual([false, 'AllocatableUnknown'])
  })
})
