import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { replaceFiles } from '../../../src/lib/machine/replace-file.ts'

const [before, after] = [Buffer.from('old'), 'new']

test('what cannot be written does not keep the others from being written, and is told', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'replace-'))
  const path = (name: string): string => join(folder.path, name)
  // There is no room in a folder for a longer name beside it.
  const barred = 'b'.repeat(255)
  for (const name of ['a', barred, 'c']) await writeFile(path(name), 'old')
  await writeFile(path('edited'), 'newest')
  const files = ['a', 'absent', barred, 'edited', 'c'].map(path)
  const failures = await replaceFiles(files.map((file) => ({ file, before, after })))
  const subject = (name: string): unknown => ({ kind: 'File', name: path(name) })
  expect(failures.map(({ code, fact }) => ({ code, ...fact }))).toEqual([
    { code: 'invalid', reason: 'FileNotWritable', subject: subject('absent'), errno: 'ENOENT' },
    { code: 'invalid', reason: 'FileNotWritable', subject: subject(barred), errno: 'ENAMETOOLONG' },
    { code: 'conflict', reason: 'FileChangedSinceRead', subject: subject('edited') },
  ])
  const contents = ['a', barred, 'edited', 'c'].map((name) => readFile(path(name), 'utf8'))
  expect(await Promise.all(contents)).toEqual(['new', 'old', 'newest', 'new'])
  expect(await readdir(folder.path)).toHaveLength(4)
})
