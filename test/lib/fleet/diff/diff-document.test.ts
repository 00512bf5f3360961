import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  configMapName,
  globalTarget,
  nodeTarget,
  type Target,
  type WantedTargets,
} from '../../../../src/lib/documents/target.ts'
import { warningsOfAll } from '../../../../src/lib/fleet/change/warnings-of-all.ts'
import { diffDocument, diffDocuments } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import { judgeTogether } from '../../../../src/lib/offline/validate/check-together.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits, put } from '../../cluster/clusters.ts'
import { fileWith, header } from '../push/pushes.ts'

const targets = [globalTarget, nodeTarget('node-a')].map((target) => [configMapName(target), target] as const)

/** What differs where asking for nodes fails. */
async function diffWithout(target: Target, mishap: Mishap) {
  using world = clusterOf({})
  put(world, target, `${header}maxPods: 50\n`)
  world.mishap = ({ path }) => (path.startsWith('/api/v1/nodes') ? mishap : undefined)
  const bytes = new TextEncoder().encode(`${header}maxPods: 60\n`)
  return await diffDocument(world.cluster, { target, file: 'kubelet.yaml', bytes }, limits)
}

test.each(targets)('who may not see nodes sees what differs: %s', async (_, target) => {
  expect(await diffWithout(target, forbidden('nodes is forbidden'))).toMatchObject({
    changes: [{ path: 'maxPods', before: '50', after: '60' }],
    assessment: { changes: [{ path: 'maxPods' }] },
    warnings: [{ reason: 'NodesNotVisible', assumed: newest }],
  })
})

test.each(targets)('no other failure is passed over: %s', async (_, target) => {
  await expect(diffWithout(target, { kind: 'silence' })).rejects.toMatchObject({ code: 'unreachable' })
})

test('drop-ins of the nodes are merged over both documents', async () => {
  using world = clusterOf({})
  put(world, globalTarget, `${header}maxPods: 50\neventBurst: 5\n`)
  const bytes = new TextEncoder().encode(`${header}maxPods: 60\neventBurst: 6\n`)
  const dropIn = { file: 'd/a.conf', read: async () => new TextEncoder().encode(`${header}maxPods: 30\nfoo: 1\n`) }
  const together = await judgeTogether({ path: 'd', ignored: undefined, files: [dropIn], others: [] })
  const asked = { target: globalTarget, file: 'kubelet.yaml', bytes, together }
  const { changes, warnings } = await diffDocument(world.cluster, asked, limits)
  expect(changes).toEqual([{ path: 'eventBurst', before: '5', after: '6' }])
  expect(warnings).toMatchObject([
    { reason: 'DocumentProblem', finding: { rule: 'STRICT-UNKNOWN', file: 'd/a.conf', line: 4 } },
  ])
})

describe('several targets', () => {
  const [a, b, z] = ['node-a', 'node-b', 'node-z'].map(nodeTarget)
  let world: InProcess
  beforeEach(() => {
    world = clusterOf({ labels: { pool: 'big' } }, { name: 'node-b', labels: { pool: 'big' } })
    put(world, globalTarget, `${header}maxPods: 50\n`)
    put(world, a!, `${header}maxPods: 60\n`)
  })
  afterEach(() => world[Symbol.dispose]())

  const diff = (wanted: WantedTargets, body = 'maxPods: 60\n') =>
    diffDocuments(world.cluster, { wanted, ...fileWith(body) }, limits)

  test.each<[string, WantedTargets]>([
    ['by name', [a!, b!]],
    ['by label', { selector: 'pool=big' }],
  ])('have a result each, as they have alone: %s', async (_, wanted) => {
    const found = await diff(wanted)
    expect(found.map(({ target, differs, comparedWith }) => [target, differs, comparedWith])).toEqual([
      [a, false, 'node-a-kubelet-configuration'],
      [b, true, 'global-kubelet-configuration'],
    ])
    const alone = [a!, b!].map((target) =>
      diffDocument(world.cluster, { target, ...fileWith('maxPods: 60\n') }, limits),
    )
    expect(found).toEqual(await Promise.all(alone))
  })

  test('that do not exist are warnings of their own', async () => {
    const found = await diff([a!, z!, b!])
    expect(found.map(({ warnings }) => warnings.map(({ reason, subject }) => [reason, subject?.name]))).toEqual([
      [],
      [['NodeNotThere', 'node-z']],
      [],
    ])
  })

  test('are warned of the same once', async () => {
    const found = await diff([z!, nodeTarget('node-y')], 'maxPods: 60\nfoo: 1\n')
    expect(warningsOfAll(found).map(({ reason, subject }) => [reason, subject?.name])).toEqual([
      ['DocumentProblem', 'kubelet.yaml'],
      ['NodeNotThere', 'node-z'],
      ['NodeNotThere', 'node-y'],
    ])
  })

  test('are named in one warning', () => {
    const warning = (...nodes: readonly string[]) => ({ warnings: [{ reason: 'ResetBalloonsFirst', nodes }] })
    expect(warningsOfAll([warning('node-a'), warning('node-a', 'node-b')])).toEqual([
      { reason: 'ResetBalloonsFirst', nodes: ['node-a', 'node-b'] },
    ])
  })

  test('are refused together for a file that no kubelet decodes', async () => {
    await expect(diff([a!, b!], 'maxPods: x\n')).rejects.toMatchObject({ code: 'invalid', reason: 'DocumentRefused' })
  })

  test('of a selector that no node matches are an error', async () => {
    await expect(diff({ selector: 'pool=small' })).rejects.toMatchObject({ code: 'invalid', reason: 'NoNodeMatches' })
  })

  test('of a selector are read by name by who may not list documents', async () => {
    world.mishap = ({ path }) => (path.endsWith('/configmaps') ? forbidden('forbidden') : undefined)
    expect((await diff({ selector: 'pool=big' })).map(({ differs }) => differs)).toEqual([false, true])
  })
})
