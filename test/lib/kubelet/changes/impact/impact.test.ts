import { expect, test } from '@jest/globals'
import { assessChange } from '../../../../../src/lib/kubelet/changes/assess.ts'
import { impactOf } from '../../../../../src/lib/kubelet/changes/impact/impact.ts'
import { documentOf } from '../../check/documents.ts'
import { podEvidence } from './pods.ts'
import { impact, known, plain } from './scenes.ts'

test('the numbers are those of the resources of which there will be less', async () => {
  const { pods, figures } = await impact('', 'kubeReserved: {cpu: 500m, memory: 1Gi}\nmaxPods: 5')
  expect([pods, figures]).toEqual([
    2,
    [
      { resource: 'pods', requested: '2', allocatable: '5' },
      { resource: 'cpu', requested: '1500m', allocatable: '3500m' },
      { resource: 'memory', requested: '1Gi', allocatable: '7Gi' },
    ],
  ])
})

test('a balloon that gives back leaves room', async () => {
  const floor = { cpu: 1n, memory: 1n, storage: 0n }
  const pods = [
    { name: 'balloon', cpu: '2', more: { floor, staysOnDrain: true } },
    { name: 'a', cpu: '1500m', at: 1 },
  ]
  const { ends, endsWithoutBalloons, endsDrained } = await impact('', 'kubeReserved: {cpu: "1"}', { pods })
  expect([ends.map(({ name }) => name), endsWithoutBalloons, endsDrained]).toEqual([['a'], [], []])
})

test('what a drain leaves may end as well', async () => {
  const pods = [{ name: 'daemon', cpu: '2', more: { staysOnDrain: true } }, { name: 'a' }]
  const { endsDrained } = await impact('', 'kubeReserved: {cpu: "3"}', { pods })
  expect(endsDrained).toMatchObject([{ name: 'daemon', why: 'OutOfcpu' }])
})

test('where the Node has no allocatable, it is not known what is left', async () => {
  const [before, after] = [await documentOf(''), await documentOf('kubeReserved: {cpu: 500m}')]
  const assessment = assessChange('1.36', { before, after })
  const evidence = { pods: plain.map(podEvidence), allocatable: {}, capacity: {}, machine: known }
  const { unknown } = impactOf({ release: '1.36', before, after, assessment, weighed: assessment.changes, evidence })
  expect(unknown).toEqual([{ reason: 'AllocatableNotKnown', resource: 'cpu' }])
})
