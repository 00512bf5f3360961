import { describe, expect, test } from '@jest/globals'
import { gateDifferences } from '../../../../src/lib/kubelet/gates/changes.ts'
import { newest, oldest, type releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { listGateChanges, listGates } from '../../../../src/lib/offline/explain/list-gates.ts'

const kinds = (name: string, from: (typeof releases)[number], to: (typeof releases)[number]) =>
  gateDifferences({ from, to }).find((difference) => difference.name === name)?.kinds

import { byUrgency, describeDifference } from '../../../../src/lib/offline/explain/gates.ts'

describe('between two releases a gate', () => {
  test.each([
    ['GangScheduling', '1.34', '1.35', ['added']],
    ['SidecarContainers', '1.36', '1.37', ['removed']],
    ['NodeSwap', '1.29', '1.30', ['default']],
    ['NodeSwap', '1.33', '1.34', ['stage', 'locked']],
    ['MemoryQoS', '1.36', '1.37', ['default', 'stage']],
    ['GracefulNodeShutdownBasedOnPodPriority', '1.34', '1.35', ['needs']],
    ['NodeSwap', '1.35', '1.36', undefined],
  ] as const)('%s changes from %s to %s: %j', (name, from, to, expected) => {
    expect(kinds(name, from, to)).toEqual(expected)
  })
  test('does not change from a release to itself', () => {
    expect(gateDifferences({ from: newest, to: newest })).toEqual([])
  })
})

describe('gates that are named', () => {
  test('come in their order', () => {
    expect(listGates('1.36', ['NodeSwap', 'MemoryQoS']).map(({ name }) => name)).toEqual(['NodeSwap', 'MemoryQoS'])
  })
  test('are refused together, each with what was probably meant', () => {
    const gates = [
      { name: 'nodeSwap', releases: [], similar: { names: ['NodeSwap'], more: 0 } },
      { name: 'GangScheduling', releases: ['1.35', '1.36'] },
      { name: 'Xyzzyxyzzy', releases: [] },
    ]
    expect(() => listGates('1.37', ['nodeSwap', 'GangScheduling', 'Xyzzyxyzzy'])).toThrow(
      expect.objectContaining({ code: 'invalid', fact: { reason: 'NoSuchGates', gates, among: ['1.37'] } }),
    )
  })
  test('may be known by a part of their name', () => {
    const gates = [
      { name: 'Swap', releases: [], similar: { names: ['NodeSwap'], more: 0 } },
      {
        ...{ name: 'kubeletC', releases: [] },
        similar: { names: ['KubeletCgroupDriverFromCRI', 'KubeletCrashLoopBackOffMax'], more: 0 },
      },
    ]
    expect(() => listGates('1.37', ['Swap', 'kubeletC'])).toThrow(
      expect.objectContaining({ fact: { reason: 'NoSuchGates', gates, among: ['1.37'] } }),
    )
  })
  test('may be known at either end', () => {
    expect(listGateChanges({ from: '1.36', to: '1.37' }, ['SidecarContainers'])).toHaveLength(1)
  })
  test('have changed since an older release only', () => {
    expect(() => listGateChanges({ from: newest, to: oldest }, [])).toThrow(
      expect.objectContaining({ code: 'usage', fact: { reason: 'NotOlder', from: newest, to: oldest } }),
    )
  })
})

test('for people, what may stop a kubelet comes first, and what is new and off last', () => {
  const differences = gateDifferences({ from: '1.33', to: '1.36' })
  const order = byUrgency(differences).map(({ kinds, after }) => {
    if (kinds.includes('added')) return after?.on ? 'added, on' : 'added, off'
    return ['removed', 'locked', 'default'].find((kind) => kinds.some((own) => own === kind)) ?? 'other'
  })
  expect(order.filter((urgency, i) => urgency !== order[i - 1])).toEqual([
    'removed',
    'locked',
    'default',
    'other',
    'added, on',
    'added, off',
  ])
  expect(byUrgency(differences).filter(({ kinds }) => kinds.includes('removed'))).toEqual(
    differences.filter(({ kinds }) => kinds.includes('removed')),
  )
})

test.each([
  ['CSIMigrationPortworx', 'removed, was on ga locked'],
  ['NodeSwap', 'beta → ga, locked to true'],
  ['GitRepoVolumeDriver', 'locked to false'],
  ['CSIServiceAccountTokenSecrets', 'added, on ga locked'],
  ['GangScheduling', 'added, off alpha'],
])('%s since 1.33: %s', (name, expected) => {
  const [difference] = listGateChanges({ from: '1.33', to: '1.36' }, [name])
  expect(difference && describeDifference(difference)).toBe(expected)
})
