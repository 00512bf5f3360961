import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { type OnTerminal, runOnTerminal } from '../support/run-on-terminal.ts'
import { attempt } from './attempt.ts'
import { NodeA } from './node-a.ts'
import { listOf, type Routes, serving, writesTo } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, header, maxPods } from './stored-document.ts'

const stored = configMap(maxPods(10))
const oneDocument: Routes = {
  ...emptyCluster,
  [`GET ${configMaps}`]: () => listOf(stored),
  [`GET ${globalPath}`]: () => ({ body: stored }),
}

/** Does something the first time that a text is shown. */
function when(text: string, act: (terminal: OnTerminal) => void): (terminal: OnTerminal) => void {
  let acted = false
  return (terminal) => {
    if (acted || !terminal.shown.includes(text)) return
    acted = true
    act(terminal)
  }
}

test.concurrent.each<[NodeJS.Signals, number]>([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s ends a question, and nothing is done', async (signal, code) => {
  await using server = await startApiServer(serving(oneDocument))
  const env = { KUBECONFIG: await server.kubeconfig(), NO_COLOR: '1' }
  const onShown = when('Delete?', ({ pid }) => process.kill(pid, signal))
  const { exit, shown } = await runOnTerminal('kubeletcfg delete --global', { env, onShown })
  expect({ exit, shown }).toEqual({ exit: code, shown: expect.stringContaining('error: interrupted\n') })
  expect(writesTo(server)).toEqual([])
})

test.concurrent('Ctrl-D is no answer, and so a no', async () => {
  await using server = await startApiServer(serving(oneDocument))
  const env = { KUBECONFIG: await server.kubeconfig(), NO_COLOR: '1' }
  const onShown = when('Delete?', ({ type }) => type('\u0004'))
  const { exit, shown } = await runOnTerminal('kubeletcfg delete --global', { env, onShown })
  expect({ exit, shown }).toEqual({
    exit: 5,
    shown: expect.stringContaining('error: nothing was changed: the answer was no\n'),
  })
  expect(shown).toMatch(/context test, http:\/\/127\.0\.0\.1:\d+: Delete\?/)
  expect(shown).not.toContain('Warning')
  expect(writesTo(server)).toEqual([])
})

test.concurrent('nobody is asked on a stdin that has held the document', async () => {
  await using server = await startApiServer(serving(emptyCluster))
  const env = { KUBECONFIG: await server.kubeconfig(), NO_COLOR: '1' }
  const onShown = when('', ({ type }) => type(`${header}\u0004`))
  const { exit, shown } = await runOnTerminal('kubeletcfg push -f - --global', { env, onShown })
  expect(shown).not.toContain('Push?')
  expect(shown).toContain('error: nothing was changed: stdin is already read, so there is no way to confirm\n')
  expect(shown).toContain('hint: to continue, add --yes: kubeletcfg push -f - --global --yes\n')
  expect(exit).toBe(5)
})

test.concurrent.each([
  ['red, where the eye should go', {}, '\u001b[31merror:\u001b[39m no nodes selected'],
  ['in no colour with NO_COLOR', { NO_COLOR: '1' }, 'error: no nodes selected'],
])('a terminal is told what went wrong %s', async (_name, env, start) => {
  const { shown } = await runOnTerminal('nodesize reset', { env })
  expect(shown.split('\n')[0]).toBe(start)
})

test.concurrent('a finding and the verdict stand out, and what a file holds does not obey', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'terminal-'))
  const file = join(folder.path, 'kubelet.yaml')
  await writeFile(file, `${header}maxPods: -1 # \u202e\n"\\e[32m": 1\n`)
  const [validated, formatted, piped] = await Promise.all([
    runOnTerminal(`kubeletcfg validate ${file}`),
    runOnTerminal(`kubeletcfg fmt ${file}`),
    attempt(`kubeletcfg fmt ${file}`),
  ])
  expect(validated.shown).toContain(`\u001b[1m${file}:3:10\u001b[22m: \u001b[31merror\u001b[39m V25 maxPods -1 must`)
  expect(validated.shown).toContain('STRICT-UNKNOWN "\\u001b[32m": unknown field')
  expect(validated.shown).toContain(`${file}: \u001b[31mrefused by kubelet`)
  expect(formatted.shown).toContain('maxPods: -1 # \\u202e\n')
  expect(piped.stdout).toContain('maxPods: -1 # \u202e\n')
})

test.concurrent('what a push is refused for stands out on stderr, whatever stdout is', async () => {
  await using server = await startApiServer(serving(emptyCluster))
  await using folder = await mkdtempDisposable(join(tmpdir(), 'terminal-'))
  const file = join(folder.path, 'kubelet.yaml')
  await writeFile(file, `${header}maxPods: -1\n`)
  const env = { KUBECONFIG: await server.kubeconfig() }
  const { shown } = await runOnTerminal(`kubeletcfg push -f ${file} --global >${join(folder.path, 'out')}`, { env })
  expect(shown).toContain(`\n  \u001b[1m${file}:3:10\u001b[22m: \u001b[31merror\u001b[39m V25 maxPods -1 must`)
})

test.concurrent('a node that needs somebody stands out, below the others where the terminal is narrow', async () => {
  const { routes } = new NodeA()
  await using server = await startApiServer(serving({ ...routes, 'GET /api/v1/pods': () => listOf() }))
  const env = { KUBECONFIG: await server.kubeconfig() }
  const { shown } = await runOnTerminal('nodesize get node-a', { env, columns: 42 })
  expect(shown).toBe(
    [
      'NODE     SIZE     ALLOCATABLE   FREE',
      '   STATE',
      'node-a   4/16Gi   4/16Gi        4/16Gi',
      '   \u001b[31mMissing\u001b[39m',
      '',
    ].join('\n'),
  )
})

test.concurrent('a warning does not run into what is being done', async () => {
  const running = Promise.withResolvers<void>()
  const { routes } = new NodeA()
  const nodePath = 'GET /api/v1/nodes/node-a'
  const late: Routes = {
    ...routes,
    [nodePath]: async (request, response) => {
      await running.promise
      return { ...(await routes[nodePath]!(request, response)), headers: { warning: '299 - "mind the gap"' } }
    },
  }
  await using server = await startApiServer(serving(late))
  const env = { KUBECONFIG: await server.kubeconfig(), NO_COLOR: '1' }
  const onShown = when('…', () => running.resolve())
  const { exit, shown } = await runOnTerminal('nodesize get node-a', { env, onShown })
  expect(shown).toContain('reading nodes and pods …\r\u001b[2Kwarning: mind the gap\n')
  expect(exit).toBe(0)
})
