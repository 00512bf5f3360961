import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { configMap, configuration, dump, nodeAName, removeDocuments } from './documents.ts'
import { installPrograms } from './programs.ts'

let programs: string
beforeEach(async () => {
  programs = await installPrograms('kubeletcfg')
  await writeFile(join(programs, 'kubelet.yaml'), configuration('maxPods: 50'))
})
afterEach(removeDocuments)

/** Pushes on a terminal, that of script(1), and presses these keys when the question is there. */
async function pushAndPress(keys: string): Promise<{ shown: string; exit: number }> {
  const command = `"${process.execPath}" kubeletcfg push -f kubelet.yaml --node node-a`
  const args = ['--quiet', '--return', '--command', command, '/dev/null']
  const terminal = spawn('script', args, { cwd: programs, env: { ...process.env, NO_COLOR: '1' } })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (terminal.stdin.writable && shown.includes('Push?')) terminal.stdin.end(keys)
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
