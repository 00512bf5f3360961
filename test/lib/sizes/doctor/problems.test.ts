import { beforeAll, describe, expect, test } from '@jest/globals'
import type { ClusterSeen } from '../../../../src/lib/sizes/doctor/cluster-seen.ts'
import { diagnosisOf } from '../../../../src/lib/sizes/doctor/doctor.ts'
import { balloons, beside, type Change, kubelets, live, object, some } from './changes.ts'
import { healthyCluster, lookAt } from './healthy.ts'

let healthy: ClusterSeen

beforeAll(async () => {
  using world = await healthyCluster()
  healthy = await lookAt(world)
})

test('nothing bad is said of a healthy cluster', () => {
  expect(diagnosisOf(healthy)).toMatchObject({ verdict: 'works', problems: [], care: [] })
})

describe('a problem', () => {
  test.each<[string, Change, string]>([
    ['a server that cannot resize', ({ server }) => ({ server: { ...server, resizes: false } }), 'ServerCannotResize'],
    [
      'a gate that is off',
      ({ server }) => ({ server: { ...server, gates: { value: new Map([['InPlacePodVerticalScaling', false]]) } } }),
      'ServerGateOff',
    ],
    ['no installation', () => ({ installation: { namespace: 'kube-system', elsewhere: [] } }), 'InstallationMissing'],
    [
      'an installation elsewhere',
      () => ({ installation: { namespace: 'kube-system', elsewhere: ['other'] } }),
      'InstalledElsewhere',
    ],
    [
      'two installations',
      ({ neighbours, objects }) =>
        beside({
          daemonSets: some(...(neighbours.daemonSets.value ?? []), {
            ...objects.at(-1)!.wanted,
            metadata: { ...objects.at(-1)!.wanted.metadata, namespace: 'other' },
          }),
        })({ neighbours } as ClusterSeen),
      'SecondInstallation',
    ],
    ['no PriorityClass', live('PriorityClass', () => undefined), 'ObjectMissing'],
    [
      'a PriorityClass of another value',
      live('PriorityClass', (found) => ({ ...found, value: 7 })),
      'PriorityClassDiffers',
    ],
    [
      'a PriorityClass that preempts',
      live('PriorityClass', (found) => ({ ...found, preemptionPolicy: 'PreemptLowerPriority' })),
      'PriorityClassDiffers',
    ],
    ['a PriorityClass for all', live('PriorityClass', (found) => ({ ...found, globalDefault: true })), 'ObjectDiffers'],
    [
      'a DaemonSet that replaces balloons',
      live('DaemonSet', (found) => ({
        ...found,
        spec: { ...(found['spec'] as object), updateStrategy: { type: 'RollingUpdate' } },
      })),
      'ObjectDiffers',
    ],
    ['balloons of an old class', balloons({ priority: 7 }), 'BalloonsOfOtherPriority'],
    ['balloons that preempt', balloons({ preemptionPolicy: 'PreemptLowerPriority' }), 'BalloonsOfOtherPriority'],
    [
      'a LimitRange',
      beside({
        limitRanges: some(object('v1', 'LimitRange', { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } })),
      }),
      'LimitRangeAddsLimits',
    ],
    [
      'a quota on limits',
      beside({ quotas: some(object('v1', 'ResourceQuota', { spec: { hard: { 'limits.cpu': '1' } } })) }),
      'QuotaDemandsLimits',
    ],
    [
      'a vertical autoscaler of balloons',
      beside({
        verticalAutoscalers: some(
          object('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', {
            spec: { targetRef: { kind: 'DaemonSet', name: 'nodesize-balloon' } },
          }),
        ),
      }),
      'VerticalAutoscalerOfBalloons',
    ],
    ['LimitedSwap', kubelets({ swapBehavior: 'LimitedSwap' }, 1024), 'SwapKeepsMemory'],
    [
      'a kubelet without the gate',
      kubelets({ gates: new Map([['InPlacePodVerticalScaling', false]]) }),
      'KubeletGateOff',
    ],
  ])('%s', (_, change, reason) => {
    const { problems, verdict } = diagnosisOf({ ...healthy, ...change(healthy) })
    expect({ verdict, reasons: problems.map((fact) => fact.reason) }).toEqual({ verdict: 'refused', reasons: [reason] })
  })
})
