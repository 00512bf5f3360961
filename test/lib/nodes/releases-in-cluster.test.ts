import { expect, test } from '@jest/globals'
import type { Release } from '../../../src/lib/kubelet/model/releases.ts'
import { releasesInCluster } from '../../../src/lib/nodes/releases-in-cluster.ts'
import { clusterOf, limits } from '../cluster/clusters.ts'

const clusterRunning = (...versions: string[]) =>
  clusterOf(...versions.map((kubeletVersion, i) => ({ name: `node-${i}`, kubeletVersion }))).cluster

test.each<[string, string[], Release[], Release[], number]>([
  ['each release once, oldest first', ['v1.36.3', 'v1.34.0', 'v1.36.1'], [], ['1.34', '1.36'], 0],
  ['and those that are named', ['v1.36.3'], ['1.37', '1.36'], ['1.36', '1.37'], 0],
  ['the nearest known one of what is not known', ['v1.20.0', 'v1.99.0'], [], ['1.28', '1.37'], 2],
])('%s', async (_what, versions, more, releases, warnings) => {
  const found = await releasesInCluster(clusterRunning(...versions), more, limits)
  expect([found.releases, found.warnings.length]).toEqual([releases, warnings])
})

test('a cluster without nodes has no releases', async () => {
  await expect(releasesInCluster(clusterRunning(), ['1.36'], limits)).rejects.toMatchObject({
    code: 'invalid',
    fact: { reason: 'NoNodes' },
  })
})
