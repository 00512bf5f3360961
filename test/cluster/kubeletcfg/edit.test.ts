import { chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { configMap, configuration, dump, globalName, leaveNoDocuments, push } from './documents.ts'

leaveNoDocuments()

/** Edits the global document; the editor is a script, with its file as $1, a folder as $HERE, and kubectl. */
async function edit(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'edit-'))
  const editor = join(folder, 'editor')
  await writeFile(editor, `#!/bin/sh\nset -e\n${script}\n`)
  await chmod(editor, 0o700)
  const env = { TMPDIR: folder, HERE: folder, KUBE_EDITOR: editor }
  const ran = await kubeletcfg(['edit', '--global', '--yes', '--accept-risk=drain'], { env })
  const kept = (await readdir(folder)).filter((name) => name.startsWith('kubeletcfg-edit-'))
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  return { ran, kept: await Promise.all(kept.map(read)), read }
}

const bodyOf = async () => (await configMap(globalName)).data?.['kubelet']
const patchByOther = (more: string) =>
  `kubectl patch configmap ${globalName} -n kube-system --type=merge -p '${JSON.stringify({ data: { kubelet: more } })}' >&2`

test('what is saved is pushed, with its comments', async () => {
  await push(configuration('# few', 'maxPods: 50'), ['--global', '--accept-risk=drain'])
  const { ran, kept } = await edit('sed -i s/50/60/ "$1"')
  expect(ran).toMatchObject({ exit: 0, stdout: `configmap/${globalName} updated (revision 2)\n` })
  expect(kept).toEqual([])
  expect(await bodyOf()).toBe(configuration('# few', 'maxPods: 60'))
})

test('a text that the kubelets would refuse is opened again with its findings', async () => {
  await push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain'])
  const { ran, read } = await edit(
    `if grep -q '^maxPods: -1' "$1"; then cp "$1" "$HERE/seen"; sed -i s/-1/70/ "$1"; else sed -i s/50/-1/ "$1"; fi`,
  )
  expect(ran).toMatchObject({ exit: 0 })
  expect(await read('seen')).toMatch(/^#~ .* line \d+: error V25 maxPods/m)
  expect(await bodyOf()).toBe(configuration('maxPods: 70'))
})

test('neither a change by another client nor the edited text is lost', async () => {
  await push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain'])
  const others = configuration('maxPods: 50', 'podPidsLimit: 100')
  const { ran, kept, read } = await edit(
    `if [ -e "$HERE/other" ]; then cp "$1" "$HERE/seen"; else : >"$HERE/other"; ${patchByOther(others)}; fi; sed -i s/50/60/ "$1"`,
  )
  expect(ran).toMatchObject({ exit: 0 })
  expect(await read('seen')).toMatch(/^#~ .*changed meanwhile: last written by kubectl-patch/m)
  expect(await bodyOf()).toBe(configuration('maxPods: 60', 'podPidsLimit: 100'))
  expect(kept).toEqual([configuration('maxPods: 60')])
})

test('a document that is deleted during the edit is a conflict, and the text is kept', async () => {
  await push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain'])
  const { ran, kept } = await edit(`kubectl delete configmap ${globalName} -n kube-system >&2; sed -i s/50/60/ "$1"`)
  expect(ran).toMatchObject({ exit: 4, stdout: '' })
  expect(kept).toEqual([configuration('maxPods: 60')])
})

test.each([
  ['fails', 'sed -i s/50/60/ "$1"; exit 3', 5],
  ['saves nothing', ': >"$1"', 0],
  ['changes nothing', ':', 0],
])('an editor that %s changes nothing', async (_, script, exit) => {
  await push(configuration('maxPods: 50'), ['--global', '--accept-risk=drain'])
  const before = await dump()
  expect((await edit(script)).ran).toMatchObject({ exit, stdout: '' })
  expect(await dump()).toEqual(before)
})
