import '../../../../src/lib/ports/limits.ts'
import '../../../../src/lib/cluster/ports/server-messages.ts'
import '../../../../src/lib/sizes/install/install-messages.ts'
import '../../../../src/lib/sizes/resize/resize-messages.ts'
import '../../../../src/lib/sizes/model/size-messages.ts'
import { expect, test } from '@jest/globals'
import { messageOf, describe as wordsOf } from '../../../../src/lib/message/describe.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import type { InstallFact } from '../../../../src/lib/sizes/install/install-messages.ts'
import type { Lack, SizeFact } from '../../../../src/lib/sizes/model/size-messages.ts'
import type { ResizeFlowFact } from '../../../../src/lib/sizes/resize/resize-messages.ts'

const Gi = 2n ** 30n
const subject = { kind: 'Node', name: 'node-a' }
const said = (fact: SizeFact | ResizeFlowFact) => ({ message: messageOf(fact), hints: wordsOf(fact).hints })

const cpu: Lack = {
  ...{ resource: 'cpu', target: 1_000n, requested: 2_500n, free: 1_499n, waiting: 0n },
  pods: [
    { name: 'default/web', amount: 1_500n },
    { name: 'default/db', amount: 1_000n },
  ],
}
const memory: Lack = {
  ...{ resource: 'memory', target: Gi, requested: 8n * Gi + 1n, free: 8n * Gi - 1n, waiting: 2n * Gi },
  pods: [{ name: 'default/db', amount: 8n * Gi + 1n }],
}

test('no room: the lack of each resource, what is free, and who requests most; requested is rounded up, free down', () => {
  expect(said({ reason: 'NoRoom', subject, lacks: [cpu, memory] })).toEqual({
    message:
      "node 'node-a' has no room to shrink: its pods request 2500m cpu, more than 1; its pods request 8.1Gi memory, more than 1Gi",
    hints: [
      'it has 1499m cpu and 7.9Gi memory free',
      'the smallest possible cpu is 2500m',
      'most cpu: default/web 1500m, default/db 1',
      'the smallest possible memory is 8.1Gi',
      'most memory: default/db 8.1Gi',
      '2Gi memory of it is for pods that wait to be resized',
    ],
  })
})

test.each<[string, SizeFact | ResizeFlowFact, string, readonly string[]]>([
  [
    'more than a node can have',
    { reason: 'SizeOutOfRange', subject, problems: [{ resource: 'cpu', target: 64_000n, largest: 3_999n }] },
    "node 'node-a' cannot have cpu 64: the largest size is 3999m, allocatable less 1m for the balloon",
    ['use at most cpu 3999m, or max'],
  ],
  [
    'less than nothing',
    { reason: 'SizeOutOfRange', subject, problems: [{ resource: 'memory', target: -Gi, largest: Gi }] },
    "node 'node-a' cannot have memory -1Gi: a size must be greater than zero",
    ['to keep pods away from a node, use kubectl cordon'],
  ],
  [
    'all of allocatable',
    { reason: 'BalloonKeepsFloor', subject, kept: [{ resource: 'cpu', asked: 8_000n, floor: 1n }] },
    "node 'node-a': 8 is all of allocatable cpu: the balloon keeps its floor of 1m",
    [],
  ],
  [
    'only the label is missing',
    { reason: 'LabelMissing', subject, label: ['pool', 'batch'] },
    "node 'node-a' has no balloon: it lacks the label pool=batch",
    ['kubectl label node node-a pool=batch'],
  ],
  [
    'another namespace',
    { reason: 'InstalledElsewhere', namespaces: ['kube-system'] },
    'nodesize is installed in namespace kube-system: use -n kube-system',
    [],
  ],
  [
    'an image that cannot be pulled',
    { reason: 'ContainerNotStarted', subject, kubeletReason: 'ErrImagePull', kubeletMessage: 'no such host' },
    "node 'node-a' has a balloon that cannot start: ErrImagePull: no such host",
    ['for another image: nodesize install --image IMAGE'],
  ],
  [
    'limits on the balloon',
    {
      ...{ reason: 'BalloonHasLimits', subject, pod: 'x', namespace: 'ops' },
      resourceLimits: [
        { kind: 'limit', resource: 'cpu', text: '2' },
        { kind: 'pod-level request', resource: 'memory', text: '1Gi' },
      ],
    },
    "node 'node-a' has a balloon with a cpu limit of 2 and a pod-level memory request of 1Gi",
    ['remove what adds it (a LimitRange or a webhook), then kubectl delete pod -n ops x'],
  ],
  [
    'the same size again',
    { reason: 'AskedBefore', subject, because: { reason: 'ResizeDeferred', subject, kubeletMessage: 'full' } },
    "node 'node-a': this size was requested before: the kubelet deferred the resize: full",
    ['request a larger size, or run nodesize cancel node-a to free the room that it claims'],
  ],
  [
    'another writer',
    {
      ...{ reason: 'ResizedMeanwhile', subject, before: { cpu: 4_000n, memory: 16n * Gi } },
      now: { cpu: 3_000n, memory: 16n * Gi },
    },
    "node 'node-a' was resized by another client meanwhile: it had cpu 4 and memory 16Gi, and now has cpu 3 and memory 16Gi",
    ['check with nodesize get, then decide again'],
  ],
  [
    'another writer after the resize',
    {
      ...{ reason: 'ResizedSince', subject, before: { cpu: 4_000n, memory: 16n * Gi } },
      now: { cpu: 3_000n, memory: 16n * Gi },
    },
    "node 'node-a' was resized by another client meanwhile: it had cpu 4 and memory 16Gi, and now has cpu 3 and memory 16Gi",
    ['check with nodesize get, then decide again'],
  ],
  [
    'a silent kubelet',
    { reason: 'UnconfirmedReverted', subject, because: { reason: 'KubeletNotLooked' } },
    "node 'node-a': not confirmed, and reverted: the kubelet has not seen the resize yet",
    [],
  ],
  [
    'an interruption, which is not one of the revert',
    { reason: 'UnconfirmedReverted', subject, because: { reason: 'Interrupted' } },
    "node 'node-a': interrupted before the kubelet confirmed the resize; the resize was reverted",
    [],
  ],
])('%s in words', (_, fact, message, hints) => {
  expect(said(fact)).toEqual({ message, hints })
})

test('a resize that cannot be reverted comes with the command that reverts it', () => {
  const undo = { pod: 'x', namespace: 'ops', patch: [{ op: 'test', path: '/metadata/uid', value: '1' }] } as const
  const because: Fact = { reason: 'Interrupted' }
  expect(said({ reason: 'RevertFailed', subject, because, undo })).toEqual({
    message: "node 'node-a': the resize was not reverted, and the node is still being made smaller: interrupted",
    hints: [
      `to revert it: kubectl patch pod x -n ops --subresource resize --type json -p '[{"op":"test","path":"/metadata/uid","value":"1"}]'`,
    ],
  })
})

test.each([
  ['v1.32.4', 'the server (v1.32.4) has no pods/resize: Kubernetes 1.33 or later is required'],
  ['v1.34.4', 'the server (v1.34.4) has no pods/resize: its feature gate InPlacePodVerticalScaling is off'],
])('a server %s without pods/resize', (version, message) => {
  const fact: InstallFact = { reason: 'ServerCannotResize', version }
  expect(messageOf(fact)).toBe(message)
})
