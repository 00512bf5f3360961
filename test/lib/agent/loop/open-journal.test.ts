import { expect, test } from '@jest/globals'
import { openJournal } from '../../../../src/lib/agent/loop/open-journal.ts'
import type { JournalReading } from '../../../../src/lib/agent/ports/journal.ts'
import { journals } from '../journals.ts'
import { MemoryJournal } from './memory-journal.ts'

/** In a trial. */
const written = JSON.parse(JSON.stringify(journals().find(({ work }) => work.kind === 'Trial')))

/** What an agent begins with, and whether it has put aside what was there. */
async function opened(reading: JournalReading) {
  const journal = new MemoryJournal()
  journal.reading = reading
  const clock = { sleep: async () => undefined } as unknown as Parameters<typeof openJournal>[0]['clock']
  const signal = new AbortController().signal
  const found = await openJournal({ host: { journal }, clock }, signal).catch(({ code, fact }) => [code, fact.reason])
  return { found, isThere: (await journal.read()) === reading }
}

test('a state that this version has written is gone on with', async () => {
  const { found, isThere } = await opened({ kind: 'state', state: written })
  expect([found, isThere]).toEqual([{ journal: written, lost: undefined }, true])
})

test.each([
  ['in the state', { ...written, newer: 1 }],
  ['in what is under way', { ...written, work: { ...written.work, newer: 1 } }],
])(
  'a state with a field that this version does not know, %s, is put aside: the agent begins anew (D11)',
  async (_, state) => {
    expect(await opened({ kind: 'state', state })).toMatchObject({
      found: { journal: undefined, lost: { reason: 'StateDamaged' } },
      isThere: false,
    })
  },
)

test('a state of a newer schema stays where it is, and no agent of this version runs with it (D11)', async () => {
  expect(await opened({ kind: 'newer', schemaVersion: 9 })).toEqual({
    found: ['refused', 'StateOfNewerVersion'],
    isThere: true,
  })
})
