import { describe, expect, test } from '@jest/globals'
import { balloon } from '../../../../src/lib/names.ts'
import { differs, diffSizes } from '../../../../src/lib/sizes/file/diff-sizes.ts'
import { exportSizes } from '../../../../src/lib/sizes/file/export-sizes.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { giveBalloon, install, keepDesired, resizeByHand } from '../resize/balloons.ts'
import { keptSize } from '../resize/kept-sizes.ts'
import { fileOf, linux } from '../resize/size-files.ts'
import { apply, asked, exported, giveWorld, names, replaceWorld, world } from './file-world.ts'

giveWorld()

const diff = async (sizes: readonly object[], prune = false) =>
  (await diffSizes(world, { input: fileOf(sizes), prune }, limits)).items

/** What is stored for each node, as it is. */
const storedTexts = () => names.map((name) => keptSize(world, name))

describe('what is stored', () => {
  /** The balloon of node-a leaves 3 cores, and what is stored for it is this. */
  async function hasThree(text: string | null) {
    await apply([{ node: 'node-a', cpu: '3' }])
    keepDesired(world, 'node-a', text)
  }
  const desired = (fields: object) =>
    JSON.stringify({ cpu: '3', hold: 'size', birth: { cpu: '1', memory: '16Mi' }, ...fields })

  test.each<[string, string | null, object, boolean]>([
    ['the same', desired({}), { cpu: '3' }, false],
    ['the same, and a full size that was asked for', desired({}), { cpu: '3', memory: 'max' }, false],
    ['another size, as after --if-full=partial', desired({ cpu: '2' }), { cpu: '3' }, true],
    ['another size of the other resource', desired({ memory: '2Gi' }), { memory: 'max' }, true],
    ['nothing', null, { cpu: '3' }, true],
    ['nothing, for the full size', null, { memory: 'max' }, true],
    ['no desired size', 'nonsense', { cpu: '3' }, true],
    ['another birth', desired({ birth: { cpu: '2', memory: '16Mi' } }), { cpu: '3' }, true],
    ['another hold than in the file', desired({}), { cpu: '3', hold: 'balloon' }, true],
    ['a hold that the file does not have', desired({ cpu: '1', hold: 'balloon' }), { cpu: '3' }, false],
  ])('%s: the plan, diff, a dry run and apply agree', async (_, text, size, isOther) => {
    await hasThree(text)
    const sizes = [{ node: 'node-a', ...size }]
    const before = storedTexts()
    expect((await diff(sizes)).filter(differs)).toHaveLength(isOther ? 1 : 0)
    for (const dryRun of ['client', 'server'] as const) {
      const { planned, became } = await apply(sizes, { dryRun })
      expect([planned.steps[0]?.stored !== undefined, became['node-a']]).toEqual([
        isOther,
        isOther ? 'stored' : 'unchanged',
      ])
    }
    expect(storedTexts()).toEqual(before)
    expect((await apply(sizes)).became).toEqual({ 'node-a': isOther ? 'stored' : 'unchanged' })
    expect((await diff(sizes)).filter(differs)).toEqual([])
    expect((await apply(sizes)).became).toEqual({ 'node-a': 'unchanged' })
  })
  test('is put back with --atomic, if another node fails', async () => {
    await hasThree(desired({ cpu: '2' }))
    const before = storedTexts()
    world.sandbox.latePod('node-b')
    const sizes = [
      { node: 'node-a', cpu: '3' },
      { node: 'node-b', cpu: '1' },
    ]
    expect((await apply(sizes, { atomic: true })).became).toEqual({ 'node-a': 'PutBack', 'node-b': 'ResizeReverted' })
    expect(storedTexts()).toEqual(before)
  })
  test('of a node that the file does not select is pruned, also when it has its full size', async () => {
    await apply([{ nodeSelector: linux, cpu: '2' }])
    giveBalloon(world, { cpu: '1m', memory: '16Mi' })
    const sizes = [{ node: 'node-b', cpu: '2' }]
    expect((await diff(sizes, true)).filter(differs).map(({ node }) => node)).toEqual(['node-a', 'node-c'])
    const { planned, became } = await apply(sizes, { prune: true })
    expect(planned.pruned).toEqual(['node-a', 'node-c'])
    expect(became).toEqual({ 'node-a': 'stored', 'node-b': 'unchanged', 'node-c': 'resized' })
    expect(storedTexts().map((one) => one !== undefined)).toEqual([false, true, false])
  })
})

