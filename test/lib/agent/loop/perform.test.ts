import { expect, test } from '@jest/globals'
import type { EffectContext } from '../../../../src/lib/agent/loop/effect-context.ts'
import { perform } from '../../../../src/lib/agent/loop/perform.ts'
import type { Effect } from '../../../../src/lib/agent/model/effect.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'

const goBack: Effect = { kind: 'write', config: { source: 'local' } }

/** What is done with the live file to go back to the own content of the node, by what is found there. */
async function doneWith(content: () => string, effect: Effect = goBack): Promise<readonly string[]> {
  const done: string[] = []
  const live = {
    read: async () => ({ content: content() }),
    captureLocal: async () => void done.push('capture'),
    restoreLocal: async () => void done.push('restore'),
  }
  const context = { host: { live } } as unknown as EffectContext
  await perform(effect, context, new AbortController().signal)
  return done
}

test.each([
  ['ours', 'restore'],
  ['local', 'restore'],
  ['foreign', 'capture'],
])('going back to the own content, where the live file is %s by now: %s', async (content, done) => {
  expect(await doneWith(() => content)).toEqual([done])
})

test.each([
  ['foreign', ['capture']],
  ['ours', []],
  ['local', []],
])('an older state asks to keep the live file, which is %s by now: %j', async (content, done) => {
  expect(await doneWith(() => content, { kind: 'capture-local' })).toEqual(done)
})

test('a live file that cannot be read is written over', async () => {
  expect(
    await doneWith(() => {
      throw new Error('EIO')
    }),
  ).toEqual(['restore'])
})

test.each([
  ['a write that fails', goBack, 'ours'],
  ['the capture of a foreign file that fails', { kind: 'capture-local' }, 'foreign'],
  ['what touches no live file and fails', { kind: 'forget-starts' }, undefined],
] as const)('%s says what the live file has by then', async (_what, effect, content) => {
  const fails = async () => {
    throw new Failure('refused', said('OutOfSpace', 'no room'))
  }
  const read = async () => ({ content: content ?? 'ours' })
  const live = { read, captureLocal: fails, restoreLocal: fails }
  const context = { host: { live, rescue: { forgetStarts: fails } } } as unknown as EffectContext
  const ending = await perform(effect, context, new AbortController().signal)
  expect(ending).toMatchObject({ kind: 'failed', effect })
  expect('live' in ending ? ending.live?.content : 'unread').toBe(content)
})
