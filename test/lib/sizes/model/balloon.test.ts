import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { hasBalloonLabel } from '../../../../src/lib/pods/balloon-label.ts'
import { isBalloon, nodeOf, stateOfBalloons } from '../../../../src/lib/sizes/model/balloon.ts'
import { balloonPod, container, installation, pending, pod } from '../../pods/samples.ts'

const small = { cpu: '1m', memory: '16Mi' }
const large = { cpu: '1', memory: '1Gi' }
const owner = { kind: 'DaemonSet', name: 'nodesize-balloon', uid: 'daemonset-uid', controller: true }

test.each<[string, Pod, boolean]>([
  ['a pod of our DaemonSet is a balloon', balloonPod(small), true],
  ['in another namespace it is none', balloonPod(small, small, { metadata: { namespace: 'default' } }), false],
  ['with another class it is none', balloonPod(small, small, { spec: { priorityClassName: 'high' } }), false],
  ['without an owner it is none', balloonPod(small, small, { metadata: { ownerReferences: [] } }), false],
  [
    'of a DaemonSet that had the same name it is none',
    balloonPod(small, small, { metadata: { ownerReferences: [{ ...owner, uid: 'earlier' }] } }),
    false,
  ],
  [
    'of an owner that does not control it, it is none',
    balloonPod(small, small, { metadata: { ownerReferences: [{ ...owner, controller: false }] } }),
    false,
  ],
  [
    'of a DaemonSet whose labels were lost it still is one',
    balloonPod(small, small, { metadata: { labels: {} } }),
    true,
  ],
])('%s', (_, candidate, ours) => {
  expect(isBalloon(candidate, installation)).toBe(ours)
})

test('the label is anybody’s to set', () => {
  expect(hasBalloonLabel(balloonPod(small))).toBe(true)
  expect(hasBalloonLabel(pod())).toBe(false)
  expect(hasBalloonLabel(pod({ metadata: { labels: { 'nodesize.kubeletcfg.dev/balloon': 'no' } } }))).toBe(false)
})

const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', values: ['node-b'] }] }]
const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } }
const unbound = (spec: Partial<Pod['spec']> = {}): Pod => {
  const { nodeName: _, ...rest } = balloonPod(small).spec
  return { ...balloonPod(small), spec: { ...rest, ...spec } }
}

test.each<[string, Pod, string | undefined]>([
  ['a bound pod is on its node', balloonPod(small, small, { spec: { affinity } }), 'node-a'],
  ['a pod of a DaemonSet is meant for the node in its affinity', unbound({ affinity }), 'node-b'],
  ['any other pod is nowhere', unbound(), undefined],
  ['a pod with another affinity is nowhere', unbound({ affinity: { nodeAffinity: {} } }), undefined],
])('%s', (_, somewhere, node) => {
  expect(nodeOf(somewhere)).toBe(node)
})

const leaving = balloonPod(small, small, { name: 'leaving', metadata: { deletionTimestamp: '2026-11-21T09:31:59Z' } })
const settled = balloonPod(large)
const growing = (status: Pod['status']): Pod =>
  balloonPod(large, small, { ...(status === undefined ? {} : { status }) })
const unstarted = (reason: string, message?: string): Pod =>
  growing({ containerStatuses: [{ name: 'balloon', state: { waiting: { reason, ...(message && { message }) } } }] })
const limited = { name: 'balloon', resources: { requests: small, limits: { cpu: '2' } } }
const deferred = growing({ conditions: [pending('Deferred', 'full', 1)] })
const infeasible = growing({ conditions: [pending('Infeasible', 'swap', 1)] })

test.each<[string, readonly Pod[], object]>([
  ['no balloon', [], { kind: 'none' }],
  ['a balloon that got what it asks for', [settled], { kind: 'settled', pod: settled }],
  ['two balloons', [settled, deferred], { kind: 'several', pods: [settled, deferred] }],
  ['a balloon on its way out', [leaving], { kind: 'terminating', pod: leaving }],
  ['a balloon and its predecessor', [settled, leaving], { kind: 'terminating', pod: leaving }],
  ['two balloons and a predecessor', [settled, leaving, deferred], { kind: 'several', pods: [settled, deferred] }],
  ['a balloon without a node', [unbound({ affinity })], { kind: 'pending', pod: unbound({ affinity }) }],
  ['a balloon whose kubelet reports nothing', [growing({ containerStatuses: [] })], { kind: 'starting' }],
  [
    'a kubelet too old to report resources',
    [growing({ containerStatuses: [{ name: 'balloon' }] })],
    { kind: 'starting' },
  ],
  [
    'a container that runs, without resources',
    [growing({ containerStatuses: [{ name: 'balloon', state: { running: {} } }] })],
    { kind: 'not-reported' },
  ],
  ['a container that is being made', [unstarted('ContainerCreating')], { kind: 'starting', obstacle: undefined }],
  [
    'an image that cannot be pulled',
    [unstarted('ErrImagePull', 'no such host')],
    { kind: 'starting', obstacle: { kubeletReason: 'ErrImagePull', kubeletMessage: 'no such host' } },
  ],
  [
    'a balloon with limits',
    [balloonPod(small, small, { spec: { containers: [limited] } })],
    { kind: 'limited', resourceLimits: [{ kind: 'limit', resource: 'cpu', text: '2' }] },
  ],
  [
    'a balloon that requests one resource only',
    [balloonPod(small, small, { spec: { containers: [container('balloon', { cpu: '1' })] } })],
    { kind: 'without-requests' },
  ],
  ['a kubelet that has not answered', [growing({})], { kind: 'resizing' }],
  ['a deferred resize', [deferred], { kind: 'deferred', pod: deferred, kubeletMessage: 'full' }],
  ['an infeasible resize', [infeasible], { kind: 'infeasible', pod: infeasible, kubeletMessage: 'swap' }],
])('%s', (_, balloons, state) => {
  expect(stateOfBalloons(balloons)).toMatchObject(state)
})
