import { describe, expect, test } from '@jest/globals'
import { assessChange } from '../../../../src/lib/kubelet/changes/assess.ts'
import { fieldDisruptions } from '../../../../src/lib/kubelet/changes/field-disruption.ts'
import { schemaAt } from '../../../../src/lib/kubelet/defaults/tables.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { documentOf } from '../check/documents.ts'

async function assess(before: string, after: string, release: Release = '1.36') {
  const documents = { before: await documentOf(before, release), after: await documentOf(after, release) }
  return assessChange(release, documents)
}

describe('what a change requires', () => {
  test.each<[disruption: string, before: string, after: string]>([
    ['none', 'maxPods: 110', ''],
    ['none', 'syncFrequency: 60s', ''],
    ['restart', 'eventBurst: 5', 'eventBurst: 6'],
    ['restart', 'maxPods: 50', ''],
    ['drain', '', 'maxPods: 50'],
    ['drain', '', 'podsPerCore: 10'],
    ['drain', 'podsPerCore: 10', 'podsPerCore: 5'],
    ['restart', 'podsPerCore: 10', 'podsPerCore: 20'],
    ['restart', 'podsPerCore: 10', 'podsPerCore: 0'],
    ['restart', 'kubeReserved: {cpu: 200m, memory: 1Gi}', 'kubeReserved: {cpu: 100m}'],
    ['drain', 'kubeReserved: {cpu: 200m}', 'kubeReserved: {cpu: 100m, memory: 1Gi}'],
    ['drain', 'evictionHard: {memory.available: 1Gi}', 'evictionHard: {memory.available: 10%}'],
    ['drain', 'evictionHard: {memory.available: 5%}', 'evictionHard: {memory.available: 10%}'],
    ['restart', 'evictionHard: {memory.available: 15%}', 'evictionHard: {memory.available: 10%}'],
    ['restart', '', 'evictionHard: {memory.available: 50Mi}'],
    ['restart', 'evictionHard: {memory.available: 10%}', 'evictionHard: {memory.available: 100%}'],
    ['drain', 'evictionHard: {memory.available: 100%}', 'evictionHard: {memory.available: 10%}'],
    ['restart', 'evictionHard: {memory.available: 1Gi}', 'evictionHard: {memory.available: 0%}'],
    ['new-node', '', 'registerWithTaints: [{key: a, effect: NoSchedule}]'],
    ['state-file', '', 'cpuManagerPolicy: static'],
    ['state-file', 'memoryManagerPolicy: Static', ''],
    ['state-file', '', 'reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]'],
    ['reboot', 'cpuManagerPolicy: static', 'cgroupRoot: /a'],
    ['new-node', '', 'providerID: aws:///x'],
    ['drain', '', 'userNamespaces: {idsPerPod: 131072}'],
    ['drain', 'userNamespaces: {idsPerPod: 131072}', ''],
    ['restart', '', 'userNamespaces: {idsPerPod: 65536}'],
    [
      'restart',
      'featureGates: {UserNamespacesSupport: false}',
      'featureGates: {UserNamespacesSupport: false}\nuserNamespaces: {idsPerPod: 131072}',
    ],
  ])('%s: from "%s" to "%s"', async (disruption, before, after) => {
    expect(await assess(`${before}\n`, `${after}\n`, '1.35')).toMatchObject({ disruption })
  })
})

describe('a cgroup driver that the runtime may decide', () => {
  const change = (gates: string, release: Release) =>
    assess(`${gates}cgroupDriver: cgroupfs\n`, `${gates}cgroupDriver: systemd\n`, release)

  test.each<[reason: string, gates: string, release: Release]>([
    ['ContainersInOldCgroups', '', '1.30'],
    ['RuntimeMayDecide', 'featureGates: {KubeletCgroupDriverFromCRI: true}\n', '1.30'],
    ['ContainersInOldCgroups', 'featureGates: {KubeletCgroupDriverFromCRI: false}\n', '1.33'],
    ['RuntimeMayDecide', '', '1.33'],
    ['RuntimeMayDecide', '', '1.36'],
  ])('%s with "%s" in %s', async (reason, gates, release) => {
    expect((await change(gates, release)).changes).toEqual([
      expect.objectContaining({ path: 'cgroupDriver', disruption: 'reboot', onPlainRestart: { reason } }),
    ])
  })
})

