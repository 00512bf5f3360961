import { describe, expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { ofReconciler } from '../../../../src/lib/sizes/doctor/of-reconciler.ts'
import { readReconciler } from '../../../../src/lib/sizes/install/reconciler-seen.ts'
import { limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, make } from '../resize/balloons.ts'
import { makeReconciler } from '../resize/reconciler-rights.ts'

const findingsWith = async (change?: (object: ObjectBody) => ObjectBody | undefined) => {
  using world = clusterWithBalloons({})
  makeReconciler(world, change)
  return ofReconciler(await readReconciler(world.cluster, limits))
}

test('where nobody has the rights of the reconciler, there is nothing to say', async () => {
  using world = clusterWithBalloons({})
  expect(ofReconciler(await readReconciler(world.cluster, limits))).toEqual([])
})

test('a Lease that one has left is named, and does no harm', async () => {
  using world = clusterWithBalloons({})
  const metadata = { name: 'nodesize-reconciler', namespace: 'kube-system' }
  make(world, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: {} })
  const fact = { reason: 'LeaseLeft', namespace: 'kube-system' }
  expect(ofReconciler(await readReconciler(world.cluster, limits))).toEqual([{ severity: 'works', fact }])
})

test('rights that are limited as printed are well', async () => {
  const fact = { reason: 'ReconcilerLimited', namespace: 'nodesize-system' }
  expect(await findingsWith()).toEqual([{ severity: 'works', fact }])
})

describe('rights that nothing limits are an error', () => {
  test.each(['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'])('without the %s', async (kind) => {
    const found = await findingsWith((object) => (object.kind === kind ? undefined : object))
    const subject = expect.objectContaining({ kind, name: 'nodesize-reconciler' })
    expect(found).toEqual([{ severity: 'error', fact: { reason: 'ReconcilerNotLimited', subject, fields: [] } }])
  })

  test('with a binding that only warns', async () => {
    const found = await findingsWith((object) =>
      object.kind === 'ValidatingAdmissionPolicyBinding'
        ? { ...object, spec: { policyName: 'nodesize-reconciler', validationActions: ['Warn'] } }
        : object,
    )
    expect(found).toMatchObject([{ severity: 'error', fact: { fields: ['spec.validationActions[0]'] } }])
  })
})
