import { expect, test } from '@jest/globals'
import type { Lease } from '../../../../src/lib/api/lease.ts'
import { ofDesiredSizes } from '../../../../src/lib/sizes/doctor/of-desired-sizes.ts'
import { keepDesired } from '../resize/balloons.ts'
import { healthyCluster, lookAt } from './healthy.ts'

test.each([
  [74_999, 'ReconcilerActive'],
  [75_000, 'ReconcilerAbsent'],
])('a reconciler whose Lease of 15 s was renewed %i ms ago: %s', async (agoMs, reason) => {
  using world = await healthyCluster()
  keepDesired(world, 'node-a', '{"cpu":"1"}')
  const seen = await lookAt(world)
  const renewTime = new Date(seen.now - agoMs).toISOString()
  const value = { spec: { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime } } as Lease
  const found = ofDesiredSizes({ ...seen, reconciler: { ...seen.reconciler, lease: { value } } })
  expect(found.map(({ fact }) => fact.reason)).toContain(reason)
})