describe('the static CPU manager with strict-cpu-reservation', () => {
  const fixed = 'cpuManagerPolicy: static\n'
  const strict = `${fixed}cpuManagerPolicyOptions: {strict-cpu-reservation: "true"}\n`

  test.each<[name: string, disruption: string, before: string, after: string]>([
    ['other CPUs', 'state-file', `${strict}reservedSystemCPUs: "0"`, `${strict}reservedSystemCPUs: 0-1`],
    ['the same CPUs in other words', 'drain', `${strict}reservedSystemCPUs: 0-1`, `${strict}reservedSystemCPUs: "0,1"`],
    ['more CPUs', 'state-file', `${strict}kubeReserved: {cpu: "1"}`, `${strict}kubeReserved: {cpu: "2"}`],
    ['fewer CPUs', 'state-file', `${strict}kubeReserved: {cpu: "2"}`, `${strict}kubeReserved: {cpu: "1"}`],
    ['part of a CPU', 'drain', `${strict}kubeReserved: {cpu: 1500m}`, `${strict}kubeReserved: {cpu: "2"}`],
    [
      'a number instead of a set',
      'state-file',
      `${strict}reservedSystemCPUs: "0"`,
      `${strict}kubeReserved: {cpu: "1"}`,
    ],
    ['the option on', 'state-file', `${fixed}kubeReserved: {cpu: "1"}`, `${strict}kubeReserved: {cpu: "1"}`],
    ['the option off', 'state-file', `${strict}kubeReserved: {cpu: "1"}`, `${fixed}kubeReserved: {cpu: "1"}`],
    ['without the option', 'drain', `${fixed}reservedSystemCPUs: "0"`, `${fixed}reservedSystemCPUs: 0-1`],
  ])('%s', async (_name, disruption, before, after) => {
    const { changes, ...assessment } = await assess(`${before}\n`, `${after}\n`)
    expect(assessment).toMatchObject({ disruption })
    if (disruption === 'state-file')
      expect(changes).toContainEqual(
        expect.objectContaining({
          stateFile: 'cpu_manager_state',
          onPlainRestart: expect.objectContaining({ reason: 'ExitsOnOtherCpus' }),
        }),
      )
  })
})

describe('less is left for pods', () => {
  test.each<[lowers: boolean, before: string, after: string]>([
    [true, '', 'kubeReserved: {cpu: 100m}'],
    [true, 'systemReserved: {memory: 1Gi}', 'systemReserved: {memory: 2Gi}'],
    [true, '', 'evictionHard: {memory.available: 200Mi}'],
    [true, '', 'reservedSystemCPUs: "0"'],
    [true, 'kubeReserved: {cpu: "1"}', 'kubeReserved: {cpu: "1"}\nreservedSystemCPUs: 0-1'],
    [false, '', ''],
    [false, 'kubeReserved: {cpu: "2"}', 'kubeReserved: {cpu: "2"}\nreservedSystemCPUs: 0-1'],
    [false, 'kubeReserved: {cpu: 100m}', 'systemReserved: {cpu: 100m}'],
    [false, 'kubeReserved: {memory: 1Gi}', ''],
    [false, '', 'evictionHard: {nodefs.available: 20%}'],
    [false, '', 'maxPods: 50'],
  ])('%s: from "%s" to "%s"', async (lowersAllocatable, before, after) => {
    expect(await assess(`${before}\n`, `${after}\n`)).toMatchObject({ lowersAllocatable })
  })
})

test('what follows from a change is a change as well', async () => {
  const { changes } = await assess('', 'nodeStatusUpdateFrequency: 20s\nmaxParallelImagePulls: 3\n')
  expect(changes.map(({ path, before, after }) => `${path}: ${before} to ${after}`)).toEqual([
    'maxParallelImagePulls: undefined to 3',
    'nodeStatusReportFrequency: 5m0s to 20s',
    'nodeStatusUpdateFrequency: 10s to 20s',
    'serializeImagePulls: true to false',
  ])
})

test('a field that the release does not know changes nothing', async () => {
  expect(await assess('', 'podLogsDir: /logs\n', '1.29')).toEqual({
    changes: [],
    disruption: 'none',
    lowersAllocatable: false,
  })
})

test.each([...fieldDisruptions.keys()])('%s is a field', (field) => {
  expect(schemaAt(field)).toBeDefined()
})
