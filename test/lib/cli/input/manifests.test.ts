import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { addressed } from '../../../../src/commands/push-files.ts'
import { readManifests } from '../../../../src/lib/cli/input/manifests.ts'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'

const { signal } = new AbortController()
const files = ['global.yaml', 'notes.txt', '10-pods.conf', '.hidden.yaml', 'nodes/node-a.yml', 'nodes/more/node-c.json']

async function tree() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'manifests-'))
  for (const file of files) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true })
    await writeFile(join(folder.path, file), file)
  }
  await symlink('node-a.yml', join(folder.path, 'nodes', 'node-b.yml'))
  await mkdir(join(folder.path, 'empty'))
  return folder
}

test.each<[string, readonly string[], boolean, readonly string[], boolean]>([
  ['a folder', ['.'], false, ['global.yaml'], false],
  ['a folder below it', ['nodes'], false, ['nodes/node-a.yml', 'nodes/node-b.yml'], false],
  ['all below', ['.'], true, ['global.yaml', 'nodes/more/node-c.json', 'nodes/node-a.yml', 'nodes/node-b.yml'], false],
  ['a file', ['global.yaml'], false, ['global.yaml'], true],
  ['a file twice', ['global.yaml', 'global.yaml'], false, ['global.yaml'], true],
  ['a file and its folder', ['nodes/node-a.yml', 'nodes'], false, ['nodes/node-a.yml', 'nodes/node-b.yml'], false],
  ['a glob for one file', ['glob*.yaml'], false, ['global.yaml'], false],
  ['a file of another format', ['10-pods.conf'], false, ['10-pods.conf'], true],
])('%s', async (_what, paths, recursive, expected, isOneFile) => {
  await using folder = await tree()
  const read = await readManifests(
    paths.map((path) => join(folder.path, path)),
    { recursive, signal },
  )
  expect(read.files.map(({ file }) => file.slice(folder.path.length + 1))).toEqual(expected)
  expect(read.isOneFile).toBe(isOneFile)
})

test('folders that are not read are named in a note', async () => {
  await using folder = await tree()
  const { notes } = await readManifests([folder.path], { recursive: false, signal })
  expect(notes.map(messageOf)).toEqual([
    `skipped folders ${folder.path}/empty, ${folder.path}/nodes: add --recursive to read them`,
  ])
})

test('all files that cannot be read are reported together', async () => {
  await using folder = await tree()
  const at = (name: string) => join(folder.path, name)
  const reading = readManifests([at('x.yaml'), at('empty'), at('y*.yaml')], { recursive: false, signal })
  const failure = await reading.catch((error) => error)
  expect(messageOf(failure.fact).split('\n')).toEqual([
    '3 files cannot be read',
    `  ${at('empty')}: folder has no *.yaml, *.yml or *.json file`,
    `  ${at('y*.yaml')}: matches no file`,
    `  ${at('x.yaml')}: no such file`,
  ])
})

test.each([
  [['kubelet.yaml'], true, 'by-contents'],
  [['<stdin>'], true, 'by-contents'],
  [['node-a.yaml', '<stdin>'], false, 'by-name by-contents'],
])('%p is addressed %p', (names, isOneFile, expected) => {
  const some = names.map((file) => ({ file, bytes: new Uint8Array(), named: true }))
  const targets = addressed({ files: some, isOneFile }, undefined).map((file) => file.targets)
  expect(targets.join(' ')).toBe(expected)
  if (isOneFile) expect(addressed({ files: some, isOneFile }, [globalTarget])[0]?.targets).toEqual([globalTarget])
})
