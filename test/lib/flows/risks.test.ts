import { beforeEach, expect, test } from '@jest/globals'
import { globalTarget, nodeTarget } from '../../../src/lib/config/target.ts'
import { planDelete } from '../../../src/lib/flows/delete-documents.ts'
import { planPush } from '../../../src/lib/flows/push.ts'
import { FakeCluster } from '../../support/fake-cluster.ts'
import { node } from '../sizing/samples.ts'
import { type How, limits, pushTo, request } from './pushes.ts'

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
