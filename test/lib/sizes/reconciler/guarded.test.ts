import { expect, test } from '@jest/globals'
import type { OpenCluster } from '../../../../src/lib/connect/cluster.ts'
import type { Term } from '../../../../src/lib/loop/leader-election/lead.ts'
import { guarded } from '../../../../src/lib/sizes/reconciler/guarded.ts'

const limits = { signal: new AbortController().signal }

/** The ports of a leader, and what it wrote. */
function ports(confirm: Term['confirm']) {
  const writes: string[] = []
  const cluster = {
    balloons: { resize: async () => void writes.push('resize') },
    nodes: {
      schedule: async (_: string, wish: { unschedulable: boolean }) =>
        void writes.push(wish.unschedulable ? 'cordon' : 'uncordon'),
    },
  }
  const { balloons, nodes } = guarded(cluster as unknown as OpenCluster, { confirm } as Term)
  const [resize, schedule] = [balloons.resize, nodes.schedule] as unknown as ((...args: unknown[]) => Promise<void>)[]
  return {
    writes,
    resize: () => resize!('balloon', {}, limits),
    schedule: (unschedulable: boolean) => schedule!('node-a', { unschedulable }, limits),
  }
}

test('a leader asks for its term before each write, right then', async () => {
  const asked: string[] = []
  const leader = ports(() => void asked.push('confirm'))
  await leader.resize()
  await leader.schedule(true)
  expect([asked.length, leader.writes]).toEqual([2, ['resize', 'cordon']])
})

test('whoever leads no more neither resizes nor cordons, and undoes its own cordon', async () => {
  const former = ports(() => {
    throw new Error('LeadershipLost')
  })
  await expect(former.resize()).rejects.toThrow('LeadershipLost')
  await expect(former.schedule(true)).rejects.toThrow('LeadershipLost')
  expect(former.writes).toEqual([])
  await former.schedule(false)
  expect(former.writes).toEqual(['uncordon'])
})