describe('an export', () => {
  test('applied changes nothing, and prunes nothing', async () => {
    await apply([
      { node: 'node-a', cpu: '1234m', memory: '5000000001' },
      { node: 'node-b', cpu: '33.3%' },
    ])
    const before = asked.length
    const { sizes } = await exported()
    const { planned, became } = await apply(sizes, { prune: true })
    expect(planned.pruned).toEqual([])
    expect(Object.values(became)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(asked).toHaveLength(before)
    expect((await exported()).sizes).toEqual(sizes)
  })
  test('is what is stored, not what a node has lost; the drift is said', async () => {
    await apply([
      { nodeSelector: linux, cpu: '2', memory: '8Gi' },
      { node: 'node-c', cpu: '3', hold: 'balloon' },
    ])
    giveBalloon(world, { cpu: '1m', memory: '16Mi' })
    const { sizes, warnings } = await exported()
    expect(sizes).toEqual([
      { node: 'node-a', cpu: '2', memory: '8Gi' },
      { node: 'node-b', cpu: '2', memory: '8Gi' },
      { node: 'node-c', cpu: '3', memory: 'max', hold: 'balloon' },
    ])
    expect(warnings).toEqual([{ reason: 'StoredExported', names: ['node-a'] }])
    expect((await diff(sizes, true)).filter(differs).map(({ node }) => node)).toEqual(['node-a'])
    expect(Object.values((await apply(sizes, { prune: true })).became)).toEqual(['resized', 'unchanged', 'unchanged'])
    expect((await exported()).warnings).toEqual([])
  })
  test('has what nodes have, and says so, where what is stored cannot be read', async () => {
    await apply([
      { node: 'node-a', cpu: '2' },
      { node: 'node-b', cpu: '2' },
    ])
    keepDesired(world, 'node-b', 'nonsense')
    expect((await exported()).warnings).toMatchObject([{ reason: 'InvalidDesiredSizeNotExported' }])
    world.mishap = ({ path }) => (path.includes('/configmaps') ? forbidden('jane may not') : undefined)
    const { sizes, warnings } = await exported()
    expect(sizes[0]).toEqual({ node: 'node-a', cpu: '2', memory: 'max' })
    expect(warnings).toMatchObject([{ reason: 'StoredSizesNotRead' }])
  })
  test('of nothing is refused: applied with --prune, an empty file resets nodes', async () => {
    const of = (selector: string) => exportSizes(world.cluster, { by: 'label', selector }, limits)
    await expect(of('pool=typo')).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'NoNodeMatches' } })
  })
  test('skips nodes without a balloon with a note, and warns about resizes that are pending', async () => {
    replaceWorld(clusterOf({}, { name: 'control-plane', labels: {} }))
    install(world)
    world.sandbox.stopKubelet('node-a')
    resizeByHand(world, { cpu: '1', memory: '16Mi' })
    const { sizes, notes, warnings } = await exported()
    expect(sizes).toEqual([{ node: 'node-a', cpu: '3', memory: 'max' }])
    expect(notes).toEqual([{ reason: 'NodesSkipped', names: ['control-plane'] }])
    expect(warnings.map(({ reason }) => reason)).toEqual(['ResizeNotGranted'])
  })
  test('warns of what is stored for nodes that it skips: with --prune, the file would remove it', async () => {
    await apply([
      { node: 'node-a', cpu: '2' },
      { node: 'node-b', cpu: '2' },
    ])
    world.asAdmin({
      method: 'PATCH',
      path: '/api/v1/nodes/node-b',
      contentType: 'application/merge-patch+json',
      body: { metadata: { labels: { [balloon.optInLabel.key]: null } } },
    })
    world.sandbox.advance(60_000)
    const { sizes, notes, warnings } = await exported()
    expect(sizes.map(({ node }) => node)).toEqual(['node-a', 'node-c'])
    expect(notes).toEqual([{ reason: 'NodesSkipped', names: ['node-b'] }])
    expect(warnings).toEqual([{ reason: 'StoredNotExported', names: ['node-b'] }])
  })
})
