import { mkdir, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FolderJournal } from '../../../../../src/lib/agent/host/state-folder/journal.ts'
import { journalToLookAt } from '../../../../../src/lib/agent/host/state-folder/look-at-journal.ts'
import { openStateFolder } from '../../../../../src/lib/agent/host/state-folder/state-folder.ts'

const reader = { machine: 'one', newest: 1 }

async function begun() {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'unreadable-'))
  const path = await openStateFolder(join(temporary.path, 'state'))
  const at = (...names: readonly string[]): string => join(path, ...names)
  return { at, path, journal: new FolderJournal(path, reader), [Symbol.asyncDispose]: () => temporary.remove() }
}

test('a folder in the place of the state is reported, and put aside with all that is in it (D2)', async () => {
  await using side = await begun()
  await mkdir(side.at('state.json'))
  await writeFile(side.at('state.json', 'evidence'), 'of whoever made it')
  const unreadable = { kind: 'unreadable', because: { reason: 'FileIrregular' } }
  expect(await journalToLookAt(side.path, reader).read()).toMatchObject(unreadable)
  expect(await side.journal.read()).toMatchObject(unreadable)
  await side.journal.putAside()
  expect(await readFile(side.at('quarantine', '000001-state.json', 'evidence'), 'utf8')).toBe('of whoever made it')
  await side.journal.write({ schemaVersion: 1 })
  expect(await side.journal.read()).toMatchObject({ kind: 'state' })
})

test('what cannot be put aside now is put aside before the next write (D2)', async () => {
  await using side = await begun()
  await mkdir(side.at('state.json'))
  await rename(side.at('quarantine'), side.at('elsewhere'))
  await side.journal.putAside()
  await expect(side.journal.write({ schemaVersion: 1 })).rejects.toMatchObject({ code: 'refused' })
  await rename(side.at('elsewhere'), side.at('quarantine'))
  for (let i = 0; i < 2; i++) await side.journal.write({ schemaVersion: 1 })
  expect(await side.journal.read()).toMatchObject({ kind: 'state' })
  expect(await readdir(side.at('quarantine'))).toEqual(['000001-state.json'])
})

test('folders that were put aside are forgotten as files are', async () => {
  await using side = await begun()
  for (let i = 0; i < 12; i++) {
    await mkdir(side.at('state.json', 'deep'), { recursive: true })
    await side.journal.putAside()
  }
  const names = await readdir(side.at('quarantine'))
  expect(names).toHaveLength(10)
  expect(names).toContain('000012-state.json')
})

test('a folder in the place of a checkpoint is put aside: the document can be stored again', async () => {
  await using side = await begun()
  const document = new TextEncoder().encode('maxPods: 50')
  const digest = await side.journal.saveCheckpoint(document)
  await rename(side.at('checkpoints', `${digest}.yaml`), side.at('moved'))
  await mkdir(side.at('checkpoints', `${digest}.yaml`))
  expect(await side.journal.readCheckpoint(digest)).toBeUndefined()
  await side.journal.saveCheckpoint(document)
  expect(await side.journal.readCheckpoint(digest)).toEqual(Buffer.from(document))
})
