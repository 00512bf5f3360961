import { beforeAll, describe, expect, test } from '@jest/globals'
import type { ClusterSeen } from '../../../../src/lib/sizes/doctor/cluster-seen.ts'
import { diagnosisOf } from '../../../../src/lib/sizes/doctor/doctor.ts'
import {
  beside,
  type Change,
  cordonedUntil,
  denied,
  desiredSizes,
  hook,
  kubelets,
  live,
  long,
  object,
  podsWith,
  some,
  spoof,
  unasked,
  workload,
} from './changes.ts'
import { healthyCluster, lookAt } from './healthy.ts'

let healthy: ClusterSeen

beforeAll(async () => {
  using world = await healthyCluster()
  healthy = await lookAt(world)
})

describe('something to take care of', () => {
  test.each<[string, Change, string]>([
    [
      'a binding that was changed',
      live('ValidatingAdmissionPolicyBinding', (found) => ({ ...found, spec: {} })),
      'ObjectDiffers',
    ],
    ['no policy', live('ValidatingAdmissionPolicy', () => undefined), 'ObjectMissing'],
    [
      'an object of another maker',
      live('ValidatingAdmissionPolicyBinding', (found) => ({ ...found, metadata: { ...found.metadata, labels: {} } })),
      'NotMadeByInstall',
    ],
    [
      'a quota on requests',
      beside({ quotas: some(object('v1', 'ResourceQuota', { spec: { hard: { 'requests.cpu': '1' } } })) }),
      'QuotaCountsBalloons',
    ],
    [
      'a budget over balloons',
      beside({
        budgets: some(
          object('policy/v1', 'PodDisruptionBudget', {
            spec: { selector: { matchLabels: { 'app.kubernetes.io/name': 'nodesize' } } },
          }),
        ),
      }),
      'BudgetsDoNotProtect',
    ],
    ['a webhook', beside({ webhooks: some(hook()) }), 'PodsMutated'],
    [
      'a cluster autoscaler',
      beside({ deployments: some(object('apps/v1', 'Deployment', { spec: workload('x/cluster-autoscaler:v1') })) }),
      'ClusterAutoscalerFound',
    ],
    [
      'a cluster autoscaler that is out of sight',
      beside({ autoscalerStatus: { value: object('v1', 'ConfigMap') } }),
      'ClusterAutoscalerFound',
    ],
    [
      'a descheduler',
      beside({
        cronJobs: some(
          object('batch/v1', 'CronJob', {
            spec: { jobTemplate: { spec: workload('registry.k8s.io/descheduler/descheduler:v1') } },
          }),
        ),
      }),
      'DeschedulerFound',
    ],
    [
      'Karpenter, with balloons on all nodes',
      ({ server, installation }) => ({
        server: { ...server, groups: [...server.groups, 'karpenter.sh'] },
        installation: { ...installation, nodeSelector: { 'kubernetes.io/os': 'linux' } } as ClusterSeen['installation'],
      }),
      'KarpenterFound',
    ],
    ['swap space, and a kubelet that was not asked', unasked(1024), 'SwapNotKnown'],
    ['nodes that were left cordoned', cordonedUntil(-long), 'NodesLeftCordoned'],
    [
      'a pod with the label of balloons',
      podsWith((pods) => ({ labelled: [...pods.labelled, spoof(pods)] })),
      'BalloonLabelSpoofed',
    ],
    ['what may not be read', beside({ webhooks: denied, budgets: denied }), 'NotSeen'],
    [
      'a missing right',
      ({ rights }) => ({ rights: rights.map((right) => ({ ...right, allowed: right.command !== 'cordon' })) }),
      'SizingNotAllowed',
    ],
  ])('%s', (_, change, reason) => {
    const { care, verdict, problems } = diagnosisOf({ ...healthy, ...change(healthy) })
    expect({ verdict, problems, reasons: [...new Set(care.map((fact) => fact.reason))] }).toEqual({
      verdict: 'with-care',
      problems: [],
      reasons: [reason],
    })
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['drift', { 'node-a': '{"cpu":"1"}' }, ['SizesDrifted', 'ReconcilerAbsent']],
    ['nonsense', { 'node-a': 'two' }, ['DesiredSizeInvalid', 'ReconcilerAbsent']],
    ['nonsense twice', { 'node-a': 'two', 'node-b': '[]' }, ['NodesAlike', 'ReconcilerAbsent']],
    ['a node that is gone', { 'node-z': '{"cpu":"1"}' }, ['DesiredSizesOfAbsentNodes', 'ReconcilerAbsent']],
  ])('a size that is stored: %s', (_, data, reasons) => {
    const { care } = diagnosisOf({ ...healthy, ...desiredSizes(data)(healthy) })
    expect(care.map((fact) => fact.reason)).toEqual(reasons)
  })
})

test.each<[string, Change, string]>([
  [
    'static managers, which concern no balloon',
    kubelets({ cpuManager: 'static', memoryManager: 'Static' }),
    'ManagersStatic',
  ],
  ['swap space that no pod may use', kubelets({ swapBehavior: 'NoSwap' }, 1024), 'KubeletsResize'],
  ['a kubelet that may run with cgroup v1', kubelets({ failCgroupV1: false }), 'CgroupNotKnown'],
  ['kubelets that were not asked', () => ({ kubelets: [] }), 'KubeletsNotAsked'],
  ['a cordon of a resize that is under way', cordonedUntil(0), 'BalloonsReady'],
  ['gates that may not be read', ({ server }) => ({ server: { ...server, gates: denied } }), 'ServerResizes'],
  [
    'pods that may preempt a balloon',
    podsWith(() => ({ byPriority: [{ name: 'system-node-critical', value: 2_000_001_000, pods: 3 }] })),
    'BalloonsPreemptible',
  ],
  [
    'Karpenter, with an opt-in label',
    ({ server }) => ({ server: { ...server, groups: [...server.groups, 'karpenter.sh'] } }),
    'KarpenterFound',
  ],
])('%s: nothing to take care of', (_, change, reason) => {
  const { works, verdict } = diagnosisOf({ ...healthy, ...change(healthy) })
  expect(verdict).toBe('works')
  expect(works.map((fact) => fact.reason)).toContain(reason)
})
