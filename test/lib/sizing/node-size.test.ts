import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../src/lib/api/node.ts'
import type { Pod } from '../../../src/lib/api/pod.ts'
import type { Installation } from '../../../src/lib/sizing/balloon.ts'
import { measure, type NodeState } from '../../../src/lib/sizing/node-size.ts'
import { balloonPod, container, installation, node, pending, pod, workload } from './samples.ts'

const Gi = 2n ** 30n
const held = { cpu: '1', memory: '4Gi' }
const small = { cpu: '1m', memory: '16Mi' }

describe('accounting', () => {
  test('the balloon takes from the size, the other pods from what is free of it', () => {
    const pods = [balloonPod(held), workload('web', '1500m', '2Gi'), workload('job', '500m', '1Gi')]
    expect(measure({ node: node(), pods, installation })).toMatchObject({
      allocatable: { cpu: 4_000n, memory: 16n * Gi },
      balloon: { cpu: 1_000n, memory: 4n * Gi },
      size: { cpu: 3_000n, memory: 12n * Gi },
      used: { cpu: 2_000n, memory: 3n * Gi },
      free: { cpu: 1_000n, memory: 9n * Gi },
      occupants: [{ name: 'default/web' }, { name: 'default/job' }],
      impostors: [],
      state: 'Ready',
      reason: '',
    })
  })

  test.each<[string, Pod, bigint]>([
    ['finished pods do not count', { ...workload('job', '1', '1Gi'), status: { phase: 'Succeeded' } }, 0n],
    ['failed pods do not count', { ...workload('job', '1', '1Gi'), status: { phase: 'Failed' } }, 0n],
    ['pods of other nodes do not count', pod({ spec: { nodeName: 'node-b', containers: [container('a', held)] } }), 0n],
    [
      'terminating pods count',
      pod({ metadata: { deletionTimestamp: 'now' }, spec: { containers: [container('a', held)] } }),
      1_000n,
    ],
    [
      'bound pods that have not started count',
      { ...workload('job', '1', '1Gi'), status: { phase: 'Pending' } },
      1_000n,
    ],
  ])('%s', (_, other, used) => {
    expect(measure({ node: node(), pods: [balloonPod(small), other], installation }).used.cpu).toBe(used)
  })

  test('a deferred balloon counts as the scheduler counts it, so free can be negative', () => {
    const deferred = balloonPod({ cpu: '3', memory: '16Mi' }, small, {
      status: { conditions: [pending('Deferred', 'full', 1)] },
    })
    const measured = measure({ node: node(), pods: [deferred, workload('web', '2', '1Gi')], installation })
    expect(measured).toMatchObject({ size: { cpu: 1_000n }, free: { cpu: -1_000n }, state: 'Deferred', reason: 'full' })
  })

  test('what the kubelet has granted is less than used while a pod waits to grow', () => {
    const containers = [container('app', { cpu: '2' })]
    const waiting = pod({
      spec: { containers },
      status: { containerStatuses: [{ name: 'app', allocatedResources: { cpu: '500m' } }] },
    })
    const measured = measure({ node: node(), pods: [balloonPod(small), waiting], installation })
    expect(measured).toMatchObject({ used: { cpu: 2_000n }, granted: { cpu: 500n } })
  })

  test('a pod that only claims to be a balloon is in use, and named', () => {
    const impostor = balloonPod(held, held, { name: 'impostor', metadata: { ownerReferences: [] } })
    const measured = measure({ node: node(), pods: [balloonPod(small), impostor], installation })
    expect(measured).toMatchObject({ used: { cpu: 1_000n }, impostors: ['kube-system/impostor'], state: 'Ready' })
  })

  test('without an installation nothing is a balloon', () => {
    const measured = measure({ node: node(), pods: [balloonPod(held)], installation: undefined })
    expect(measured).toMatchObject({ size: { cpu: 4_000n }, used: { cpu: 1_000n }, state: 'NotManaged' })
  })
})

