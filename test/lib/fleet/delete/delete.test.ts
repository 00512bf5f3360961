import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import { describeDelete } from '../../../../src/lib/fleet/delete/output.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, put, stored } from '../../cluster/clusters.ts'
import { header } from '../push/pushes.ts'

const nodeA = nodeTarget('node-a')
const own = 'configmap/node-a-kubelet-configuration'
const global = 'configmap/global-kubelet-configuration'
const toGlobal = `${own}: delete; 1 node falls back to the global document`
const unknown = '  (unknown): the cluster does not show the local configuration of a node'
const wanted = { skipValidation: false, acceptedRisks: [] }
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

type Stored = { own?: string; global?: string }
async function planWith({ own: ownBody, global: globalBody }: Stored, target: Target) {
  if (ownBody !== undefined) put(world, nodeA, header + ownBody)
  if (globalBody !== undefined) put(world, globalTarget, header + globalBody)
  const request = { targets: [target], skipValidation: true, acceptedRisks: [] }
  const { steps, warnings } = await planDelete(world.cluster, request, limits)
  const told = warnings.filter(({ reason }) => reason !== 'RunningNotKnown' && reason !== 'FallbackMayBeHeld')
  return { lines: describeDelete(steps).map(plainLine), warnings: told }
}

test.each<[string, Stored, Target, string[]]>([
  [
    'the global document',
    { own: 'maxPods: 50\n', global: 'maxPods: 40\npodPidsLimit: 9\n' },
    nodeA,
    [
      toGlobal,
      '  maxPods: 50 → 40',
      '  podPidsLimit: -1 → 9',
      '  requires: drain the node, let its agent apply the document, uncordon the node',
    ],
  ],
  ['a global document that says the same', { own: 'maxPods: 50\n', global: 'maxPods: 50\n' }, nodeA, [toGlobal]],
  [
    'its disk',
    { own: 'maxPods: 50\n' },
    nodeA,
    [
      `${own}: delete; 1 node falls back to local configuration (on-disk file or flags)`,
      '  maxPods: 50 → (unknown)',
      unknown,
    ],
  ],
  [
    'the disks of all nodes',
    { own: '', global: 'maxPods: 50\n' },
    globalTarget,
    [
      `${global}: delete; 0 nodes fall back to local configuration (on-disk file or flags)`,
      '  maxPods: 50 → (unknown)',
      unknown,
    ],
  ],
  ['nothing else, for nothing is deleted', { global: 'maxPods: 50\n' }, nodeA, []],
])('a delete shows what changes on the way to %s', async (_, stored, target, lines) => {
  expect(await planWith(stored, target)).toEqual({ lines, warnings: [] })
})

test('a global document that no kubelet can decode changes nothing yet, and is told', async () => {
  const { lines, warnings } = await planWith({ own: 'maxPods: 50\n', global: 'maxPods: many\n' }, nodeA)
  expect(lines).toEqual([
    toGlobal,
    expect.stringMatching(
      /^ {2}unusable for kubelet 1\.36: line 3: maxPods: expected .*; such nodes stay on their current configuration$/,
    ),
  ])
  expect(warnings).toMatchObject([
    { reason: 'DocumentProblem', subject: { name: global }, finding: { path: 'maxPods', line: 3, column: 10 } },
  ])
})

test('a global document without the key is told as well', async () => {
  put(world, nodeA, header)
  put(world, globalTarget, undefined)
  const { refusal, warnings } = await planDelete(world.cluster, { ...wanted, targets: [nodeA] }, limits)
  expect({ refusal, warnings }).toMatchObject({
    refusal: undefined,
    warnings: [{ reason: 'FallbackUnusable', because: { reason: 'KeyMissing' } }],
  })
})

describe('a global document that the kubelet of the node refuses', () => {
  const gate = 'featureGates: {KubeletCrashLoopBackOffMax: true}\n'
  const planFor = async (kubeletVersion: string, skipValidation: boolean) => {
    world = clusterOf({ kubeletVersion })
    put(world, nodeA, header)
    put(world, globalTarget, header + gate)
    return planDelete(world.cluster, { ...wanted, targets: [nodeA], skipValidation }, limits)
  }

  test('keeps its own from being deleted', async () => {
    const plan = await planFor('v1.31.4', false)
    expect(plan.refusal).toMatchObject({
      code: 'invalid',
      fact: {
        reason: 'FallbackRefused',
        because: { subject: { name: global }, releases: ['1.31'], findings: [{ line: 3, rule: 'V01' }] },
      },
    })
    const [outcome] = await applyDelete(world.cluster, { plan, dryRun: 'none' }, limits)
    expect(outcome?.failure).toBe(plan.refusal)
    expect(stored(world).size).toBe(2)
  })
  test.each([
    ['somebody wants it', 'v1.31.4', true],
    ['the kubelet knows the gate', 'v1.36.0', false],
  ])('does not when %s', async (_, version, skipValidation) => {
    expect((await planFor(version, skipValidation)).refusal).toBeUndefined()
  })
})

test('what is not there is deleted already, and a name that nobody has is an error', async () => {
  const plan = await planDelete(world.cluster, { ...wanted, targets: [nodeA, nodeTarget('nosuch')] }, limits)
  const outcomes = await applyDelete(world.cluster, { plan, dryRun: 'client' }, limits)
  expect(outcomes.map(({ failure }) => failure?.fact)).toEqual([
    undefined,
    {
      reason: 'NothingToDelete',
      subject: { kind: 'Node', name: 'nosuch' },
      configMap: 'nosuch-kubelet-configuration',
    },
  ])
})

test('a document that no kubelet can decode cannot be compared', async () => {
  const { warnings } = await planWith({ own: 'maxPods: many\n', global: '' }, nodeA)
  expect(warnings).toMatchObject([{ reason: 'NotComparable', because: { findings: [{ path: 'maxPods' }] } }])
})

test('what a kubelet of another release makes of it can only be guessed at, which is told', async () => {
  world = clusterOf({ kubeletVersion: 'v1.20.0' })
  const { warnings } = await planWith({ own: '', global: '' }, nodeA)
  expect(warnings).toMatchObject([{ reason: 'KubeletOlderThanKnown', checkedAs: '1.28' }])
})
