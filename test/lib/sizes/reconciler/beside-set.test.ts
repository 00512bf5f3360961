import { expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import { fourCores } from '../resize/four-cores.ts'
import { cpu, keptSize, resizeNodeA } from '../resize/kept-sizes.ts'
import { requestsOf, startReconciler, wait } from './kept.ts'

const minute = 60_000
const size = cpu('500m')

/** A node of 4 cores with a pod that requests one: half a core does not fit before it ends. */
async function setWithReconciler(endsAfterMs: number, timeoutMs: number) {
  using world = fourCores()
  await using loop = startReconciler(world)
  await wait(world, minute)
  world.clock.after(endsAfterMs, () => {
    world.asAdmin({ method: 'DELETE', path: podPath('default', 'web'), body: { gracePeriodSeconds: 0 } })
  })
  const change = await resizeNodeA(world, { size, ifFull: 'wait', timeoutMs })
  const then = { balloon: requestsOf(world).cpu, desired: keptSize(world) }
  await wait(world, 20 * minute)
  return { change, then, later: requestsOf(world).cpu, did: loop.seen.done, failed: loop.seen.failed }
}

test('a set that waits for a pod to end is left alone by the reconciler, and has the size as soon as it fits', async () => {
  const ran = await setWithReconciler(2 * minute, 4 * minute)
  expect(ran).toMatchObject({ change: { outcome: 'resized' }, later: '3500m', did: [], failed: [] })
})

test('a set that waits in vain leaves neither claim nor desired size, and the reconciler does not ask again', async () => {
  const ran = await setWithReconciler(15 * minute, 2 * minute)
  expect(ran).toMatchObject({ change: { failed: 'reverted', fact: { reason: 'WaitedInVain' } }, did: [], failed: [] })
  expect([ran.then, ran.later]).toEqual([{ balloon: '1m', desired: undefined }, '1m'])
})

test('a set that waits for more than five minutes is ended by the reconciler, and leaves neither claim nor desired size', async () => {
  const ran = await setWithReconciler(7 * minute, 10 * minute)
  expect(ran).toMatchObject({
    change: { failed: 'conflict', fact: { reason: 'ResizedSince' } },
    did: [expect.stringMatching(/^node-a ResizeNotGrantedInTime reverted/)],
  })
  expect([ran.then, ran.later]).toEqual([{ balloon: '1m', desired: undefined }, '1m'])
})