const leaving = balloonPod(held, held, { metadata: { deletionTimestamp: 'now' } })
const infeasible = balloonPod(held, small, { status: { conditions: [pending('Infeasible', 'swap', 1)] } })
const unready = { ready: false }
const everywhere: Installation = { ...installation, nodeSelector: { 'kubernetes.io/os': 'linux' } }
const bare = { 'kubernetes.io/os': 'linux' }

test.each<[NodeState, string, Partial<Node>, readonly Pod[], Installation | undefined]>([
  ['Ready', '', {}, [balloonPod(held)], installation],
  ['Ready', '', { labels: bare }, [balloonPod(held)], everywhere],
  ['Resizing', 'the kubelet has not granted the new size', {}, [balloonPod(held, small)], installation],
  ['Infeasible', 'swap', {}, [infeasible], installation],
  [
    'Starting',
    'the kubelet has not started the balloon',
    {},
    [balloonPod(held, held, { status: { containerStatuses: [] } })],
    installation,
  ],
  ['Terminating', 'the balloon is being replaced', {}, [leaving], installation],
  ['Missing', 'the node has no balloon', {}, [], installation],
  [
    'Conflict',
    'the node has 2 balloons: kube-system/a, kube-system/b',
    {},
    [balloonPod(held, held, { name: 'a' }), balloonPod(held, held, { name: 'b' })],
    installation,
  ],
  [
    'Conflict',
    'the node has 2 balloons: kube-system/a, kube-system/b',
    unready,
    [balloonPod(held, held, { name: 'a' }), balloonPod(held, held, { name: 'b' })],
    installation,
  ],
  ['NodeNotReady', 'the node is not ready', unready, [balloonPod(held)], installation],
  ['NodeNotReady', 'the node is not ready', unready, [], installation],
  [
    'NotSupported',
    'its kubelet is v1.31.4: 1.33 or later is needed',
    { kubeletVersion: 'v1.31.4' },
    [balloonPod(held)],
    installation,
  ],
  ['NotManaged', 'nodesize is not installed', {}, [], undefined],
  ['NotManaged', 'nodes with windows cannot be resized', { operatingSystem: 'windows' }, [], installation],
  ['NotManaged', 'the node lacks the label nodesize.kubeletcfg.dev/enabled=true', { labels: bare }, [], installation],
  [
    'NotManaged',
    'the node lacks the label nodesize.kubeletcfg.dev/enabled=true',
    { ...unready, labels: bare },
    [],
    installation,
  ],
])('%s: %s', (state, reason, changes, pods, installed) => {
  expect(measure({ node: node(changes), pods, installation: installed })).toMatchObject({ state, reason })
})

describe('a pod that waits for its node', () => {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', values: ['node-a'] }] }]
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } }
  const waiting = (status: Pod['status'] = {}): Pod => {
    const { nodeName: _, ...spec } = { ...balloonPod(held).spec, affinity }
    return { ...balloonPod(held), spec, status }
  }

  test('is a pending balloon and holds nothing', () => {
    const measured = measure({ node: node(), pods: [waiting()], installation })
    expect(measured).toMatchObject({ state: 'Pending', balloon: { cpu: 0n }, used: { cpu: 0n } })
  })

  test('of another DaemonSet is no balloon, and holds nothing either', () => {
    const other = { ...waiting(), metadata: workload('agent', '1', '1Gi').metadata }
    expect(measure({ node: node(), pods: [other], installation })).toMatchObject({ occupants: [], used: { cpu: 0n } })
  })

  test.each([
    [
      'in the words of the scheduler',
      [{ type: 'PodScheduled', status: 'False', message: '1 Insufficient cpu.' }],
      '1 Insufficient cpu.',
    ],
    ['or in ours, before it has spoken', [], 'the balloon is not scheduled'],
  ])('says why, %s', (_, conditions, reason) => {
    expect(measure({ node: node(), pods: [waiting({ conditions })], installation }).reason).toBe(reason)
  })
})
