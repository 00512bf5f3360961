import { expect, test } from '@jest/globals'
import { Mailbox } from '../../../src/lib/loop/mailbox.ts'

const { signal } = new AbortController()

test('items come in their order', async () => {
  const mail = new Mailbox<string>()
  mail.put('first')
  mail.put('second')
  expect([await mail.take(signal), await mail.take(signal)]).toEqual(['first', 'second'])
  const later = mail.take(signal)
  mail.put('third')
  expect(await later).toBe('third')
})

// Otherwise an agent would wait for the end of an effect that never comes, and would seem to be alive.
test.each([
  ['while items wait', ['waits']],
  ['while nothing waits', []],
])('an error is not lost %s', async (_when, items) => {
  const mail = new Mailbox<string>()
  for (const item of items) mail.put(item)
  mail.fail(new Error('internal'))
  const taken = async (): Promise<void> => {
    for (;;) await mail.take(AbortSignal.timeout(1_000))
  }
  await expect(taken()).rejects.toThrow('internal')
})

test('an interruption ends the wait', async () => {
  const controller = new AbortController()
  const waiting = new Mailbox<string>().take(controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
