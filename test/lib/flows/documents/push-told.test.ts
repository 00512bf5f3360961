import { beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { Failure } from '../../../../src/lib/failure.ts'
import { planPush } from '../../../../src/lib/flows/documents/push.ts'
import { pushData } from '../../../../src/lib/render/push.ts'
import { FakeCluster } from '../../../support/fake-cluster.ts'
import { node } from '../../sizing/samples.ts'
import { limits, pushTo, request } from './pushes.ts'

let cluster: FakeCluster
beforeEach(() => {
  cluster = new FakeCluster()
  cluster.nodeList = [node()]
})

test('a push that is forbidden names the target, which the server does not', async () => {
  cluster.documents.write = async () => {
    throw new Failure('refused', 'configmaps is forbidden', { suggestions: ['ask'] })
  }
  const { plan, outcomes } = await pushTo(cluster, 'maxPods: 60\n')
  expect(outcomes[0]?.failure).toMatchObject({
    code: 'refused',
    message: 'configmap/node-a-kubelet-configuration: configmaps is forbidden',
    suggestions: ['ask'],
  })
  expect(pushData(plan.steps[0]!, outcomes[0]!)).toMatchObject({ revision: null, digest: null })
})

test('a push of nothing new does not keep the message, and says so', async () => {
  await pushTo(cluster, 'maxPods: 50\n')
  const plan = await planPush(cluster, { ...request('maxPods: 50\n'), message: 'again' }, limits)
  expect(plan.notes).toEqual(['configmap/node-a-kubelet-configuration is unchanged: the message is not kept'])
})

test('a push of what no release can read blames none', async () => {
  await expect(planPush(cluster, request('maxPods: [\n', [globalTarget]), limits)).rejects.toThrow(
    /^kubelet\.yaml: 1 problem\n/,
  )
})
