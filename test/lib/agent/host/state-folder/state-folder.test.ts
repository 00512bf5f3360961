import { chmod, chown, mkdir, mkdtempDisposable, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FolderJournal } from '../../../../../src/lib/agent/host/state-folder/journal.ts'
import { readOptOut, writeOptOut } from '../../../../../src/lib/agent/host/state-folder/opt-out.ts'
import { openStateFolder } from '../../../../../src/lib/agent/host/state-folder/state-folder.ts'

const temporary = () => mkdtempDisposable(join(tmpdir(), 'state-'))
const reader = { machine: 'one', newest: 1 }
const notOurs = { code: 'refused', fact: { reason: 'FolderNotOurs' } }

test('the folder is for root alone, and so are the files in it', async () => {
  await using folder = await temporary()
  const path = await openStateFolder(join(folder.path, 'deep', 'state'))
  const journal = new FolderJournal(path, reader)
  await journal.write({ schemaVersion: 1 })
  const digest = await journal.saveCheckpoint(new TextEncoder().encode('a'))
  await writeOptOut(path, 'freeze')
  const modeOf = async (...names: readonly string[]) => (await stat(join(path, ...names))).mode & 0o777
  expect(await modeOf()).toBe(0o700)
  for (const name of ['checkpoints', 'quarantine', 'live', 'rescue']) expect(await modeOf(name)).toBe(0o700)
  for (const name of ['state.json', 'opt-out', `checkpoints/${digest}.yaml`]) expect(await modeOf(name)).toBe(0o600)
})

test('a folder that others can write to, or another one where a link leads, is not used', async () => {
  await using folder = await temporary()
  const state = join(folder.path, 'state')
  await openStateFolder(state)
  await chmod(state, 0o770)
  await expect(openStateFolder(state)).rejects.toMatchObject(notOurs)
  await chmod(state, 0o700)
  await rename(join(state, 'checkpoints'), join(folder.path, 'elsewhere'))
  await symlink('../elsewhere', join(state, 'checkpoints'))
  await expect(openStateFolder(state)).rejects.toMatchObject(notOurs)
  const theirs = join(folder.path, 'theirs')
  await mkdir(theirs, { mode: 0o700 })
  const isRoot = process.geteuid!() === 0
  if (isRoot) await chown(theirs, 12_345, 12_345)
  await expect(openStateFolder(isRoot ? theirs : '/usr')).rejects.toMatchObject(notOurs)
})

test('links among the files are not followed', async () => {
  await using folder = await temporary()
  const path = await openStateFolder(join(folder.path, 'state'))
  const secret = join(folder.path, 'secret')
  await writeFile(secret, '{}')
  const journal = new FolderJournal(path, reader)
  const digest = await journal.saveCheckpoint(new TextEncoder().encode('{}'))
  for (const name of ['state.json', 'opt-out', `checkpoints/${digest}.yaml`]) {
    await rename(join(path, name), join(path, `${name}.real`)).catch(() => undefined)
    await symlink(secret, join(path, name))
  }
  expect(await journal.read()).toMatchObject({ kind: 'unreadable', because: { errno: 'ELOOP' } })
  expect(await journal.readCheckpoint(digest)).toBeUndefined()
  expect(await readOptOut(path)).toBe('freeze')
  await journal.write({ schemaVersion: 1 })
  expect(await journal.read()).toMatchObject({ kind: 'state' })
})

test.each(['../../etc/passwd', '', 'a'.repeat(63), `${'a'.repeat(64)}/..`, 'A'.repeat(64)])(
  '%j is not the name of a checkpoint',
  async (name) => {
    await using folder = await temporary()
    const journal = new FolderJournal(await openStateFolder(join(folder.path, 'state')), reader)
    await expect(journal.readCheckpoint(name)).rejects.toThrow('not a SHA-256')
  },
)

test('the quarantine keeps the newest ten', async () => {
  await using folder = await temporary()
  const path = await openStateFolder(join(folder.path, 'state'))
  const journal = new FolderJournal(path, reader)
  for (let i = 1; i <= 12; i++) {
    await writeFile(join(path, 'state.json'), `damage ${i}`)
    expect(await journal.read()).toMatchObject({ kind: 'damaged' })
  }
  const names = await readdir(join(path, 'quarantine'))
  expect(names.toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `${String(i + 3).padStart(6, '0')}-state.json`))
})

test.each([
  ['freeze\n', 'freeze'],
  ['local\n', 'local'],
  [' local ', 'local'],
  ['', 'freeze'],
  ['what?', 'freeze'],
])('an opt-out of %j means %s', async (content, mode) => {
  await using folder = await temporary()
  await writeFile(join(folder.path, 'opt-out'), content)
  expect(await readOptOut(folder.path)).toBe(mode)
})

test('an opt-out is made, changed and removed; a folder in its place freezes', async () => {
  await using folder = await temporary()
  expect(await readOptOut(folder.path)).toBeUndefined()
  for (const mode of ['freeze', 'local', undefined] as const) {
    await writeOptOut(folder.path, mode)
    expect(await readOptOut(folder.path)).toBe(mode)
  }
  await mkdir(join(folder.path, 'opt-out'))
  expect(await readOptOut(folder.path)).toBe('freeze')
})
