import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from '@jest/globals'
import { configMap, configuration, dump, globalName, leaveNoDocuments, nodeAName } from './documents.ts'
import { installPrograms } from './programs.ts'

let programs: string
beforeEach(async () => {
  programs = await installPrograms('kubeletcfg')
  await writeFile(join(programs, 'kubelet.yaml'), configuration('maxPods: 50'))
})
leaveNoDocuments()

const oneFile = '-f kubelet.yaml --node node-a'

/** Pushes on a terminal, that of script(1), and presses these keys when the question is there. */
async function pushAndPress(keys: string, what = oneFile): Promise<{ shown: string; exit: number }> {
  const command = `"${process.execPath}" kubeletcfg push ${what}`
  const args = ['--quiet', '--return', '--command', command, '/dev/null']
  const terminal = spawn('script', args, { cwd: programs, env: { ...process.env, NO_COLOR: '1' } })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (terminal.stdin.writable && /Push.*\?/.test(shown)) terminal.stdin.end(keys)
  })
  const [exit] = (await once(terminal, 'close')) as [number]
  return { shown, exit }
}

test('on a terminal a push shows what changes, asks, and goes ahead on yes', async () => {
  const { shown, exit } = await pushAndPress('y\n')
  expect(shown).toMatch(/maxPods: \(unset\) → 50\r\n[\s\S]*Push\?[\s\S]*created \(revision 1\)/)
  expect(exit).toBe(0)
  expect((await configMap(nodeAName)).data).toEqual({ kubelet: configuration('maxPods: 50') })
})

test.each([
  ['no', 'n\n', 'error: nothing was changed: the answer was no', 5],
  ['Enter alone, which is no,', '\n', 'error: nothing was changed: the answer was no', 5],
  ['Ctrl-C', '\u0003', 'error: interrupted', 130],
])('%s leaves everything as it was', async (_, keys, message, code) => {
  const before = await dump()
  const { shown, exit } = await pushAndPress(keys)
  expect(shown).toContain(message)
  expect(exit).toBe(code)
  expect(await dump()).toEqual(before)
})

test('a folder has one plan and one confirmation', async () => {
  await mkdir(join(programs, 'fleet'))
  await writeFile(join(programs, 'fleet', 'global.yaml'), configuration('maxPods: 50'))
  await writeFile(join(programs, 'fleet', 'node-a.yaml'), configuration('maxPods: 60'))
  const before = await dump()
  const no = await pushAndPress('n\n', '-f fleet')
  expect(no.exit).toBe(5)
  expect(await dump()).toEqual(before)

  const { shown, exit } = await pushAndPress('y\n', '-f fleet')
  const [plan = '', answered = '', ...more] = shown.split(/Push.*\?/)
  expect(more).toEqual([])
  for (const name of [globalName, nodeAName]) {
    expect(plan).toContain(`configmap/${name}: create for 1 node`)
    expect(answered).toContain(`configmap/${name} created (revision 1)`)
  }
  expect(exit).toBe(0)
})

test('a folder with a document that a kubelet would refuse fails without asking', async () => {
  await mkdir(join(programs, 'fleet'))
  await writeFile(join(programs, 'fleet', 'global.yaml'), configuration('maxPods: 50'))
  await writeFile(join(programs, 'fleet', 'node-a.yaml'), configuration('maxPods: -1'))
  const before = await dump()
  const { shown, exit } = await pushAndPress('y\n', '-f fleet')
  expect(shown).not.toContain('Push')
  expect(shown).toContain('maxPods')
  expect(exit).toBe(3)
  expect(await dump()).toEqual(before)
})
