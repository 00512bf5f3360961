import { createHash } from 'node:crypto'
import { expect } from '@jest/globals'
import { type HostCase, newestSchema } from './host-side.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const [state, later] = [
  { schemaVersion: newestSchema, phase: 'Trial', bad: [{ digest: 'é"\n' }] },
  { schemaVersion: newestSchema, phase: 'Good' },
]

export const journalCases: readonly HostCase[] = [
  {
    name: 'journal: nothing was written yet',
    async run(side) {
      expect(await (await side.start()).journal.read()).toEqual({ kind: 'none' })
    },
  },
  {
    name: 'journal: what was written last is read, also in the next life',
    async run(side) {
      const { journal } = await side.start()
      for (const one of [later, state, later, state]) await journal.write(one)
      expect(await journal.read()).toEqual({ kind: 'state', state })
      await side.reboot()
      expect(await (await side.start()).journal.read()).toEqual({ kind: 'state', state })
    },
  },
  {
    name: 'journal: a state of an older schema is read as it is',
    async run(side) {
      const old = { schemaVersion: 1, any: 'thing' }
      const { journal } = await side.start()
      await journal.write(old)
      expect(await journal.read()).toEqual({ kind: 'state', state: old })
    },
  },
  ...['', '{', '[]', 'null', '{"schemaVersion":"1"}', '{"schemaVersion":0}', `{"schemaVersion":${newestSchema}}`].map(
    (content): HostCase => ({
      name: `journal: a damaged state is put aside once: ${JSON.stringify(content)}`,
      async run(side) {
        const { journal } = await side.start()
        await journal.write(state)
        await side.damageState(content)
        expect(await journal.read()).toEqual({ kind: 'damaged', quarantined: expect.any(String) })
        expect(await journal.read()).toEqual({ kind: 'none' })
        await journal.write(later)
        expect(await journal.read()).toEqual({ kind: 'state', state: later })
      },
    }),
  ),
  {
    name: 'journal: what is put aside unread is no longer there, and the next state takes its place',
    async run(side) {
      const { journal } = await side.start()
      await journal.write(state)
      await journal.putAside()
      expect(await journal.read()).toEqual({ kind: 'none' })
      await journal.write(later)
      expect(await journal.read()).toEqual({ kind: 'state', state: later })
    },
  },
  {
    name: 'journal: nothing of a newer version is touched',
    async run(side) {
      const { journal } = await side.start()
      const digest = await journal.saveCheckpoint(bytes('a'))
      await side.damageState(`{"schemaVersion":${newestSchema + 1},"what":"ever"}`)
      const next = await side.start()
      const newer = { kind: 'newer', schemaVersion: newestSchema + 1 }
      expect(await next.journal.read()).toEqual(newer)
      const refused = expect.objectContaining({ code: 'refused' })
      await expect(next.journal.write(state)).rejects.toEqual(refused)
      await expect(next.journal.saveCheckpoint(bytes('b'))).rejects.toEqual(refused)
      await expect(next.journal.keepCheckpoints(new Set())).rejects.toEqual(refused)
      expect(await next.journal.read()).toEqual(newer)
      expect(await next.journal.readCheckpoint(digest)).toBeDefined()
    },
  },
  {
    name: 'journal: the state of another machine is put aside',
    async run(side) {
      await (await side.start()).journal.write(state)
      await side.clone()
      const { journal } = await side.start()
      expect(await journal.read()).toEqual({ kind: 'foreign', quarantined: expect.any(String) })
      expect(await journal.read()).toEqual({ kind: 'none' })
    },
  },
  {
    name: 'journal: a checkpoint has the name of its bytes, and is read as it was stored',
    async run(side) {
      const { journal } = await side.start()
      const content = 'kind: KubeletConfiguration\n\0\r\n'
      expect(await journal.saveCheckpoint(bytes(content))).toBe(digestOf(content))
      expect(await journal.saveCheckpoint(bytes(content))).toBe(digestOf(content))
      const next = await side.start()
      expect(new TextDecoder().decode(await next.journal.readCheckpoint(digestOf(content)))).toBe(content)
      expect(await next.journal.readCheckpoint(digestOf('other'))).toBeUndefined()
    },
  },
  {
    name: 'journal: a damaged checkpoint is not there, and can be stored again',
    async run(side) {
      const { journal } = await side.start()
      const digest = await journal.saveCheckpoint(bytes('content'))
      await side.damageCheckpoint(digest)
      expect(await journal.readCheckpoint(digest)).toBeUndefined()
      await journal.saveCheckpoint(bytes('content'))
      await side.damageCheckpoint(digest)
      await journal.saveCheckpoint(bytes('content'))
      expect(await journal.readCheckpoint(digest)).toBeDefined()
    },
  },
  {
    name: 'journal: only the checkpoints to keep are left',
    async run(side) {
      const { journal } = await side.start()
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((text) => journal.saveCheckpoint(bytes(text))))
      await journal.keepCheckpoints(new Set([a!, c!, digestOf('absent')]))
      const found = await Promise.all([a, b, c].map((digest) => journal.readCheckpoint(digest!)))
      expect(found.map((one) => one !== undefined)).toEqual([true, false, true])
    },
  },
  {
    name: 'journal: what is stored while others are deleted is stored',
    async run(side) {
      const { journal } = await side.start()
      const texts = Array.from({ length: 50 }, (_, index) => `${index}`)
      const all = new Set(texts.map(digestOf))
      const deleting = (async () => {
        for (let times = 0; times < 50; times++) await journal.keepCheckpoints(all)
      })()
      for (const text of texts) await journal.saveCheckpoint(bytes(text))
      await deleting
      const found = await Promise.all([...all].map((digest) => journal.readCheckpoint(digest)))
      expect(found).not.toContain(undefined)
    },
  },
]
