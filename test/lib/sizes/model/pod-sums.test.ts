import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { addPod, measureSums, type PodSumsByNode } from '../../../../src/lib/sizes/model/pod-sums.ts'
import { balloonPod, container, installation, node, pod } from '../../pods/samples.ts'

const app = (name: string, cpu: string, memory = '1Gi'): Pod =>
  pod({ name, spec: { containers: [container('app', { cpu, memory })] } })
const labels = { [balloon.podLabel.key]: balloon.podLabel.value }
const unmanagedPod = pod({
  name: 'unmanaged',
  metadata: { labels },
  spec: { containers: [container('app', { cpu: '100m' })] },
})
const ours = balloonPod({ cpu: '1', memory: '4Gi' })
const owned = (name: string): Pod => ({
  ...app(name, '250m'),
  metadata: { ...app(name, '250m').metadata, ownerReferences: ours.metadata.ownerReferences ?? [] },
})
const noInstallation = { namespace: 'kube-system', elsewhere: [] }

test.each<[string, readonly Pod[]]>([
  ['no pods', []],
  ['pods only', [app('one', '500m'), app('two', '250m')]],
  ['a balloon and pods', [app('one', '500m'), ours, app('two', '250m')]],
  ['two balloons', [ours, balloonPod({ cpu: '2', memory: '1Gi' })]],
  ['a pod with the label of a balloon', [ours, unmanagedPod]],
  ['a pod of our DaemonSet that is no balloon', [ours, owned('odd')]],
  ['a balloon that is ending', [{ ...ours, metadata: { ...ours.metadata, deletionTimestamp: 'now' } }]],
])('%s: their sums measure a node as the pods do', (_, pods) => {
  const sums: PodSumsByNode = new Map()
  for (const one of pods) addPod(sums, one)
  for (const installed of [installation, noInstallation]) {
    const { occupants: _occupants, ...whole } = measure({ node: node(), pods, installation: installed })
    expect(measureSums(sums.get('node-a'), [], { node: node(), installation: installed })).toEqual(whole)
  }
})

test('of the pods, only those that may be balloons are kept', () => {
  const sums: PodSumsByNode = new Map()
  for (const one of [app('one', '1'), ours, unmanagedPod]) addPod(sums, one)
  expect(sums.get('node-a')?.candidates.map(({ metadata }) => metadata.name)).toEqual([ours.metadata.name, 'unmanaged'])
  expect(sums.get('node-a')?.requested).toEqual({ cpu: 1000n, memory: 2n ** 30n })
})

test('a balloon that is not bound comes from elsewhere', () => {
  const pending = { ...ours, spec: { ...ours.spec, nodeName: undefined } } as unknown as Pod
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', values: ['node-a'] }] }],
      },
    },
  }
  const unbound = { ...pending, spec: { ...pending.spec, affinity } }
  expect(measureSums(undefined, [unbound], { node: node(), installation }).state).toBe('Pending')
})
