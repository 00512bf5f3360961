import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { editorCommand, editorOf, runEditor } from '../../../src/lib/machine/run-editor.ts'

const { signal } = new AbortController()

test.each([
  ['KUBE_EDITOR first', { KUBE_EDITOR: 'nano', EDITOR: 'vim' }, 'nano'],
  ['EDITOR next', { EDITOR: 'vim' }, 'vim'],
  ['EDITOR instead of an empty KUBE_EDITOR', { KUBE_EDITOR: '', EDITOR: 'vim' }, 'vim'],
  ['neither', {}, undefined],
  ['neither, but empty', { KUBE_EDITOR: '', EDITOR: '' }, undefined],
  ['not VISUAL, as kubectl', { VISUAL: 'vim' }, undefined],
])('the editor is that of %s', (_what, env, expected) => {
  expect(editorOf(env)).toBe(expected)
})

const file = '/tmp/a b.yaml'
test.each([
  ['vi', ['vi', file]],
  ['code --wait', ['code', '--wait', file]],
  [' code  --wait ', ['code', '--wait', file]],
  ['$HOME/ed', ['$HOME/ed', file]],
  ["sed -i 's/a b/c/'", ['/bin/sh', '-c', `sed -i 's/a b/c/' "$@"`, "sed -i 's/a b/c/'", file]],
  ['"/opt/my editor/ed" --wait', ['/bin/sh', '-c', '"/opt/my editor/ed" --wait "$@"', expect.anything(), file]],
])('%s', (editor, expected) => {
  expect(editorCommand(editor, file)).toEqual(expected)
})

/** A program at a path with a space in it. */
async function programOf(script: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'run editor-'))
  const path = join(folder.path, 'ed')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o700)
  return { path, folder: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test.each([
  ['with a space in its path', (path: string) => path],
  ['with quotes around it', (path: string) => `'${path}' --wait`],
])('an editor %s is run', async (_what, spelled) => {
  await using program = await programOf('for last; do :; done; test -f "$last" || exit 1')
  await expect(runEditor(spelled(program.path), program.path, signal)).resolves.toBeUndefined()
})

test.each([
  ['exits with a code', 'exit 3', { code: 'refused', fact: { reason: 'EditorFailed', end: 3 } }],
  ['is killed', 'kill -9 $$', { code: 'refused', fact: { reason: 'EditorFailed', end: 'SIGKILL' } }],
  ['is ended by Ctrl-C', 'kill -INT $$', { code: 'interrupted', fact: { reason: 'Interrupted' } }],
  ['is a shell whose command was ended by Ctrl-C', 'exit 130', { code: 'interrupted' }],
])('an editor that %s fails', async (_what, script, expected) => {
  await using program = await programOf(script)
  await expect(runEditor(program.path, file, signal)).rejects.toMatchObject(expected)
})

test('an editor that cannot be run is named', async () => {
  await using program = await programOf('')
  await chmod(program.path, 0o600)
  const fact = { reason: 'EditorNotRun' }
  await expect(runEditor('/nonexistent/ed', file, signal)).rejects.toMatchObject({
    code: 'usage',
    fact: { ...fact, editor: '/nonexistent/ed', errno: 'ENOENT' },
  })
  await expect(runEditor(program.path, file, signal)).rejects.toMatchObject({ fact: { ...fact, errno: 'EACCES' } })
})

test('an editor does not outlive the signal', async () => {
  await using program = await programOf('exec sleep 60')
  const controller = new AbortController()
  const running = runEditor(program.path, file, controller.signal)
  const stopped = new Error('stopped')
  controller.abort(stopped)
  await expect(running).rejects.toBe(stopped)
})
