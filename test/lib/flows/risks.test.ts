import { beforeEach, describe, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget, type Target } from '../../../src/lib/config/target.ts'
import { planDelete } from '../../../src/lib/flows/delete-documents.ts'
import { diffDocument } from '../../../src/lib/flows/diff-document.ts'
import { planPush } from '../../../src/lib/flows/push.ts'
import { FakeCluster } from '../../support/fake-cluster.ts'
import { node } from '../sizing/samples.ts'
import { type How, header, limits, pushTo, request } from './pushes.ts'

const nodeA = nodeTarget('node-a')
let cluster: FakeCluster

beforeEach(() => {
  cluster = new FakeCluster()
  cluster.nodeList = [node(), node({ name: 'node-b' })]
})

const push = (body: string, how?: How) => pushTo(cluster, body, how)

test('push refuses a change for which a restart is not enough, unless somebody takes care of it', async () => {
  await push('maxPods: 60\n')
  const wanted = request('maxPods: 50\ncgroupRoot: /a\n')
  await expect(planPush(cluster, wanted, limits)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/cgroupRoot \(reboot\)[\s\S]*maxPods \(drain\)/),
    suggestions: expect.arrayContaining([expect.stringContaining('--accept-risk=drain --accept-risk=reboot')]),
  })
  await expect(planPush(cluster, { ...wanted, acceptedRisks: ['drain'] }, limits)).rejects.toMatchObject({
    message: expect.not.stringContaining('maxPods'),
  })
  const plan = await planPush(cluster, { ...wanted, acceptedRisks: ['drain', 'reboot'] }, limits)
  expect(plan.steps[0]?.assessment).toMatchObject({ kind: 'reboot' })
})

test('push tells all that the changes of each target take, the accepted ones too', async () => {
  const nodeB = nodeTarget('node-b')
  await push('maxPods: 60\n')
  await push('cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n', { targets: [nodeB] })
  const wanted = { ...request('maxPods: 50\ncgroupRoot: /a\n', [nodeA, nodeB]), acceptedRisks: ['state-file'] as const }
  await expect(planPush(cluster, wanted, limits)).rejects.toMatchObject({
    suggestions: [
      'configmap/node-a-kubelet-configuration takes: drain the node, change the file, reboot the machine, uncordon',
      'configmap/node-b-kubelet-configuration takes: drain the node, stop the kubelet, remove cpu_manager_state from its root directory, change the file, reboot the machine, uncordon',
      'if that is taken care of: --accept-risk=drain --accept-risk=reboot',
    ],
  })
})

test('push compares the first document of a node with the global one, and delete the other way round', async () => {
  await push('maxPods: 60\n', { targets: [globalTarget] })
  await expect(planPush(cluster, request('maxPods: 50\n'), limits)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('configmap/node-a-kubelet-configuration: maxPods (drain)'),
  })
  await push('maxPods: 70\n')
  const wanted = { targets: [nodeA], acceptedRisks: [] }
  await expect(planDelete(cluster, wanted, limits)).rejects.toMatchObject({ code: 'refused' })
  await expect(planDelete(cluster, { ...wanted, acceptedRisks: ['drain'] }, limits)).resolves.toHaveLength(1)
})

describe('diff assesses what push would', () => {
  const diff = (body: string, target: Target = nodeA) => diffDocument(cluster, { ...request(body), target }, limits)

  test.each([
    ['v1.36.0', 'restart'],
    ['v1.29.6', 'none'],
  ])('for the kubelets of %s', async (kubeletVersion, kind) => {
    cluster.nodeList = [node({ kubeletVersion })]
    cluster.documents.put(nodeA, header)
    const { assessment, warnings } = await diff('failCgroupV1: false\n')
    expect({ kind: assessment?.kind, warnings }).toEqual({ kind, warnings: [] })
  })
  test('against the global document when the node has none', async () => {
    await push('maxPods: 60\n', { targets: [globalTarget] })
    expect((await diff('maxPods: 50\n')).assessment).toMatchObject({ kind: 'drain' })
  })
  test('and tells of a node that is not there', async () => {
    const { warnings } = await diff('maxPods: 50\n', nodeTarget('node-z'))
    expect(warnings).toEqual(['node node-z does not exist (yet)'])
  })
  test('and tells of kubelets that nobody knows', async () => {
    cluster.nodeList = [node({ kubeletVersion: 'v1.20.0' })]
    expect((await diff('maxPods: 50\n', globalTarget)).warnings).toEqual([expect.stringContaining('older than 1.28')])
  })
})
