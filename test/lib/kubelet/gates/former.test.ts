import { describe, expect, test } from '@jest/globals'
import { formerGates } from '../../../../src/lib/kubelet/data/former-gates.ts'
import { gates } from '../../../../src/lib/kubelet/data/gates.ts'
import { formerGate } from '../../../../src/lib/kubelet/gates/former.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'

/** From pkg/features/kube_features.go of the release before. */
const known: readonly (readonly [name: string, release: Release, removedIn: string, since: string | undefined])[] = [
  ['PodOverhead', '1.28', '1.26', 'always-on'],
  ['IPv6DualStack', '1.37', '1.25', 'always-on'],
  ['RuntimeClass', '1.28', '1.24', 'always-on'],
  ['IdentifyPodOS', '1.28', '1.27', 'always-on'],
  ['CSIMigration', '1.28', '1.27', 'always-on'],
  ['EvenPodsSpread', '1.28', '1.21', 'always-on'],
  ['DynamicKubeletConfig', '1.28', '1.26', 'always-off'],
  ['LegacyNodeRoleBehavior', '1.28', '1.22', 'always-off'],
  ['ServiceTopology', '1.28', '1.22', undefined],
  ['APISelfSubjectReview', '1.30', '1.30', 'always-on'],
  ['SecurityContextDeny', '1.36', '1.30', undefined],
]

describe('a gate that was removed', () => {
  test.each(known)('%s in %s: in %s', (name, release, removedIn, since) => {
    expect(formerGate(release, name)).toMatchObject({ removedIn, since, renamedTo: undefined })
  })
  test.each(['NeverWas', 'constructor', '__proto__', 'NodeSwap', 'AllAlpha'])('%s was not', (name) => {
    expect(formerGate('1.36', name)).toBeUndefined()
  })
  test('is not one in the releases that still have it', () => {
    expect(formerGate('1.29', 'APISelfSubjectReview')).toBeUndefined()
  })
  test('may have another name', () => {
    expect(formerGate('1.36', 'PodHasNetworkCondition')?.renamedTo).toBe('PodReadyToStartContainersCondition')
  })
})

test('no gate is in both tables', () => {
  const names = Object.values(formerGates).flatMap((row) => row.split(' '))
  expect(names).toHaveLength(107)
  expect(names.filter((name) => Object.hasOwn(gates, name))).toEqual([])
})
