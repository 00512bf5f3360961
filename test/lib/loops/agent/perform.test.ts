import { expect, test } from '@jest/globals'
import { perform } from '../../../../src/lib/loops/agent/perform.ts'
import type { Workshop } from '../../../../src/lib/loops/agent/workshop.ts'

/** What is done with the live file to go back to the own content of the node, by what is found there. */
async function doneWith(content: () => string): Promise<readonly string[]> {
  const done: string[] = []
  const live = {
    read: async () => ({ content: content() }),
    captureLocal: async () => void done.push('capture'),
    restoreLocal: async () => void done.push('restore'),
  }
  const shop = { host: { live } } as unknown as Workshop
  await perform({ kind: 'write', config: { source: 'local' } }, shop, new AbortController().signal)
  return done
}

test.each([
  ['ours', 'restore'],
  ['local', 'restore'],
  ['foreign', 'capture'],
])('going back to the own content, where the live file is %s by now: %s', async (content, done) => {
  expect(await doneWith(() => content)).toEqual([done])
})

test('a live file that cannot be read is written over', async () => {
  expect(
    await doneWith(() => {
      throw new Error('EIO')
    }),
  ).toEqual(['restore'])
})
