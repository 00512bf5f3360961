import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { findInputs } from '../../../../src/lib/cli/input/input-files.ts'
import { underOneName } from '../../../../src/lib/cli/input/one-name.ts'

test.each([
  ['a link', ['./a.yaml', './link.yaml'], [['./a.yaml'], ['./a.yaml']]],
  ['another spelling', ['ln/a.yaml', './a.yaml'], [['ln/a.yaml'], ['ln/a.yaml']]],
  ['a link in the folder', ['.'], [['a.yaml', 'b.yaml', 'a.yaml']]],
  ['what does not exist', ['x.yaml', 'x.yaml/', 'b.yaml'], [['x.yaml'], ['x.yaml/'], ['b.yaml']]],
])('%s', async (_what, paths, expected) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'one-name-'))
  const inFolder = (path: string): string => `${folder.path}/${path}`
  for (const name of ['a.yaml', 'b.yaml']) await writeFile(inFolder(name), name)
  await symlink('a.yaml', inFolder('link.yaml'))
  await symlink('.', inFolder('ln'))
  const inputs = await underOneName(await findInputs(paths.map(inFolder), new AbortController()))
  const found = inputs.map(({ files }) => files.map(({ file }) => file.slice(folder.path.length + 1)))
  expect(found).toEqual(expected)
})
