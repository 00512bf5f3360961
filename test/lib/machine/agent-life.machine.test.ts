import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FolderJournal } from '../../../src/lib/agent/host/state-folder/journal.ts'
import { newestSchema } from '../agent/ports/host-side.ts'

const program = join(import.meta.dirname, 'agent-life.ts')

/** A process, and its first line. */
async function live(argv: readonly string[], prefix: readonly string[] = []) {
  const [command = '', ...args] = [...prefix, process.execPath, program, ...argv]
  const env = { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const closed = once(child, 'close')
  return {
    line: line.toString().trim(),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

test('one agent has the lock, until it ends in whatever way', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  const first = await live(['lock', folder.path])
  expect(first.line).toBe('locked')
  const second = await live(['lock', folder.path])
  expect(second.line).toBe('busy')
  await second.kill()
  // The loser has not broken it.
  const third = await live(['lock', folder.path])
  expect(third.line).toBe('busy')
  await Promise.all([first.kill(), third.kill()])
  const next = await live(['lock', folder.path])
  expect(next.line).toBe('locked')
  await next.kill()
})

test('the lock holds between the host and a container that has the folder', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  // Namespaces of its own: mounts, network, IPC, PIDs.
  const container = [
    'unshare',
    '--map-root-user',
    '--mount',
    '--net',
    '--ipc',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
  ]
  const inside = await live(['lock', folder.path], container)
  expect(inside.line).toBe('locked')
  const host = await live(['lock', folder.path])
  expect(host.line).toBe('busy')
  await Promise.all([inside.kill(), host.kill()])
  const next = await live(['lock', folder.path])
  expect(next.line).toBe('locked')
  const other = await live(['lock', folder.path], container)
  expect(other.line).toBe('busy')
  await Promise.all([next.kill(), other.kill()])
})

test.each(['', 'garbage that is no database', 'SQLite format 3\0'])(
  'a lock file with %j can be locked',
  async (content) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
    await writeFile(join(folder.path, 'lock'), content)
    const [first, second] = [await live(['lock', folder.path]), await live(['lock', folder.path])]
    expect([first.line, second.line]).toEqual(['locked', 'busy'])
    await Promise.all([first.kill(), second.kill()])
  },
)

test('a state that was being replaced when its agent was killed is whole', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kill-'))
  for (let round = 0; round < 8; round++) {
    const agent = await live(['write', folder.path])
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    await agent.kill()
    const journal = new FolderJournal(folder.path, { machine: 'one', newest: newestSchema })
    expect(await journal.read()).toMatchObject({ kind: 'state' })
    await journal.keepCheckpoints(new Set())
  }
  expect(await readdir(join(folder.path, 'quarantine'))).toEqual([])
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
