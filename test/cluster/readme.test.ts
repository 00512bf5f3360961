import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nodesize } from './commands.ts'
import { checkout } from './host/directories.ts'
import { kubectl } from './kubectl.ts'
import { removeDocuments } from './kubeletcfg/documents.ts'
import { installPrograms, runInShell } from './kubeletcfg/programs.ts'
import { pauseImage } from './versions.ts'

const tour = /<!-- tour: begin[^>]*-->([\s\S]*)<!-- tour: end -->/
const consoleBlock = /```console\n([\s\S]*?)```/g
/** What follows `$ ` up to the end of the line, or of its here-document. */
const typed = /^\$ (.*<<(\w+)\n[\s\S]*?\n\2|.*)$/gm

const readme = await readFile(join(checkout, 'README.md'), 'utf8')
const blocks = [...(tour.exec(readme)?.[1] ?? '').matchAll(consoleBlock)].map(([, block = '']) => block)
const commands = blocks.flatMap((block) => [...block.matchAll(typed)].map(([, command = '']) => command))

/** The cluster has one image, and no registry. */
const local = (command: string): string => command.replace(/^nodesize install\b.*/, `$& --image ${pauseImage}`)

/** To say nothing is what these are asked for: they write a file, or find no difference. */
const silent = /^cat >|^kubeletcfg diff\b/

let programs: string
let cwd: string
beforeAll(async () => {
  programs = await installPrograms({ kubeletcfg: 'kubeletcfg', nodesize: 'nodesize' })
  cwd = await mkdtemp(join(tmpdir(), 'tour-'))
})

afterAll(async () => {
  await removeDocuments()
  await nodesize(['uninstall', '--yes'])
  await kubectl(['label', 'node', 'node-a', 'nodesize.kubeletcfg.dev/enabled-'])
})

test('the tour of README shows both commands', () => {
  expect(commands.join('\n')).toMatch(/^kubeletcfg push /m)
  expect(commands.join('\n')).toMatch(/^nodesize set /m)
})

test.each(commands)('README: $ %s', async (command) => {
  const { stdout, stderr, exit } = await runInShell(local(command), { programs, cwd })
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.not.stringContaining('error:') })
  if (!silent.test(command)) expect(stdout).toMatch(/\S/)
})
