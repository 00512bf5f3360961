import { expect, test } from '@jest/globals'
import { Controller, type Reconciler } from '../../../../src/lib/loop/controller/controller.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'
import { InProcess } from '../../../support/in-process.ts'

const failure = new Failure('unreachable', said('NoAnswer', 'no answer'))
const second = 1_000

/** What a controller with one worker does in so long, by the second. */
async function run(
  given: (controller: Controller) => Partial<Reconciler>,
  seconds: number,
): Promise<readonly string[]> {
  using world = new InProcess()
  const { clock } = world
  const begun = clock.now()
  const done: string[] = []
  const note = (what: string): void => void done.push(`${(clock.now() - begun) / second} ${what}`)
  const controller = new Controller({
    ...{ clock, random: () => 0, backOff: { firstMs: 5 * second, longestMs: 300 * second }, resyncMs: 60 * second },
    observer: {
      failed: (name, { fact }, count) => note(`${name} failed ${count}: ${fact.reason}`),
      resynced: () => note('resynced'),
      resyncFailed: ({ reason }) => note(`resync failed: ${reason}`),
    },
  })
  const reconciler: Reconciler = {
    reconcile: async (name) => note(name),
    resync: async () => undefined,
    ...given(controller),
  }
  const end = new AbortController()
  const tasks = [controller.work(reconciler, end.signal), controller.resync(reconciler, end.signal)]
  const outcomes = Promise.allSettled(tasks)
  await clock.sleep(seconds * second, new AbortController().signal)
  end.abort(new Error('over'))
  expect((await outcomes).map((one) => 'reason' in one && String(one.reason))).toEqual(['Error: over', 'Error: over'])
  controller.queue.shutDown()
  return done
}

test('what fails is tried again after pauses that grow', async () => {
  const done = await run(({ queue }) => {
    queue.add('a')
    return {
      reconcile: async () => {
        throw failure
      },
    }
  }, 40)
  expect(done.filter((what) => what.includes('failed'))).toEqual([
    '0 a failed 1: NoAnswer',
    '5 a failed 2: NoAnswer',
    '15 a failed 3: NoAnswer',
    '35 a failed 4: NoAnswer',
  ])
})

test('all objects are looked at from time to time, after a failure sooner, and at once when that is asked for', async () => {
  let looks = 0
  const done = await run((controller) => {
    controller.queue.addAfter('ask', 70 * second)
    return {
      reconcile: async () => controller.requestResync(),
      resync: async () => {
        if (++looks === 2) throw failure
      },
    }
  }, 140)
  expect(done).toEqual(['0 resynced', '60 resync failed: NoAnswer', '65 resynced', '70 resynced', '130 resynced'])
})

test('what is asked for during a look at all objects is looked at in the next one', async () => {
  let looks = 0
  const done = await run(
    (controller) => ({
      resync: async () => {
        if (++looks === 1) controller.requestResync()
      },
    }),
    1,
  )
  expect(done).toEqual(['0 resynced', '0 resynced'])
})
