import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { planFileResizes } from '../../../../src/lib/sizes/file/apply-sizes.ts'
import { diffSizes } from '../../../../src/lib/sizes/file/diff-sizes.ts'
import type { SizeFileFact } from '../../../../src/lib/sizes/file/format/size-file-messages.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { askedOf, clusterWithBalloons } from '../resize/balloons.ts'
import { fileOf, linux } from '../resize/size-files.ts'

let world: InProcess
beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const usual = { prune: false, timeoutMs: 5_000, dryRun: 'none' } as const
const plan = (sizes: readonly object[]) => planFileResizes(world, { ...usual, input: fileOf(sizes) }, limits)

describe('a file', () => {
  test('with an unknown node or selectors that overlap resizes no node', async () => {
    const refused = plan([
      { node: 'gone', cpu: '2' },
      { nodeSelector: linux, cpu: '2' },
      { nodeSelector: linux, cpu: '2' },
    ])
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      fact: {
        reason: 'SizeFileRefused',
        problems: [{ reason: 'SizeNodeUnknown' }, { reason: 'SizeSelectorsOverlap' }],
      },
    })
  })
  test('with sizes that nodes cannot have resizes no node, and names each value once with its place', async () => {
    const input = {
      file: 'sizes.yaml',
      bytes: new TextEncoder().encode(
        [
          'apiVersion: kubeletcfg.dev/v1alpha1',
          'kind: NodeSizeConfiguration',
          'sizes:',
          '- node: node-a',
          '  cpu: 100',
          '  memory: 0.000001%',
          '- nodeSelector: {kubernetes.io/os: linux}',
          '  cpu: 2',
          '  memory: 1Ti',
        ].join('\n'),
      ),
    }
    const asked = askedOf(world)
    const refusing = [
      planFileResizes(world, { ...usual, input }, limits),
      diffSizes(world, { input, prune: false }, limits),
    ].map((running) => running.catch((error: Failure) => messageOf(error.fact)))
    const [planned, compared] = await Promise.all(refusing)
    expect(planned).toBe(
      [
        'no node was resized: 2 problems',
        "  sizes.yaml:5:8: node 'node-a' cannot have cpu 100: the largest size is 3999m, allocatable less 1m for the balloon",
        "  sizes.yaml:9:11: node 'node-b' cannot have memory 1Ti: the largest size is 16368Mi, allocatable less 16Mi for the balloon",
      ].join('\n'),
    )
    expect(compared).toEqual(planned)
    expect(asked).toEqual([])
  })
  const inFile = [
    { node: 'gone', cpu: '2' },
    { node: 'node-a', cpu: 'much' },
    { nodeSelector: linux, cpu: '2', memory: '-1Gi' },
    { nodeSelector: linux, cpu: '2' },
  ]
  const reasonsOf = async () => {
    const failure = await plan(inFile).catch((error: unknown) => error as Failure<SizeFileFact>)
    if (!(failure instanceof Failure) || failure.fact.reason !== 'SizeFileRefused') throw failure
    return failure.fact.problems.map(({ reason }) => reason)
  }
  test('with problems of its own is compared with the nodes, too, and all problems are named in its order', async () => {
    const all = ['SizeNodeUnknown', 'SizeTextInvalid', 'SizeRelative', 'SizeSelectorsOverlap']
    expect(await reasonsOf()).toEqual(all)
  })
  test('with problems of its own is refused for them while the API server is away', async () => {
    world.mishap = () => ({ kind: 'refuse' })
    expect(await reasonsOf()).toEqual(['SizeTextInvalid', 'SizeRelative'])
  })
  test.each<[string, string, string]>([
    ['empty', '', 'SizeFileUnreadable'],
    ['broken', '{', 'SizeFileUnreadable'],
    ['of two documents', 'a: 1\n---\nb: 2\n', 'SizeFileHasMore'],
    ['of another kind', 'a: 1\n', 'NotASizeFile'],
  ])('that is %s is refused before the cluster is read', async (_, text, reason) => {
    const input = { file: 'sizes.yaml', bytes: new TextEncoder().encode(text) }
    const sent = world.sent.length
    await expect(planFileResizes(world, { ...usual, input }, limits)).rejects.toMatchObject({
      fact: { reason: 'SizeFileRefused', problems: expect.arrayContaining([expect.objectContaining({ reason })]) },
    })
    expect(world.sent).toHaveLength(sent)
  })
})
