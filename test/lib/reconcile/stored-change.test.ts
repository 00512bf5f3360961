import { expect, test } from '@jest/globals'
import { measureNode } from '../../../src/lib/flows/sizes/survey.ts'
import { isLeft } from '../../../src/lib/reconcile/stored-change.ts'
import { limits } from '../flows/clusters.ts'
import { balloonOf } from '../flows/sizes/balloons.ts'
import { fourCores } from '../flows/sizes/four-cores.ts'

test.each([
  [0, false],
  [1_999, false],
  [2_000, true],
])('a size that was stored %i ms after its balloon was made was left by a command: %s', async (laterMs, left) => {
  using world = fourCores()
  const measured = await measureNode(world.cluster, 'node-a', limits)
  const created = Date.parse(balloonOf(world).metadata.creationTimestamp ?? '')
  const stamp = { at: new Date(created + laterMs).toISOString() }
  expect(isLeft({ node: 'node-a', hold: 'size', amounts: { cpu: 2000n }, stamp }, measured)).toBe(left)
})
