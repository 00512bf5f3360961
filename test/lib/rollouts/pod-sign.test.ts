import { expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { signOfEnded, signOfUnfinished } from '../../../src/lib/rollouts/pod-sign.ts'

const made = '2026-11-30T10:00:00Z'
const ended = '2026-11-30T11:00:00Z'

type Owner = NonNullable<Pod['metadata']['ownerReferences']>[number]

const podOf = (
  status: Pod['status'],
  owner?: Omit<Owner, 'uid' | 'controller'>,
  name = 'web-5d8f9c7b6-x2x4z',
): Pod => ({
  metadata: {
    ...{ name, namespace: 'shop', uid: 'u', resourceVersion: '1', creationTimestamp: made },
    ...(owner && { ownerReferences: [{ ...owner, uid: 'o', controller: true }] }),
  },
  spec: { nodeName: 'node-a', containers: [{ name: 'web' }] },
  ...(status && { status }),
})

const byKubelet = [
  { type: 'Ready', status: 'False', lastTransitionTime: made },
  { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', lastTransitionTime: ended },
]

const low = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi. '
const rejected = 'Pod was rejected: '

test.each<[string, string, string, string | undefined]>([
  ['evicted, as its node is short of memory', 'Evicted', low, 'evicted'],
  [
    'not let in, as its node is short of memory',
    'Evicted',
    `${rejected}The node had condition: [MemoryPressure]. `,
    'evicted',
  ],
  [
    'evicted for a limit of a volume',
    'Evicted',
    'Usage of EmptyDir volume "cache" exceeds the limit "1Gi". ',
    undefined,
  ],
  [
    'evicted for a limit of a container',
    'Evicted',
    'Container web exceeded its local ephemeral storage limit "1Gi". ',
    undefined,
  ],
  [
    ...(['evicted for the limits of its containers', 'Evicted'] as const),
    ...(['Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ', undefined] as const),
  ],
  ['with a sysctl that is not allowed', 'SysctlForbidden', rejected, 'refused'],
  ['that fits no NUMA node', 'TopologyAffinityError', rejected, 'refused'],
  ['with a share of a core', 'SMTAlignmentError', rejected, 'refused'],
  ['without shared CPUs', 'EmptyPodSharedPoolError', rejected, 'refused'],
  ['with a profile that cannot be had', 'AppArmor', rejected, 'refused'],
  ['with a feature that is off', 'PodFeatureUnsupported', rejected, 'refused'],
  ['with requests of the pod', 'PodLevelResourcesNotSupported', rejected, 'refused'],
  ['with groups', 'SupplementalGroupsPolicyNotSupported', rejected, 'refused'],
  ['without room for its CPU', 'OutOfcpu', rejected, 'no-room'],
  ['without a place', 'OutOfpods', rejected, 'no-room'],
  ['without a device', 'OutOfexample.com/gpu', rejected, 'no-room'],
  ['whose device did not answer', 'UnexpectedAdmissionError', rejected, 'no-room'],
  ['ended for a critical one', 'Preempting', 'Preempted in order to admit critical pod', 'no-room'],
  ['with another label', 'NodeAffinity', rejected, undefined],
  ['with a taint', 'TaintToleration', rejected, undefined],
  ['with a port that is taken', 'NodePorts', rejected, undefined],
  ['of a node that shuts down', 'NodeShutdown', rejected, undefined],
  [
    'ended when its node shut down',
    'Terminated',
    'Pod was terminated in response to imminent node shutdown.',
    undefined,
  ],
  ['with too many volumes', 'VolumeAttachmentLimitExceeded', rejected, undefined],
  ['of another system', 'PodOSNotSupported', rejected, undefined],
  ['that ran too long', 'DeadlineExceeded', '', undefined],
  ['whose program failed', '', '', undefined],
])('a pod %s', (_, reason, message, shows) => {
  expect(signOfEnded(podOf({ phase: 'Failed', reason, message }))?.shows).toBe(shows)
})

test('a pod that was there was ended when its kubelet says so; a new one when it was made', () => {
  const evicted = { phase: 'Failed', reason: 'Evicted', message: low }
  expect(signOfEnded(podOf({ ...evicted, conditions: byKubelet }))).toEqual({
    ...{ node: 'node-a', pod: 'shop/web-5d8f9c7b6-x2x4z', workload: 'shop/web-5d8f9c7b6-x2x4z' },
    ...{ shows: 'evicted', reason: 'Evicted', at: Date.parse(ended) },
  })
  expect(signOfEnded(podOf(evicted))?.at).toBe(Date.parse(made))
})

test('an evicted pod whose containers end with 0 has succeeded: only its condition tells', () => {
  const conditions = byKubelet.map((one) => ({ ...one, message: low }))
  expect(signOfEnded(podOf({ phase: 'Succeeded', conditions }))).toMatchObject({
    ...{ shows: 'evicted', reason: 'Evicted', at: Date.parse(ended) },
  })
  const shutDown = byKubelet.map((one) => ({
    ...one,
    message: 'Pod was terminated in response to imminent node shutdown.',
  }))
  expect(signOfEnded(podOf({ phase: 'Succeeded', conditions: shutDown }))).toBeUndefined()
})

test('nothing is a sign that has not ended, has succeeded by itself, or has no node', () => {
  expect(signOfEnded(podOf({ phase: 'Running', reason: 'Evicted', message: low }))).toBeUndefined()
  expect(signOfEnded(podOf({ phase: 'Succeeded', reason: 'SysctlForbidden', message: rejected }))).toBeUndefined()
  const { spec, ...rest } = podOf({ phase: 'Failed', reason: 'OutOfpods' })
  expect(signOfEnded({ ...rest, spec: { containers: spec.containers } })).toBeUndefined()
})

test.each<[string, Omit<Owner, 'uid' | 'controller'> | undefined, string, string]>([
  ['a Deployment', { kind: 'ReplicaSet', name: 'web-5d8f9c7b6' }, 'web-5d8f9c7b6-x2x4z', 'shop/ReplicaSet/web'],
  ['a CronJob', { kind: 'Job', name: 'backup-29384710' }, 'backup-29384710-abcde', 'shop/Job/backup'],
  ['a DaemonSet', { kind: 'DaemonSet', name: 'log-agent' }, 'log-agent-abcde', 'shop/DaemonSet/log-agent'],
  ['a file of a node', { kind: 'Node', name: 'node-a' }, 'proxy-node-a', 'shop/proxy'],
  ['nobody', undefined, 'alone', 'shop/alone'],
])('pods of %s are alike', (_, owner, name, workload) => {
  expect(signOfEnded(podOf({ phase: 'Failed', reason: 'OutOfpods' }, owner, name))?.workload).toBe(workload)
})

const waiting = (reason: string) => [{ name: 'web', state: { waiting: { reason } } }]

test.each<[string, NonNullable<Pod['status']>, string | undefined]>([
  ['crashes', { containerStatuses: waiting('CrashLoopBackOff') }, 'CrashLoopBackOff'],
  ['crashes before it starts', { initContainerStatuses: waiting('CrashLoopBackOff') }, 'CrashLoopBackOff'],
  ['cannot be made', { containerStatuses: waiting('CreateContainerError') }, 'CreateContainerError'],
  ['lacks a ConfigMap', { containerStatuses: waiting('CreateContainerConfigError') }, 'CreateContainerConfigError'],
  ['has no image', { containerStatuses: waiting('ImagePullBackOff') }, undefined],
  ['is about to start', { containerStatuses: waiting('ContainerCreating') }, undefined],
  ['runs', { containerStatuses: [{ name: 'web', state: { running: {} } }] }, undefined],
  ['is not seen yet', {}, undefined],
])('a pod whose container %s', (_, status, reason) => {
  expect(signOfUnfinished(podOf(status))).toEqual(reason && expect.objectContaining({ shows: 'not-started', reason }))
})
