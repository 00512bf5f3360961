import { expect, test } from '@jest/globals'
import { WakeUp } from '../../../src/lib/loop/wake-up.ts'
import { InProcess } from '../../support/in-process.ts'

const { signal } = new AbortController()

test('a pause ends after its time, when it is called, and at once when it was called before', async () => {
  using world = new InProcess()
  const { clock } = world
  const wakeUp = new WakeUp(clock)
  const begun = clock.now()
  const ended: number[] = []
  const sleep = async () => {
    await wakeUp.sleep(1_000, signal)
    ended.push(clock.now() - begun)
  }
  await sleep()
  clock.after(300, () => wakeUp.call())
  await sleep()
  await sleep()
  wakeUp.reset()
  await sleep()
  expect(ended).toEqual([1_000, 1_300, 1_300, 2_300])
})

test('an interruption ends it', async () => {
  using world = new InProcess()
  const end = new AbortController()
  world.clock.after(100, () => end.abort(new Error('enough')))
  await expect(new WakeUp(world.clock).sleep(1_000, end.signal)).rejects.toThrow('enough')
})
