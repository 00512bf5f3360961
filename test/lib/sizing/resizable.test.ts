import { expect, test } from '@jest/globals'
import type { Node } from '../../../src/lib/api/node.ts'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { Failure } from '../../../src/lib/failure.ts'
import { measure } from '../../../src/lib/sizing/node-size.ts'
import { resizableBalloon } from '../../../src/lib/sizing/resizable.ts'
import { balloonPod, container, installation, node, pending } from './samples.ts'

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
  expect(check(changes, [pod])).toEqual({ pod, requests: held })
})

const two = [balloonPod(held, held, { name: 'a' }), balloonPod(held, held, { name: 'b' })]
const limited = { name: 'balloon', resources: { requests: held, limits: { cpu: '2' } } }

test.each<[string, Partial<Node>, readonly Pod[]]>([
  ["node 'node-a' runs windows: only linux nodes can be resized", { operatingSystem: 'windows' }, [balloonPod(held)]],
  ["node 'node-a' cannot be resized: its kubelet is v1.32.9", { kubeletVersion: 'v1.32.9' }, [balloonPod(held)]],
  ["node 'node-a' cannot be resized: its kubelet is fake", { kubeletVersion: 'fake' }, [balloonPod(held)]],
  ["node 'node-a' does not say what it can allocate", { allocatable: { cpu: '4' } }, [balloonPod(held)]],
  ["node 'node-a' is not managed: the node lacks the label kubernetes.io/os=linux", { labels: {} }, []],
  ["node 'node-a' has no balloon", {}, []],
  ["node 'node-a' has no balloon", { ready: false }, []],
  ["node 'node-a' has several balloons: a, b", {}, two],
  [
    "node 'node-a' has a balloon that is being replaced",
    {},
    [balloonPod(held, held, { metadata: { deletionTimestamp: 'now' } })],
  ],
  [
    "node 'node-a' has a balloon that has not started",
    {},
    [balloonPod(held, held, { status: { containerStatuses: [] } })],
  ],
  ["balloon 'x' has a cpu limit 2", {}, [balloonPod(held, held, { name: 'x', spec: { containers: [limited] } })]],
  [
    "balloon 'x' has a pod-level cpu request 1",
    {},
    [balloonPod(held, held, { name: 'x', spec: { resources: { requests: { cpu: '1' } } } })],
  ],
  [
    "balloon 'x' does not ask for both cpu and memory",
    {},
    [balloonPod(held, held, { name: 'x', spec: { containers: [container('balloon', { cpu: '1' })] } })],
  ],
])('%s', (message, changes, pods) => {
  const refusal = check(changes, pods)
  expect(refusal).toBeInstanceOf(Failure)
  expect(refusal).toMatchObject({ code: 'refused', message })
})

test('a balloon that waits for its node is refused', () => {
  const measured = { ...measure({ node: node(), pods: [balloonPod(held)], installation }) }
  const refusal = resizableBalloon({ ...measured, balloonState: { kind: 'pending', pod: balloonPod(held) } })
  expect(refusal).toMatchObject({ message: "node 'node-a' has a balloon that is not scheduled" })
})

test('a refusal says how to renew the balloon', () => {
  const refusal = check({}, [balloonPod(held, held, { name: 'x', spec: { containers: [limited] } })])
  expect(refusal).toMatchObject({
    suggestions: ['remove what adds that (a LimitRange or a webhook), then kubectl delete pod -n kube-system x'],
  })
})
