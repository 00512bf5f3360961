import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { diffDocument } from '../../../../src/lib/fleet/diff/diff-document.ts'
import { describeDiff } from '../../../../src/lib/fleet/diff/output.ts'
import { describePush } from '../../../../src/lib/fleet/push/output.ts'
import { type Line, plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put } from '../../cluster/clusters.ts'
import { fileWith, header, planPush, request } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const own = 'configmap/node-a-kubelet-configuration'
const global = 'configmap/global-kubelet-configuration'
const inherited = `  compared with ${global}, which node-a gets now`
const drain = '  requires: drain the node, let its agent apply the document, uncordon the node'
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

const plan = (body: string, target: Target, skipValidation = false) =>
  planPush(world.cluster, { ...request(body, [target], skipValidation), acceptedRisks: ['drain'] }, limits)
const diff = (body: string, target: Target) => diffDocument(world.cluster, { ...fileWith(body), target }, limits)
const linesOf = (lines: readonly Line[]): string[] => lines.map(plainLine)

type Stored = { own?: string; global?: string }
function store({ own: ownBody, global: globalBody }: Stored): void {
  if (ownBody !== undefined) put(world, nodeA, header + ownBody)
  if (globalBody !== undefined) put(world, globalTarget, header + globalBody)
}

describe('push and diff show the change that they judge', () => {
  const toDrain: Stored = { global: 'maxPods: 60\n' }
  test.each<[string, Stored, Target, string[]]>([
    ['nothing stored', {}, nodeA, ['  maxPods: (unset) → 50']],
    ['nothing stored for all nodes', {}, globalTarget, ['  maxPods: (unset) → 50']],
    ['the global document', toDrain, nodeA, [inherited, '  maxPods: 60 → 50', drain]],
    [
      'what the global document alone has',
      { global: 'podPidsLimit: 9\n' },
      nodeA,
      [inherited, '  maxPods: 110 → 50', '  podPidsLimit: 9 → -1', drain],
    ],
    [
      'the same in the global document',
      { global: 'maxPods: 50\n' },
      nodeA,
      [inherited, '  new document, same configuration'],
    ],
    ['its own document', { own: 'maxPods: 60\n', global: '' }, nodeA, ['  maxPods: 60 → 50', drain]],
    [
      'the global document, for a node that is not there',
      toDrain,
      nodeTarget('node-z'),
      [inherited.replace('node-a', 'node-z'), '  maxPods: 60 → 50'],
    ],
  ])('against %s', async (_, stored, target, expected) => {
    store(stored)
    const report = await diff('maxPods: 50\n', target)
    expect(report.differs).toBe(true)
    expect(linesOf(describeDiff(report)).slice(1)).toEqual(expected)
    expect(linesOf(describePush((await plan('maxPods: 50\n', target)).steps)).slice(1)).toEqual(expected)
  })
  test.each<[string, Stored, string]>([
    ['of the node', { own: 'maxPods: many\n', global: '' }, own.replace('configmap/', '')],
    ['of all nodes', { global: 'maxPods: many\n' }, global.replace('configmap/', '')],
  ])('and tell that the document %s cannot be compared', async (_, stored, name) => {
    store(stored)
    const expected = {
      comparedWith: undefined,
      assessment: undefined,
      changes: [{ path: 'maxPods', after: '50' }],
      warnings: [{ reason: 'NotComparable', subject: { name }, because: { findings: [{ path: 'maxPods' }] } }],
    }
    expect(await diff('maxPods: 50\n', nodeA)).toMatchObject(expected)
    const { steps, warnings } = await plan('maxPods: 50\n', nodeA)
    expect({ ...steps[0], warnings }).toMatchObject(expected)
  })
})

test('a first document that says what the global one says has no effect, and is written', async () => {
  store({ global: 'maxPods: 50\n' })
  const { steps } = await plan('maxPods: 50\n', nodeA)
  expect(steps).toMatchObject([{ action: 'create', effect: 'none', changes: [] }])
})

test.each([
  ['a value of another type', 'maxPods: many\n'],
  ['a list that is not closed', 'maxPods: [\n'],
])('no kubelet can use %s: no change, no cost', async (_, body) => {
  store({ own: 'maxPods: 60\n' })
  const { steps } = await plan(body, nodeA, true)
  expect(steps).toMatchObject([{ effect: 'changes', changes: [], assessment: undefined, comparedWith: undefined }])
  expect(linesOf(describePush(steps))).toEqual([
    `${own}: update for 1 node`,
    expect.stringMatching(
      /^ {2}unusable for kubelet 1\.36: line 3: .*; such nodes stay on their current configuration$/,
    ),
  ])
})

test('several nodes that share a global document which cannot be compared are warned of it once', async () => {
  store({ global: 'maxPods: many\n' })
  const wanted = request('maxPods: 50\n', [nodeA, nodeTarget('node-z')])
  const { warnings } = await planPush(world.cluster, wanted, limits)
  expect(warnings.map(({ reason }) => reason)).toEqual(['NotComparable', 'NodeNotThere'])
})
