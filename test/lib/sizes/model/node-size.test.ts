import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import type { Installation, NotInstalled } from '../../../../src/lib/sizes/model/installation.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import type { NodeState } from '../../../../src/lib/sizes/model/node-state.ts'
import { applyingPod, balloonPod, container, installation, node, pending, pod, workload } from '../../pods/samples.ts'

const Gi = 2n ** 30n
const held = { cpu: '1', memory: '4Gi' }
const small = { cpu: '1m', memory: '16Mi' }

const nowhere: NotInstalled = { namespace: 'kube-system', elsewhere: [] }
const limited = balloonPod(held, held, {
  spec: { containers: [{ name: 'balloon', resources: { requests: held, limits: { cpu: '2' } } }] },
})

describe('accounting', () => {
  test('the balloon takes from the size, the other pods from what is free of it', () => {
    const pods = [balloonPod(held), workload('web', '1500m', '2Gi'), workload('job', '500m', '1Gi')]
    expect(measure({ node: node(), pods, installation })).toMatchObject({
      allocatable: { cpu: 4_000n, memory: 16n * Gi },
      balloon: { cpu: 1_000n, memory: 4n * Gi },
      size: { cpu: 3_000n, memory: 12n * Gi },
      requested: { cpu: 2_000n, memory: 3n * Gi },
      free: { cpu: 1_000n, memory: 9n * Gi },
      occupants: [{ name: 'default/web' }, { name: 'default/job' }],
      unmanagedPods: [],
      state: 'Ready',
      why: undefined,
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
  ])('%s', (_, other, requested) => {
    expect(measure({ node: node(), pods: [balloonPod(small), other], installation }).requested.cpu).toBe(requested)
  })

  test('a deferred balloon counts as the scheduler counts it, so free can be negative', () => {
    const deferred = balloonPod({ cpu: '3', memory: '16Mi' }, small, {
      status: { conditions: [pending('Deferred', 'full', 1)] },
    })
    const measured = measure({ node: node(), pods: [deferred, workload('web', '2', '1Gi')], installation })
    expect(measured).toMatchObject({
      size: { cpu: 1_000n },
      free: { cpu: -1_000n },
      state: 'Deferred',
      why: { kubeletMessage: 'full' },
    })
  })

  test('what the kubelet has granted is less than requested while a pod waits to grow', () => {
    const containers = [container('app', { cpu: '2' })]
    const waiting = pod({
      spec: { containers },
      status: { containerStatuses: [{ name: 'app', allocatedResources: { cpu: '500m' } }] },
    })
    const measured = measure({ node: node(), pods: [balloonPod(small), waiting], installation })
    expect(measured).toMatchObject({ requested: { cpu: 2_000n }, granted: { cpu: 500n } })
  })

  test('a pod that only claims to be a balloon counts as requested, and is named', () => {
    const unmanagedPod = balloonPod(held, held, { name: 'unmanaged', metadata: { ownerReferences: [] } })
    const measured = measure({ node: node(), pods: [balloonPod(small), unmanagedPod], installation })
    expect(measured).toMatchObject({
      requested: { cpu: 1_000n },
      unmanagedPods: ['kube-system/unmanaged'],
      state: 'Ready',
    })
  })

  test('without an installation nothing is a balloon', () => {
    const measured = measure({ node: node(), pods: [balloonPod(held)], installation: nowhere })
    expect(measured).toMatchObject({ size: { cpu: 4_000n }, requested: { cpu: 1_000n }, state: 'NotManaged' })
  })
})

const leaving = balloonPod(held, held, { metadata: { deletionTimestamp: 'now' } })
const infeasible = balloonPod(held, small, { status: { conditions: [pending('Infeasible', 'swap', 1)] } })
const unready = { ready: false }
const everywhere: Installation = { ...installation, nodeSelector: { 'kubernetes.io/os': 'linux' } }
const bare = { 'kubernetes.io/os': 'linux' }

const starting = balloonPod(held, held, { status: { containerStatuses: [] } })
const running = { name: 'balloon', state: { running: {} } }
const unreported = balloonPod(held, held, { status: { containerStatuses: [running] } })
const notAdmitted = balloonPod(held, held, { status: { phase: 'Failed', reason: 'OutOfcpu', message: 'full' } })
const pair = [balloonPod(held, held, { name: 'a' }), balloonPod(held, held, { name: 'b' })]
const old = { kubeletVersion: 'v1.32.4' }

test.each<[NodeState, string, Partial<Node>, readonly Pod[], Installation | NotInstalled]>([
  ['Resizing', 'ResizeNotGranted', {}, [balloonPod(held, small)], installation],
  ['Resizing', 'ResizeNotApplied', {}, [applyingPod(small, held)], installation],
  ['Infeasible', 'ResizeInfeasible', {}, [infeasible], installation],
  ['Starting', 'BalloonNotStarted', {}, [starting], installation],
  ['NotResizable', 'ResourcesNotReported', { kubeletVersion: 'v1.34.4' }, [unreported], installation],
  ['Terminating', 'BalloonTerminating', {}, [leaving], installation],
  ['Missing', 'BalloonMissing', {}, [], installation],
  ['Missing', 'BalloonNotAdmitted', {}, [notAdmitted], installation],
  ['Resizing', 'ResizeNotGranted', {}, [notAdmitted, balloonPod(held, small)], installation],
  ['NotManaged', 'LabelMissing', { labels: bare }, [notAdmitted], installation],
  ['Conflict', 'SeveralBalloons', {}, pair, installation],
  ['Conflict', 'SeveralBalloons', unready, pair, installation],
  ['NotResizable', 'BalloonHasLimits', {}, [limited], installation],
  ['NodeNotReady', 'NodeNotReady', unready, [balloonPod(held)], installation],
  ['NodeNotReady', 'NodeNotReady', unready, [], installation],
  ['NotSupported', 'KubeletTooOld', old, [balloonPod(held)], installation],
  ['NotSupported', 'KubeletTooOld', old, [], nowhere],
  ['NotSupported', 'KubeletTooOld', { ...old, labels: bare }, [], installation],
  ['NotManaged', 'NotInstalled', {}, [], nowhere],
  ['NotManaged', 'InstalledElsewhere', {}, [], { ...nowhere, elsewhere: ['ops'] }],
  ['NotManaged', 'OperatingSystemNotSupported', { operatingSystem: 'windows' }, [], installation],
  ['NotManaged', 'LabelMissing', { labels: bare }, [], installation],
  ['NotManaged', 'LabelMissing', { ...unready, labels: bare }, [], installation],
])('a node is %s: %s', (state, reason, changes, pods, installed) => {
  const subject = { kind: 'Node', name: 'node-a' }
  expect(measure({ node: node(changes), pods, installation: installed })).toMatchObject({
    state,
    why: { reason, subject },
  })
})

test.each<[string, Partial<Node>, Installation]>([
  ['with the label', {}, installation],
  ['without it, where all nodes have a balloon', { labels: bare }, everywhere],
])('a node %s whose balloon got what it requests is Ready', (_, changes, installed) => {
  const measured = measure({ node: node(changes), pods: [balloonPod(held)], installation: installed })
  expect(measured).toMatchObject({ state: 'Ready', why: undefined })
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
    expect(measured).toMatchObject({ state: 'Pending', balloon: { cpu: 0n }, requested: { cpu: 0n } })
  })

  test('counts once when it is bound between two reads side by side', () => {
    const { nodeName: _, ...spec } = { ...balloonPod(held).spec, affinity }
    const bound = balloonPod(held)
    const both = [bound, { ...bound, spec }]
    const alone = measure({ node: node(), pods: [bound], installation })
    expect(measure({ node: node(), pods: both, installation })).toEqual(alone)
    expect(measure({ node: node(), pods: both.toReversed(), installation })).toEqual(alone)
  })

  test('of another DaemonSet is no balloon, and holds nothing either', () => {
    const other = { ...waiting(), metadata: workload('agent', '1', '1Gi').metadata }
    expect(measure({ node: node(), pods: [other], installation })).toMatchObject({
      occupants: [],
      requested: { cpu: 0n },
    })
  })

  test.each([
    ['in the words of the scheduler', 'False', '1 Insufficient cpu.'],
    ['without any, before it has spoken', 'True', undefined],
  ])('says why, %s', (_, status, schedulerMessage) => {
    const conditions = [{ type: 'PodScheduled', status, message: '1 Insufficient cpu.' }]
    const { why } = measure({ node: node(), pods: [waiting({ conditions })], installation })
    expect(why).toMatchObject({ reason: 'BalloonNotScheduled', schedulerMessage })
  })
})
