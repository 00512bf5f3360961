import { expect, test } from '@jest/globals'
import { Queue } from '../../../src/lib/loop/queue.ts'

const { signal } = new AbortController()

test('items come in their order', async () => {
  const queue = new Queue<string>()
  queue.put('first')
  queue.put('second')
  expect([await queue.take(signal), await queue.take(signal)]).toEqual(['first', 'second'])
  const later = queue.take(signal)
  queue.put('third')
  expect(await later).toBe('third')
})

// Otherwise an agent would wait for the end of an effect that never comes, and would seem to be alive.
test.each([
  ['while items wait', ['waits']],
  ['while nothing waits', []],
])('an error is not lost %s', async (_when, items) => {
  const queue = new Queue<string>()
  for (const item of items) queue.put(item)
  queue.fail(new Error('internal'))
  const taken = async (): Promise<void> => {
    for (;;) await queue.take(AbortSignal.timeout(1_000))
  }
  await expect(taken()).rejects.toThrow('internal')
})

test('an interruption ends the wait', async () => {
  const controller = new AbortController()
  const waiting = new Queue<string>().take(controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
