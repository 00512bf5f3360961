import { beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../src/lib/config/target.ts'
import { planDelete } from '../../../src/lib/flows/delete-documents.ts'
import { describeDelete } from '../../../src/lib/render/delete.ts'
import { FakeCluster } from '../../support/fake-cluster.ts'
import { node } from '../sizing/samples.ts'
import { header, limits } from './pushes.ts'

const nodeA = nodeTarget('node-a')
const own = 'configmap/node-a-kubelet-configuration'
const global = 'configmap/global-kubelet-configuration'
const toGlobal = `${own}: delete; 1 node falls to: global`
const unknown = '  unknown: what a node has on its disk, or in its flags, shows only there'
let cluster: FakeCluster

beforeEach(() => {
  cluster = new FakeCluster()
  cluster.nodeList = [node()]
})

type Stored = { own?: string; global?: string }
async function planWith({ own: ownBody, global: globalBody }: Stored, target: Target) {
  if (ownBody !== undefined) cluster.documents.put(nodeA, header + ownBody)
  if (globalBody !== undefined) cluster.documents.put(globalTarget, header + globalBody)
  const steps = await planDelete(cluster, { targets: [target], acceptedRisks: ['drain'] }, limits)
  return { lines: describeDelete(steps).trimEnd().split('\n'), warnings: steps.flatMap((step) => step.warnings) }
}

test.each<[string, Stored, Target, string[]]>([
  [
    'the global document',
    { own: 'maxPods: 50\n', global: 'maxPods: 40\npodPidsLimit: 9\n' },
    nodeA,
    [
      toGlobal,
      '  maxPods: 50 → 40',
      '  podPidsLimit: (unset) → 9',
      '  takes: drain the node, restart the kubelet, uncordon',
    ],
  ],
  ['a global document that says the same', { own: 'maxPods: 50\n', global: 'maxPods: 50\n' }, nodeA, [toGlobal]],
  [
    'its disk',
    { own: 'maxPods: 50\n' },
    nodeA,
    [`${own}: delete; 1 node falls to: on-disk or flags`, '  maxPods: 50 → (unknown)', unknown],
  ],
  [
    'the disks of all nodes',
    { own: '', global: 'maxPods: 50\n' },
    globalTarget,
    [`${global}: delete; 0 nodes fall to: on-disk or flags`, '  maxPods: 50 → (unknown)', unknown],
  ],
  ['nothing else, for nothing is deleted', { global: 'maxPods: 50\n' }, nodeA, ['']],
])('a delete shows what changes on the way to %s', async (_, stored, target, lines) => {
  expect(await planWith(stored, target)).toEqual({ lines, warnings: [] })
})

test('a global document that no kubelet can decode changes nothing yet, and is told', async () => {
  const { lines, warnings } = await planWith({ own: 'maxPods: 50\n', global: 'maxPods: many\n' }, nodeA)
  expect(lines).toEqual([toGlobal])
  expect(warnings).toEqual([
    expect.stringMatching(
      `^${global} is unusable, so nodes that fall to it stay on what they run: line 3: maxPods: expected `,
    ),
  ])
})

test('a document that no kubelet can decode cannot be compared', async () => {
  const { warnings } = await planWith({ own: 'maxPods: many\n', global: '' }, nodeA)
  expect(warnings).toEqual([expect.stringMatching(`^${own} cannot be compared by field: line 3: maxPods`)])
})

test('what a kubelet of another release makes of it can only be guessed at, which is told', async () => {
  cluster.nodeList = [node({ kubeletVersion: 'v1.20.0' })]
  const { warnings } = await planWith({ own: '', global: '' }, nodeA)
  expect(warnings).toEqual([expect.stringContaining('older than 1.28')])
})
