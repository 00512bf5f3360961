import { expect, test } from '@jest/globals'
import { nodeSeen } from '../../../../src/lib/agent/cluster/node-seen.ts'

const taint = (key: string) => ({ spec: { taints: [{ key, effect: 'NoSchedule' }] } })

test.each<[string, Parameters<typeof nodeSeen>[0], boolean]>([
  ['a Node', {}, false],
  ['one that is cordoned', { spec: { unschedulable: true } }, false],
  ['one of a pool', taint('dedicated'), false],
  ['one that is deleted', { metadata: { deletionTimestamp: '2026-11-22T20:00:00Z' } }, true],
  ['one that the cluster autoscaler removes', taint('ToBeDeletedByClusterAutoscaler'), true],
  ['one that Karpenter removes', taint('karpenter.sh/disrupted'), true],
  ['one whose machine was shut down', taint('node.cloudprovider.kubernetes.io/shutdown'), true],
])('is leaving: %s', (_, node, leaving) => {
  expect(nodeSeen(node).facts.leaving).toBe(leaving)
})

test.each([
  ['as its kubelet has reported it', { status: { nodeInfo: { bootID: 'b' } } }, 'b'],
  ['of a kubelet that could not read it', { status: { nodeInfo: { bootID: '' } } }, undefined],
  ['of a Node without a report', {}, undefined],
])('the boot: %s', (_, node, bootId) => {
  expect(nodeSeen(node as Parameters<typeof nodeSeen>[0]).facts.bootId).toBe(bootId)
})
