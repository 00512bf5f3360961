import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtempDisposable, open, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { compileCache } from '../support/compile-cache.ts'
import { fileOf } from '../support/installed.ts'
import { runProcess } from '../support/run-process.ts'
import { attemptAlone, expectFailure } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { resizesTo, serving } from './routes.ts'
import { startBin } from './start-bin.ts'
import { emptyCluster, maxPods } from './stored-document.ts'

/** Something of ours that goes wrong, as code that runs before ours. */
const preload = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` })
const brokenPrint = preload("process.stdout.write = () => { throw new Error('boom') }")
const installOffline = 'install --dry-run=client'

test.concurrent.each([
  ['throws while nobody listens', "() => { throw new Error('boom') }"],
  ['rejects a promise that nobody awaits', "async () => { throw new Error('boom') }"],
])('what %s is an internal error, and never exit 1', async (_name, listener) => {
  let pid = 0
  await using server = await startApiServer(() => void process.kill(pid, 'SIGUSR2'))
  const ran = await attemptAlone('kubeletcfg list', {
    env: { KUBECONFIG: await server.kubeconfig(), ...preload(`process.on('SIGUSR2', ${listener})`) },
    onStart: (started) => {
      pid = started
    },
  })
  expectFailure(ran, { exit: 70, says: 'error: internal error: boom' })
})

test.concurrent('a crash before there is any command is an internal error', async () => {
  const ran = await attemptAlone('kubeletcfg --version', { env: brokenPrint })
  expectFailure(ran, { exit: 70, says: 'error: internal error: boom' })
})

test.concurrent('the hint names the same variable when kubectl calls the command', async () => {
  const args = [fileOf('kubectl-nodesize'), ...installOffline.split(' ')]
  const ran = await runProcess(process.execPath, args, { env: { HOME: '/nonexistent', ...brokenPrint } })
  expectFailure(ran, { exit: 70, says: 'error: internal error: boom' })
  expect(ran.stderr).toContain('the stack trace that NODESIZE_DEBUG=1 prints\n')
})

test.concurrent('a result that cannot be written is no difference', async () => {
  await using server = await startApiServer(serving(emptyCluster))
  await using readOnly = await open('/dev/null', 'r')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bad-input-'))
  const file = join(folder.path, 'kubelet.yaml')
  await writeFile(file, maxPods(10))
  const args = [fileOf('kubeletcfg'), 'diff', '--global', '-f', file]
  const env = { ...compileCache, HOME: '/nonexistent', KUBECONFIG: await server.kubeconfig() }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', readOnly.fd, 'pipe'] })
  const [[exit], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr!)])
  expect({ exit, stderr }).toEqual({ exit: 70, stderr: 'error: stdout cannot be written: EBADF\n' })
})

test.concurrent('a resize goes on when nobody reads stderr any more', async () => {
  const { routes } = new NodeA()
  const warning = { headers: { warning: '299 - "nobody hears this"' } }
  const node = 'GET /api/v1/nodes/node-a'
  const answers = {
    ...routes,
    [node]: (...asked: Parameters<(typeof routes)[string]>) => ({ ...routes[node]!(...asked), ...warning }),
  }
  await using server = await startApiServer(serving(answers))
  const started = startBin('nodesize set node-a --cpu 2', { KUBECONFIG: await server.kubeconfig() })
  started.stderr.destroy()
  const [[exit], stdout] = await Promise.all([once(started, 'exit'), text(started.stdout)])
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^node\/node-a resized: /) })
  expect(resizesTo(server)).toHaveLength(1)
})

test.concurrent('an installation with parts missing is no difference', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bad-input-'))
  await cp(join(import.meta.dirname, '..', '..', 'bin'), join(folder.path, 'bin'), { recursive: true })
  await writeFile(join(folder.path, 'package.json'), '{"type": "module"}')
  const ran = await runProcess(process.execPath, [join(folder.path, 'bin', 'kubeletcfg.cjs'), 'diff'])
  expectFailure(ran, { exit: 70, says: /^error: kubeletcfg cannot be loaded: / })
})

test.concurrent('a program whose files are removed while it runs ends, and says so', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bad-input-'))
  const root = join(import.meta.dirname, '..', '..')
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(join(root, part), join(folder.path, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  let pid = 0
  await using server = await startApiServer(() => void process.kill(pid, 'SIGUSR2'))
  const remove = `process.getBuiltinModule('node:fs').rmSync('${join(folder.path, 'dist')}', { recursive: true })`
  const code = preload(`process.on('SIGUSR2', async () => { ${remove}; throw new Error('boom') })`)
  const ran = await runProcess(process.execPath, [join(folder.path, 'bin', 'kubeletcfg.cjs'), 'list'], {
    env: { HOME: '/nonexistent', KUBECONFIG: await server.kubeconfig(), ...code },
    onStart: (started) => {
      pid = started
    },
  })
  expectFailure(ran, { exit: 70, says: 'error: internal error: boom' })
  expect(ran.stderr).toContain('hint: files of kubeletcfg were replaced or removed while it ran: run it again\n')
})
