import { expect, test } from '@jest/globals'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { pendingSizeOf } from '../../../../src/lib/sizes/plan/plan.ts'
import { balloonPod, installation, node } from '../../pods/samples.ts'

const reach = (...pods: Parameters<typeof measure>[0]['pods']) =>
  pendingSizeOf(measure({ node: node(), pods, installation }))

test.each<[string, string, string, string]>([
  ['settled', '1', '1', '3'],
  ['that gets smaller, which is not granted', '3', '1', '3'],
  ['that gets larger, which is under way', '1', '3', '3'],
])('a node %s can have this', (_, requested, granted, cpu) => {
  const pod = balloonPod({ cpu: requested, memory: '1Gi' }, { cpu: granted, memory: '1Gi' })
  expect(reach(pod)).toEqual(amountsOf({ cpu, memory: '15Gi' }))
})

test('a node without a balloon has all of it', () => {
  expect(reach()).toEqual(amountsOf({ cpu: '4', memory: '16Gi' }))
})
