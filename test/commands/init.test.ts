import { execFileSync } from 'node:child_process'
import { lstat, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { starterDocument } from '../../src/lib/kubelet/reference/starter/starter-document.ts'
import { runHosted } from '../support/run-hosted.ts'
import { type OnTerminal, runOnTerminal } from '../support/run-on-terminal.ts'

const text = starterDocument('1.36', 'edge')
const flags = '--kubernetes-version 1.36 --profile edge'

/** Runs init in an empty folder, or in one with a file, and returns what the folder has then. */
async function initIn(words: string, before: Readonly<Record<string, string>> = {}) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'init-'))
  for (const [name, content] of Object.entries(before)) await writeFile(join(folder.path, name), content)
  const ran = await runHosted(['kubeletcfg', 'init', ...words.split(' ')], { cwd: folder.path })
  const names = await readdir(folder.path)
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder.path, name), 'utf8')]))
  return { ...ran, files: Object.fromEntries(files) as Record<string, string> }
}

describe('with flags', () => {
  const created = (file: string) => ({ exit: 0, stdout: '', stderr: `created ${file} for kubelet 1.36\n` })
  test.concurrent.each([
    ['kubelet.yaml', flags, {}, created('kubelet.yaml'), { 'kubelet.yaml': text }],
    ['a named file', `a.yaml ${flags}`, {}, created('a.yaml'), { 'a.yaml': text }],
    ['stdout', `- ${flags}`, {}, { exit: 0, stdout: text, stderr: '' }, {}],
    ['stdout, beside a file', `- ${flags}`, { 'kubelet.yaml': 'x' }, { stdout: text }, { 'kubelet.yaml': 'x' }],
    ['an existing file, by force', `--force ${flags}`, { 'kubelet.yaml': 'x' }, { exit: 0 }, { 'kubelet.yaml': text }],
    ['no file yet, by force', `--force ${flags}`, {}, { exit: 0 }, { 'kubelet.yaml': text }],
  ])('it writes %s', async (_what, words, before, expected, files) => {
    expect(await initIn(words, before)).toMatchObject({ ...expected, files })
  })
})

test.concurrent('a pipe or a device is neither read nor replaced', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'init-'))
  const pipe = join(folder.path, 'pipe.yaml')
  execFileSync('mkfifo', [pipe])
  const ran = await runHosted(['kubeletcfg', 'init', pipe, '--force', ...flags.split(' ')])
  expect(ran).toMatchObject({
    exit: 3,
    stderr: `error: ${pipe}: cannot be written: it is a device or a pipe, not a file\n`,
  })
  expect((await lstat(pipe)).isFIFO()).toBe(true)
})

const bothFlags = 'add --kubernetes-version 1.NN and --profile general|many-pods|large-memory|edge'

describe('nothing is written', () => {
  const there = { 'kubelet.yaml': 'mine' }
  test.concurrent.each([
    ['over a file', flags, 5, /^error: kubelet.yaml already exists\nhint: .*--force/],
    ['over a file that is named', `./kubelet.yaml ${flags}`, 5, /^error: .\/kubelet.yaml already exists\n/],
    [
      'in a folder that does not exist',
      `nowhere/a.yaml ${flags}`,
      3,
      /nowhere\/a.yaml: cannot be written: no such file/,
    ],
    ['over a folder', `/ --force ${flags}`, 3, /^error: \/: cannot be written: it is a folder, not a file\n/],
    [
      'without a terminal and flags',
      'a.yaml',
      2,
      `error: there is no terminal to ask for the missing values\nhint: ${bothFlags}\n`,
    ],
    ['without a terminal and the profile', 'a.yaml --kubernetes-version 1.36', 2, /hint: add --profile general\|/],
    ['without a terminal and the release', 'a.yaml --profile edge', 2, /hint: add --kubernetes-version 1.NN\n/],
    ['for an unknown release', 'a.yaml --profile edge --kubernetes-version 1.12', 2, /unknown kubelet release '1.12'/],
    ['for an unknown profile', 'a.yaml --profile huge --kubernetes-version 1.36', 2, /huge/],
  ])('%s', async (_what, words, exit, says) => {
    const ran = await initIn(words, there)
    expect(ran).toMatchObject({ exit, stdout: '', files: there })
    expect(ran.stderr).toMatch(says)
  })
})

describe('on a terminal', () => {
  type When = readonly [shown: string, keys: string]

  async function answer(words: string, ...whens: readonly When[]) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'init-'))
    const file = join(folder.path, 'kubelet.yaml')
    const left = [...whens]
    const onShown = ({ shown, type }: OnTerminal): void => {
      if (left[0] === undefined || !shown.includes(left[0][0])) return
      type(left.shift()![1])
    }
    const ran = await runOnTerminal(`kubeletcfg init ${file} ${words}`, {
      env: { NO_COLOR: '1' },
      columns: 80,
      onShown,
    })
    const names = await readdir(folder.path)
    return { ...ran, written: names.length === 0 ? undefined : await readFile(file, 'utf8') }
  }

  const down = '\u001b[B'
  test.concurrent.each<[string, string, readonly When[], object]>([
    [
      'it asks for both, and the newest release and general purpose come first',
      '',
      [
        ['Kubelet release', '\n'],
        ['Kind of node', '\n'],
      ],
      { exit: 0, written: starterDocument('1.37', 'general') },
    ],
    ['it shows all releases at once', '', [['  1.28', '\u0003']], { exit: 130, written: undefined }],
    [
      'it asks only for the profile',
      '--kubernetes-version 1.30',
      [['Kind of node', `${down}\n`]],
      {
        exit: 0,
        written: starterDocument('1.30', 'many-pods'),
      },
    ],
    [
      'Ctrl-C at the first question leaves nothing',
      '',
      [['Kubelet release', '\u0003']],
      { exit: 130, written: undefined },
    ],
    [
      'Ctrl-C at the second question leaves nothing',
      '',
      [
        ['Kubelet release', '\n'],
        ['Kind of node', '\u0003'],
      ],
      { exit: 130, written: undefined },
    ],
    ['Ctrl-D leaves nothing', '', [['Kubelet release', '\u0004']], { exit: 130, written: undefined }],
  ])('%s', async (_what, words, whens, expected) => {
    expect(await answer(words, ...whens)).toMatchObject(expected)
  })

  test.concurrent.each([
    ['in no folder', 'nowhere/kubelet.yaml', 3, 'no such file or folder'],
    ['below a file', 'mine/kubelet.yaml', 3, 'not a folder'],
    ['over a file', 'mine', 5, 'already exists'],
  ])('%s it asks nothing', async (_where, file, exit, says) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'init-'))
    await writeFile(join(folder.path, 'mine'), '')
    const ran = await runOnTerminal(`kubeletcfg init ${join(folder.path, file)}`, { env: { NO_COLOR: '1' } })
    expect(ran).toMatchObject({ exit, shown: expect.stringContaining(says) })
    expect(ran.shown).not.toContain('Kubelet release')
  })
})
