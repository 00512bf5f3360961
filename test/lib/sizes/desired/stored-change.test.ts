import { expect, test } from '@jest/globals'
import { isLeft } from '../../../../src/lib/sizes/desired/stored-change.ts'
import { measureNode } from '../../../../src/lib/sizes/resize/survey.ts'
import { limits } from '../../cluster/clusters.ts'
import { balloonOf } from '../resize/balloons.ts'
import { fourCores } from '../resize/four-cores.ts'

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
