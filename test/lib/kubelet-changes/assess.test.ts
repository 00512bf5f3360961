import { describe, expect, test } from '@jest/globals'
import { schemaAt } from '../../../src/lib/kubelet/defaults/tables.ts'
import type { Release } from '../../../src/lib/kubelet/model/releases.ts'
import { assessChange } from '../../../src/lib/kubelet-changes/assess.ts'
import { costs } from '../../../src/lib/kubelet-changes/costs.ts'
import { documentOf } from '../kubelet/check/documents.ts'

async function assess(before: string, after: string, release: Release = '1.36') {
  const documents = { before: await documentOf(before, release), after: await documentOf(after, release) }
  return assessChange(release, documents)
}

describe('a change costs', () => {
  test.each<[kind: string, before: string, after: string]>([
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
  ])('%s: from %j to %j', async (kind, before, after) => {
    expect(await assess(`${before}\n`, `${after}\n`)).toMatchObject({ kind })
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
  expect(await assess('', 'podLogsDir: /logs\n', '1.29')).toEqual({ changes: [], kind: 'none' })
})

test.each([...costs.keys()])('%s is a field', (field) => {
  expect(schemaAt(field)).toBeDefined()
})
