import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { listOf, serving, writesTo } from '../bad-input/routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, header, maxPods } from '../bad-input/stored-document.ts'
import { type ApiServer, refusal, startApiServer } from '../support/api-server.ts'
import { fileOf } from '../support/installed.ts'
import { runHosted } from '../support/run-hosted.ts'
import { runProcess } from '../support/run-process.ts'

const stored = configMap(`# ours\n${maxPods(50)}`)
const routes = {
  ...emptyCluster,
  [`GET ${configMaps}`]: () => listOf(stored),
  [`GET ${globalPath}`]: () => ({ body: stored }),
  [`PATCH ${globalPath}`]: () => ({ body: stored }),
}

let rooms = 0
/** A folder for the temporary files, and an editor that is a script: $1 is the file, and $here the folder. */
async function deskOf(server: ApiServer, script: string) {
  const TMPDIR = join(tmpdir(), `edit ${rooms++}`)
  await mkdir(TMPDIR)
  const path = join(TMPDIR, 'ed')
  await writeFile(path, `#!/bin/sh\nhere='${TMPDIR}'\n${script}\n`)
  await chmod(path, 0o700)
  const KUBECONFIG = await server.kubeconfig()
  const run = (command: string, env = {}) =>
    runHosted(command.split(' '), { env: { KUBECONFIG, TMPDIR, KUBE_EDITOR: path, ...env } })
  const drafts = async () => {
    const names = (await readdir(TMPDIR)).filter((name) => name.startsWith('kubeletcfg-edit-'))
    return names.map((name) => join(TMPDIR, name))
  }
  return { run, drafts, folder: TMPDIR }
}

const edit = 'kubeletcfg edit --global --yes'

describe('an edit that pushes nothing', () => {
  test.concurrent.each([
    ['without a change', ':', 0, 'edit cancelled, no changes made\n'],
    ['with an empty file', ': >"$1"', 0, 'edit cancelled, the saved file was empty\n'],
    ['with the file removed', 'rm "$1"', 0, 'edit cancelled, the saved file was empty\n'],
    [
      'with an editor that fails',
      'exit 3',
      5,
      /^error: nothing was changed: the editor '.*' failed with exit code 3\n/,
    ],
    ['with an editor that is killed', 'kill -9 $$', 5, /^error: .* was terminated by SIGKILL\n/],
  ])('%s leaves no file behind', async (_how, script, exit, says) => {
    await using server = await startApiServer(serving(routes))
    const desk = await deskOf(server, script)
    const ran = await desk.run(edit)
    expect(ran).toMatchObject({ exit, stdout: '' })
    expect(ran.stderr).toMatch(says)
    expect(await desk.drafts()).toEqual([])
    expect(writesTo(server)).toEqual([])
  })

  test.concurrent.each([
    ['with an editor that fails after it saved', 'sed -i s/50/60/ "$1"; exit 3', '', 5, 60],
    ['that is refused twice', 'sed -i s/50/-1/ "$1"', '', 3, -1],
    ['that is a dry run', 'sed -i s/50/60/ "$1"', ' --dry-run=client', 0, 60],
  ])('%s keeps the text, for this user only, and names it', async (_how, script, flags, exit, count) => {
    await using server = await startApiServer(serving(routes))
    const desk = await deskOf(server, script)
    const ran = await desk.run(edit + flags)
    const [draft = ''] = await desk.drafts()
    expect(ran).toMatchObject({ exit })
    expect(ran.stderr).toContain(`warning: the edited text was not pushed and is kept in ${draft};`)
    expect(await readFile(draft, 'utf8')).toBe(`# ours\n${maxPods(count)}`)
    expect((await stat(draft)).mode & 0o777).toBe(0o600)
    expect(writesTo(server)).toEqual([])
  })

  test.concurrent.each([
    ['RBAC refuses the write', refusal(403, 'Forbidden', { message: 'you may not' }), 5],
    ['another client was faster', refusal(409, 'Conflict', { message: 'modified', details: { name: 'x' } }), 4],
    ['the API server fails', refusal(500, 'InternalError', { message: 'oh' }), 7],
  ])('because %s keeps the text', async (_why, answer, exit) => {
    await using server = await startApiServer(serving({ ...routes, [`PATCH ${globalPath}`]: () => answer }))
    const desk = await deskOf(server, 'sed -i s/50/60/ "$1"')
    const ran = await desk.run(edit)
    const [draft = ''] = await desk.drafts()
    expect(ran).toMatchObject({ exit })
    expect(ran.stderr).toContain(`kept in ${draft};`)
    expect(await readFile(draft, 'utf8')).toContain('maxPods: 60')
  })
})

