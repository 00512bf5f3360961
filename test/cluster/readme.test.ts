import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { examples, readStory } from '../support/story.ts'
import { nodesize } from './commands.ts'
import { removeDocuments } from './kubeletcfg/documents.ts'
import { installPrograms, runInShell } from './kubeletcfg/programs.ts'
import { cpuShare } from './nodesize/allocatable.ts'
import { untilSettled } from './nodesize/balloons.ts'
import { removeWorkload, runWorkload } from './nodesize/workload.ts'
import { pauseImage } from './versions.ts'

/** What the tour does on node-c needs a fault that is simulated; race.test.ts has the like of it. */
const steps = readStory()
  .flatMap((chapter) => chapter.steps)
  .filter(({ command }) => !command.includes('node-c'))

/** The nodes of the tour have 8 cores, of which web asks for 3; ours are smaller, in the same proportions. */
const proportions: Readonly<Record<string, string>> = { '--cpu 4': '--cpu 50%', '--cpu 2': '--cpu 25%' }

/**
 * The cluster has one image, and no registry; its two nodes have no agents to wait for (agent/follow.test.ts has), nor any that
 * would prove what is rolled out (stories/rollout.test.ts has).
 */
const local = (command: string): string =>
  command
    .replace(/^kubeletcfg rollout run$/, '$& --once')
    .replace(/^nodesize install\b.*/, `$& --image ${pauseImage}`)
    .replace(/^(kubeletcfg push\b.*) --wait$/, '$1')
    .replace(/--cpu \d+$/, (size) => proportions[size] ?? size)

let programs: string
let cwd: string
beforeAll(async () => {
  programs = await installPrograms('kubeletcfg', 'nodesize')
  cwd = await mkdtemp(join(tmpdir(), 'tour-'))
  await runWorkload({ name: 'web', node: 'node-a', cpu: await cpuShare('node-a', 37n) })
})

afterAll(async () => {
  await removeDocuments()
  await nodesize(['uninstall', '--yes'])
  await removeWorkload({ name: 'web' })
})

test('the tour shows both commands', () => {
  const typed = steps.map(({ command }) => command).join('\n')
  expect(typed).toMatch(/^kubeletcfg push /m)
  expect(typed).toMatch(/^nodesize set /m)
})

const exits: Readonly<Record<string, number>> = { 'kubeletcfg rollout run': 7 }

test.each(steps)('README: $command', async ({ command, exit: itself }) => {
  const exit = exits[command] ?? itself
  const ran = await runInShell(`cd '${examples}' && ${local(command)}`, { programs, cwd })
  expect(ran).toMatchObject({ exit })
  expect(ran.stdout + ran.stderr).toMatch(/\S/)
  if (exit === 0) expect(ran.stderr).not.toContain('error:')
  if (command.startsWith('nodesize install')) await untilSettled('node-a', 'node-b')
})
