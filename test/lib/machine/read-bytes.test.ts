import { appendFileSync, truncateSync, utimesSync } from 'node:fs'
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { readBytes } from '../../../src/lib/machine/read-bytes.ts'

const { signal } = new AbortController()
const maxBytes = 100_000
const limits = { signal, maxBytes }

async function fileOf(bytes: number) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'read-bytes-'))
  const path = join(folder.path, 'kubelet.yaml')
  await writeFile(path, Buffer.alloc(bytes, '#'))
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test.each([
  ['nothing', 0, 0],
  ['some', 1_000, 1_000],
  ['as much as there may be', maxBytes, maxBytes],
  ['one byte more than there may be, to tell it from that', maxBytes + 10, maxBytes + 1],
])('%s is read', async (_what, size, expected) => {
  await using file = await fileOf(size)
  expect((await readBytes(file.path, limits)).length).toBe(expected)
})

test('a link that leads nowhere names where it leads', async () => {
  await using file = await fileOf(1)
  await symlink('absent.yaml', `${file.path}.link`)
  const fact = { reason: 'LinkBroken', target: 'absent.yaml' }
  await expect(readBytes(`${file.path}.link`, limits)).rejects.toMatchObject({ code: 'invalid', fact })
  const missing = { fact: { reason: 'FileNotFound' } }
  await expect(readBytes(`${file.path}.none`, limits)).rejects.toMatchObject(missing)
})

test.each<[string, (path: string) => void]>([
  ['grows', (path) => appendFileSync(path, '#')],
  ['shrinks', (path) => truncateSync(path, 10)],
  ['is written over', (path) => utimesSync(path, 1, 1)],
])('a file that %s while it is read is not half of each', async (_what, change) => {
  await using file = await fileOf(50_000)
  const reading = readBytes(file.path, limits)
  change(file.path)
  await expect(reading).rejects.toMatchObject({ code: 'invalid', fact: { reason: 'FileChangedWhileRead' } })
})
