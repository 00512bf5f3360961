import { expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { resizableBalloon } from '../../../../src/lib/sizes/model/resizable.ts'
import { balloonPod, container, installation, node, pending } from '../../pods/samples.ts'

const held = { cpu: '1', memory: '4Gi' }
const small = { cpu: '1m', memory: '16Mi' }
const check = (changes: Partial<Node>, pods: readonly Pod[]) =>
  resizableBalloon(measure({ node: node(changes), pods, installation }))

test.each<[string, Partial<Node>, Pod]>([
  ['settled', {}, balloonPod(held)],
  ['still resizing', {}, balloonPod(held, small)],
  ['deferred', {}, balloonPod(held, small, { status: { conditions: [pending('Deferred', '', 1)] } })],
  ['infeasible', {}, balloonPod(held, small, { status: { conditions: [pending('Infeasible', '', 1)] } })],
  ['on a node that is not ready', { ready: false }, balloonPod(held)],
  ['on a kubelet 1.33', { kubeletVersion: 'v1.33.0' }, balloonPod(held)],
  ['on a kubelet 2.0', { kubeletVersion: 'v2.0.1' }, balloonPod(held)],
  ['on a kubelet of a distribution', { kubeletVersion: '1.36.3+k3s1' }, balloonPod(held)],
])('a balloon that is %s can be resized', (_, changes, pod) => {
  expect(check(changes, [pod])).toMatchObject({ verb: 'use', pod, requests: { text: held } })
})

const two = [balloonPod(held, held, { name: 'a' }), balloonPod(held, held, { name: 'b' })]
const limited = { name: 'balloon', resources: { requests: held, limits: { cpu: '2' } } }

const scheduled = (message?: string) =>
  message === undefined ? [] : [{ type: 'PodScheduled', status: 'False', message }]
const pendingBalloon = (message?: string): Pod => {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', values: ['node-a'] }] }]
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } }
  const { nodeName: _, ...spec } = { ...balloonPod(held).spec, affinity }
  return { ...balloonPod(held), spec, status: { conditions: scheduled(message) } }
}
const waiting = (reason: string): Pod =>
  balloonPod(held, held, { status: { containerStatuses: [{ name: 'balloon', state: { waiting: { reason } } }] } })

test.each<[string, string, boolean, Partial<Node>, readonly Pod[]]>([
  ['a windows node', 'OperatingSystemNotSupported', false, { operatingSystem: 'windows' }, [balloonPod(held)]],
  ['a kubelet 1.32', 'KubeletTooOld', false, { kubeletVersion: 'v1.32.9' }, [balloonPod(held)]],
  ['a kubelet without a version', 'KubeletTooOld', false, { kubeletVersion: 'fake' }, [balloonPod(held)]],
  ['a node without memory', 'AllocatableUnknown', false, { allocatable: { cpu: '4' } }, [balloonPod(held)]],
  ['a node without the label', 'LabelMissing', false, { labels: {} }, []],
  ['a node without a balloon', 'BalloonMissing', true, {}, []],
  ['a node that is not ready, without a balloon', 'NodeNotReady', false, { ready: false }, []],
  [
    'a node that is not ready, with a balloon that has not started',
    'NodeNotReady',
    false,
    { ready: false },
    [waiting('ContainerCreating')],
  ],
  ['a node with two balloons', 'SeveralBalloons', false, {}, two],
  [
    'a balloon that is leaving',
    'BalloonTerminating',
    true,
    {},
    [balloonPod(held, held, { metadata: { deletionTimestamp: 'now' } })],
  ],
  [
    'a balloon without status',
    'BalloonNotStarted',
    true,
    {},
    [balloonPod(held, held, { status: { containerStatuses: [] } })],
  ],
  ['a balloon without its image', 'ContainerNotStarted', false, {}, [waiting('ImagePullBackOff')]],
  [
    'a balloon whose kubelet has the feature gate off',
    'ResourcesNotReported',
    false,
    {},
    [balloonPod(held, held, { status: { containerStatuses: [{ name: 'balloon', state: { running: {} } }] } })],
  ],
  ['a balloon that the scheduler has not seen', 'BalloonNotScheduled', true, {}, [pendingBalloon()]],
  ['a balloon for which there is no room', 'BalloonNotScheduled', false, {}, [pendingBalloon('Insufficient cpu')]],
  [
    'a balloon with a limit',
    'BalloonHasLimits',
    false,
    {},
    [balloonPod(held, held, { spec: { containers: [limited] } })],
  ],
  [
    'a balloon with requests of the pod',
    'BalloonHasLimits',
    false,
    {},
    [balloonPod(held, held, { spec: { resources: { requests: { cpu: '1' } } } })],
  ],
  [
    'a balloon without memory',
    'BalloonWithoutRequests',
    false,
    {},
    [balloonPod(held, held, { spec: { containers: [container('balloon', { cpu: '1' })] } })],
  ],
])('%s is refused: %s (passes by itself: %s)', (_, reason, passes, changes, pods) => {
  const subject = { kind: 'Node', name: 'node-a' }
  expect(check(changes, pods)).toMatchObject({ verb: 'refuse', code: 'refused', fact: { reason, subject }, passes })
})