test('a text that cannot be opened again, on a full disk, is kept', async () => {
  await using server = await startApiServer(serving(routes))
  const script = 'ulimit -S -f unlimited; sed -i "s/50/-1/" "$1"; seq -f "# line %g" 200 >>"$1"'
  const { drafts, folder } = await deskOf(server, script)
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    KUBECONFIG: await server.kubeconfig(),
    KUBE_EDITOR: join(folder, 'ed'),
  }
  const limited = 'ulimit -S -f 1; exec "$@"'
  const words = [process.execPath, fileOf('kubeletcfg'), 'edit', '--global', '--yes']
  const ran = await runProcess('bash', ['-c', limited, 'bash', ...words], { env })
  const [draft = ''] = await drafts()
  expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(`error: ${draft}: cannot be written: `) })
  expect(ran.stderr).toContain(`kept in ${draft};`)
  expect(await readFile(draft, 'utf8')).toMatch(/^maxPods: -1\n# line 1\n[\s\S]*# line 200\n$/m)
})

test('the command that is printed pushes a kept text to the same cluster', async () => {
  await using server = await startApiServer(serving(routes))
  const { run, drafts, folder } = await deskOf(server, 'sed -i s/50/60/ "$1"')
  const ran = await run('kubeletcfg edit --global -n kube-system --as jane -m fewer --dry-run=client -y')
  const command = ran.stderr.match(/push it with: (.*)\n/)?.[1] ?? ''
  const [draft] = await drafts()
  expect(command).toBe(`kubeletcfg push -f '${draft}' --global --namespace=kube-system --as=jane --message=fewer`)
  const script = `kubeletcfg() { "${process.execPath}" "${fileOf('kubeletcfg')}" "$@"; }; ${command} --yes`
  const env = { TMPDIR: folder, KUBECONFIG: await server.kubeconfig() }
  expect(await runProcess('sh', ['-c', script], { env })).toMatchObject({
    exit: 0,
    stdout: 'configmap/global-kubelet-configuration updated (revision 1)\n',
  })
  const patch = server.received.findLast(({ method }) => method === 'PATCH')
  expect(patch).toMatchObject({ headers: { 'impersonate-user': 'jane' } })
})

test('a refused text is opened again with its findings at the top, and what is saved then is pushed', async () => {
  await using server = await startApiServer(serving(routes))
  const desk = await deskOf(server, 'cp "$1" "$here/seen"; sed -i "s/-1/60/; s/50/-1/" "$1"')
  const ran = await desk.run(edit)
  expect(await readFile(join(desk.folder, 'seen'), 'utf8')).toBe(
    [
      '#~ Edit the document below. Lines that begin with #~ are ignored.',
      '#~ To cancel, close the editor without saving a change, or save an empty file.',
      '#~',
      '#~ The document was not pushed: 1 problem for kubelet 1.37',
      '#~   line 10: error V25 maxPods -1 must not be negative',
      '#~',
      '# ours',
      maxPods(-1),
    ].join('\n'),
  )
  expect(ran).toMatchObject({ exit: 0, stdout: 'configmap/global-kubelet-configuration updated (revision 1)\n' })
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain('maxPods: 60')
  expect(await desk.drafts()).toEqual([])
})

describe('without a terminal', () => {
  test.concurrent.each([
    ['nobody can confirm', 'kubeletcfg edit --global', {}],
    ['vi cannot be opened', edit, { KUBE_EDITOR: '' }],
  ])('%s, and the error has a remedy', async (_what, command, env) => {
    await using server = await startApiServer(serving(routes))
    const ran = await (await deskOf(server, ':')).run(command, env)
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain(
      'error: there is no terminal for an editor\nhint: push a file instead: kubeletcfg push',
    )
    expect(server.received).toEqual([])
  })
})

test.each([
  ['does not exist', { KUBE_EDITOR: '/nonexistent/ed' }, "cannot run the editor '/nonexistent/ed': not found"],
  ['has no folder for its file', { TMPDIR: '/nonexistent' }, /\/nonexistent\/\S+: cannot be written: no such file/],
])('an editor that %s is a usage error', async (_what, env, says) => {
  await using server = await startApiServer(serving(routes))
  const ran = await (await deskOf(server, ':')).run(edit, env)
  expect(ran).toMatchObject({ exit: 2, stderr: expect.stringMatching(says) })
})

test('editing a document that does not exist is an error with the command that creates it', async () => {
  const absent = { ...emptyCluster, [`GET ${globalPath}`]: () => refusal(404, 'NotFound', { details: { name: 'x' } }) }
  await using server = await startApiServer(serving(absent))
  const ran = await (await deskOf(server, `printf '%s' '${header}' >"$1"`)).run(edit)
  expect(ran).toMatchObject({
    exit: 3,
    stderr: [
      'error: configmap/global-kubelet-configuration not found in namespace kube-system',
      'hint: create it with kubeletcfg push -f FILE --global; kubeletcfg init writes a file to start from',
      '',
    ].join('\n'),
  })
})
