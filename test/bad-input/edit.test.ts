import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { type OnTerminal, runOnTerminal } from '../support/run-on-terminal.ts'
import { listOf, serving, writesTo } from './routes.ts'
import { configMap, configMaps, emptyCluster, globalPath, maxPods } from './stored-document.ts'

const stored = configMap(maxPods(50))
const routes = {
  ...emptyCluster,
  [`GET ${configMaps}`]: () => listOf(stored),
  [`GET ${globalPath}`]: () => ({ body: stored }),
  [`PATCH ${globalPath}`]: () => ({ body: stored }),
}

/** Does something the first time that a text is shown. */
type When = readonly [shown: string, act: (terminal: OnTerminal) => void]

function inTurn(...whens: readonly When[]): (terminal: OnTerminal) => void {
  const left = [...whens]
  return (terminal) => {
    const [next] = left
    if (next === undefined || !terminal.shown.includes(next[0])) return
    left.shift()
    next[1](terminal)
  }
}

let desks = 0
/** Edits on a terminal with a script as the editor, to the end, and returns the texts that were kept. */
async function editOnTerminal(script: string, ...whens: readonly When[]) {
  await using server = await startApiServer(serving(routes))
  const TMPDIR = join(tmpdir(), `desk-${desks++}`)
  await mkdir(TMPDIR)
  const KUBE_EDITOR = join(TMPDIR, 'ed')
  await writeFile(KUBE_EDITOR, `#!/bin/sh\n${script}\n`)
  await chmod(KUBE_EDITOR, 0o700)
  const env = { KUBECONFIG: await server.kubeconfig(), NO_COLOR: '1', TMPDIR, KUBE_EDITOR }
  const { exit, shown } = await runOnTerminal('kubeletcfg edit --global', { env, onShown: inTurn(...whens) })
  const names = (await readdir(TMPDIR)).filter((name) => name.startsWith('kubeletcfg-edit-'))
  const kept = await Promise.all(names.map((name) => readFile(join(TMPDIR, name), 'utf8')))
  expect(shown.match(/is kept in \S+;/g) ?? []).toHaveLength(names.length)
  return { exit, shown, kept, written: writesTo(server).length }
}

const press =
  (keys: string) =>
  ({ type }: OnTerminal): void =>
    type(keys)
const send =
  (signal: NodeJS.Signals) =>
  ({ pid }: OnTerminal): void =>
    void process.kill(pid, signal)

const save = 'test -t 0 && test -t 1 && sed -i s/50/60/ "$1"'
const saveAndWait = `${save}; echo editing; sleep 30`
const saveInSpite = `${save}; trap 'echo spite; exit 0' INT; echo editing; sleep 30`
const ctrlC = press('\u0003')
const text = maxPods(60)

test.concurrent.each<[string, string, readonly When[], object]>([
  ['yes pushes it', save, [['Push?', press('y\n')]], { exit: 0, kept: [], written: 1 }],
  ['no keeps the text', save, [['Push?', press('n\n')]], { exit: 5, kept: [text], written: 0 }],
  ['Ctrl-C at the question keeps the text', save, [['Push?', ctrlC]], { exit: 130, kept: [text], written: 0 }],
  ['SIGHUP at the question keeps the text', save, [['Push?', send('SIGHUP')]], { exit: 129, kept: [text], written: 0 }],
  [
    'Ctrl-C ends an editor, and keeps the text',
    saveAndWait,
    [['editing', ctrlC]],
    { exit: 130, kept: [text], written: 0 },
  ],
  [
    'an editor may handle Ctrl-C itself',
    saveInSpite,
    [
      ['editing', ctrlC],
      ['Push?', press('y\n')],
    ],
    { exit: 0, kept: [], written: 1, shown: expect.stringContaining('spite') },
  ],
  [
    'SIGTERM ends the editor, and keeps the text',
    saveAndWait,
    [['editing', send('SIGTERM')]],
    { exit: 143, kept: [text] },
  ],
  [
    'SIGHUP ends the editor, and keeps the text',
    saveAndWait,
    [['editing', send('SIGHUP')]],
    { exit: 129, kept: [text] },
  ],
])('on a terminal, %s', async (_what, script, whens, expected) => {
  expect(await editOnTerminal(script, ...whens)).toMatchObject(expected)
})
