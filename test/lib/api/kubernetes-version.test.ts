import { expect, test } from '@jest/globals'
import { compareVersions, parseKubernetesVersion } from '../../../src/lib/api/kubernetes-version.ts'

test.each(['1.36', 'v1.36', 'v1.36.3', '1.36.3-rc.1+k3s1', 'v1.36.0-gke.100'])('%s is 1.36', (text) => {
  expect(parseKubernetesVersion(text)).toEqual({ major: 1, minor: 36 })
})

test.each(['', '1', '1.36.', '1.36.x', 'v1.36-rc.1', 'stable-1.36', ' 1.36', '1.36\n'])('%j is no version', (text) => {
  expect(parseKubernetesVersion(text)).toBeUndefined()
})

test('versions are compared by number', () => {
  expect(compareVersions({ major: 1, minor: 100 }, { major: 1, minor: 37 })).toBeGreaterThan(0)
  expect(compareVersions({ major: 2, minor: 0 }, { major: 1, minor: 37 })).toBeGreaterThan(0)
  expect(compareVersions({ major: 1, minor: 37 }, { major: 1, minor: 37 })).toBe(0)
})
