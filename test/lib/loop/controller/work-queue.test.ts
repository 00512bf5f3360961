import { expect, test } from '@jest/globals'
import { WorkQueue } from '../../../../src/lib/loop/controller/work-queue.ts'
import { InProcess } from '../../../support/in-process.ts'

const { signal } = new AbortController()

function queueIn(world: InProcess) {
  const queue = new WorkQueue(world.clock)
  const taken: [string, number][] = []
  const end = new AbortController()
  const start = world.clock.now()
  /** Works for so many milliseconds on each name. */
  const worker = async (ms: number): Promise<void> => {
    for (;;) {
      const name = await queue.get(end.signal)
      taken.push([name, world.clock.now() - start])
      await world.clock.sleep(ms, signal)
      queue.done(name)
    }
  }
  return { queue, taken, end: () => end.abort(new Error('over')), worker }
}

const wait = (world: InProcess, ms: number) => world.clock.sleep(ms, signal)

test('a name waits once, however often it is added', async () => {
  using world = new InProcess()
  const { queue, taken, worker, end } = queueIn(world)
  for (let i = 0; i < 5; i++) queue.add('a')
  expect(queue.length).toBe(1)
  const working = worker(1)
  await wait(world, 100)
  expect(taken).toEqual([['a', 0]])
  end()
  await expect(working).rejects.toThrow('over')
})

test('a name that is added while it is worked on is worked on again, by one worker at a time', async () => {
  using world = new InProcess()
  const { queue, taken, worker, end } = queueIn(world)
  const working = [worker(100), worker(100), worker(100)]
  queue.add('a')
  await wait(world, 50)
  queue.add('a')
  queue.add('a')
  await wait(world, 500)
  expect(taken).toEqual([
    ['a', 0],
    ['a', 100],
  ])
  end()
  await Promise.allSettled(working)
})

test('several workers share what waits', async () => {
  using world = new InProcess()
  const { queue, taken, worker, end } = queueIn(world)
  const working = [worker(100), worker(100)]
  for (const name of ['a', 'b', 'c']) queue.add(name)
  await wait(world, 500)
  expect(taken).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 100],
  ])
  end()
  await Promise.allSettled(working)
})

test('what is added later comes once, at the newest time, and not at all when it is cancelled', async () => {
  using world = new InProcess()
  const { queue, taken, worker, end } = queueIn(world)
  const working = worker(0)
  queue.addAfter('a', 500)
  queue.addAfter('a', 200)
  queue.addAfter('b', 300)
  queue.cancel('b')
  queue.addAfter('c', 5_000)
  queue.add('c')
  await wait(world, 10_000)
  expect(taken).toEqual([
    ['c', 0],
    ['a', 200],
  ])
  end()
  await Promise.allSettled([working])
})
