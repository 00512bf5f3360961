import { execFileSync } from 'node:child_process'
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { findInputs } from '../../../../src/lib/cli/input/input-files.ts'

const { signal } = new AbortController()
const files = [
  'b.yaml',
  'a.yml',
  'c.json',
  'notes.txt',
  '10-pods.conf',
  '.hidden.yaml',
  '.git/x.yaml',
  'sub/d.yaml',
  'sub/[x].yaml',
]

async function tree() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'inputs-'))
  for (const file of files) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true })
    await writeFile(join(folder.path, file), file)
  }
  await symlink('b.yaml', join(folder.path, 'link.yaml'))
  await symlink('.', join(folder.path, 'loop'))
  await mkdir(join(folder.path, 'empty'))
  execFileSync('mkfifo', [join(folder.path, 'empty', 'pipe.yaml')])
  return folder
}

test.each([
  ['a file', ['b.yaml'], [['b.yaml']], true],
  ['what does not exist', ['x.yaml'], [['x.yaml']], true],
  [
    'a folder',
    ['.'],
    [['10-pods.conf', 'a.yml', 'b.yaml', 'c.json', 'link.yaml', 'sub/[x].yaml', 'sub/d.yaml']],
    false,
  ],
  ['a folder with nothing', ['empty'], [[]], false],
  ['a glob', ['*.{yaml,yml}'], [['a.yml', 'b.yaml', 'link.yaml']], true],
  ['a glob of folders', ['sub*'], [[]], true],
  ['a glob for nothing', ['x*.yaml'], [[]], true],
  ['a name that looks like a glob', ['sub/[x].yaml'], [['sub/[x].yaml']], true],
  ['several, in their order and once', ['sub', 'b.yaml', 'sub'], [['sub/[x].yaml', 'sub/d.yaml'], ['b.yaml']], false],
])('%s', async (_what, paths, expected, named) => {
  await using folder = await tree()
  const inputs = await findInputs(
    paths.map((path) => join(folder.path, path)),
    { signal },
  )
  const found = inputs.map((input) => input.files.map(({ file }) => file.slice(folder.path.length + 1)))
  expect(found).toEqual(expected)
  expect(inputs[0]?.named).toBe(named)
})

test.each([
  ['names', '.', ['*.conf', 'd.*', 'link*'], ['a.yml', 'b.yaml', 'c.json', 'sub/[x].yaml']],
  ['a folder by its name', '.', ['sub', '*.json', '*.conf'], ['a.yml', 'b.yaml', 'link.yaml']],
  ['a path', '.', ['FOLDER/sub/d.yaml', 'FOLDER/*.*'], ['sub/[x].yaml']],
  ['what is below a folder', '.', ['**/sub/**', '*.{conf,json}'], ['a.yml', 'b.yaml', 'link.yaml']],
  ['of a glob', '**/*.yaml', ['sub', 'link.yaml'], ['b.yaml']],
  ['but not what is named', 'b.yaml', ['b.yaml'], ['b.yaml']],
  ['nor the folder that is named', 'sub', ['sub', 'd.yaml'], ['sub/[x].yaml']],
])('left out: %s', async (_what, path, globs, expected) => {
  await using folder = await tree()
  const exclude = globs.map((glob) => glob.replace('FOLDER', folder.path))
  const [input] = await findInputs([join(folder.path, path)], { signal, exclude })
  expect(input?.files.map(({ file }) => file.slice(folder.path.length + 1))).toEqual(expected)
})

test('a folder with nothing says what was looked for', async () => {
  await using folder = await tree()
  const [none] = await findInputs([join(folder.path, 'empty')], { signal })
  expect(none?.nothing).toEqual({ reason: 'NoConfigurationInFolder' })
})

test('each file is read when it is asked for, and says what is wrong without its name', async () => {
  await using folder = await tree()
  const [good, absent] = await findInputs([join(folder.path, 'b.yaml'), join(folder.path, 'x.yaml')], { signal })
  expect(Buffer.from(await good!.files[0]!.read()).toString()).toBe('b.yaml')
  await expect(absent!.files[0]!.read()).rejects.toMatchObject({
    code: 'invalid',
    fact: { reason: 'FileNotFound' },
  })
})

test('stdin has a name', async () => {
  expect(await findInputs(['-'], { signal })).toMatchObject([
    { name: '<stdin>', named: true, files: [{ file: '<stdin>' }] },
  ])
})

test('an empty name is a variable that a script forgot to set', async () => {
  await expect(findInputs(['a.yaml', ''], { signal })).rejects.toMatchObject({
    code: 'usage',
    fact: { reason: 'EmptyValue' },
  })
})
