import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { ApplyMode } from '../../../src/lib/agent/ports/live-config.ts'
import { runProcess } from '../../support/run-process.ts'
import { newestSchema, ownContent } from '../agent/ports/host-side.ts'

async function onDisk(mode: ApplyMode, what: string): Promise<unknown> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'disk-'))
  const program = join(import.meta.dirname, 'bad-disk.ts')
  const env = { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', TMPDIR: folder.path }
  const { stdout, stderr, exit } = await runProcess(
    'unshare',
    ['--map-root-user', '--mount', '--propagation', 'private', process.execPath, program, mode, what],
    { env },
  )
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  return JSON.parse(stdout)
}

const own = (mode: ApplyMode) => (mode === 'drop-in' ? {} : { live: ownContent, mode: 0o644 })
const modes = ['file', 'drop-in', 'unit'] as const
const noRoom = ['refused', { reason: 'FileNotWritable', errno: 'ENOSPC' }]

test.each(modes)('%s: a full disk takes no new document, and a rollback', async (mode) => {
  expect(await onDisk(mode, 'full')).toEqual({
    refused: noRoom,
    kept: true,
    ...own(mode),
    stateFile: 'good',
    content: 'local',
    journal: { kind: 'state', state: { schemaVersion: newestSchema, phase: 'RolledBack' } },
    quarantine: [],
  })
})

test.each(modes)('%s: the rescue puts everything back on a full disk', async (mode) => {
  expect(await onDisk(mode, 'full-rescue')).toMatchObject({
    ran: Array.from({ length: 3 }, () => ({ exit: 0 })),
    report: { starts: 2, rescued: true },
    ...own(mode),
    stateFile: 'good',
    content: 'local',
  })
})

const readOnly = ['refused', { reason: 'FileNotWritable', errno: 'EROFS' }]

test('a read-only disk is left as it is, and every kubelet starts', async () => {
  expect(await onDisk('file', 'read-only')).toMatchObject({
    tried: {
      journal: readOnly,
      checkpoint: readOnly,
      live: readOnly,
      restore: readOnly,
      arm: readOnly,
      aside: readOnly,
    },
    exits: [0, 0, 0],
    live: 'maxPods: -1\n',
    content: 'ours',
    journal: { kind: 'state', state: { phase: 'Applying' } },
  })
})

const notRead = { reason: 'FileNotReadable', errno: 'EIO' }

test('what a disk cannot read stays where it is while it cannot be moved, and is read when that works again (D2)', async () => {
  expect(await onDisk('file', 'broken')).toMatchObject({
    tried: {
      journal: { kind: 'unreadable', because: notRead },
      checkpoint: ['refused', notRead],
      aside: 'done',
      write: ['refused', { reason: 'FileNotWritable', errno: 'EBUSY' }],
    },
    again: { journal: { kind: 'state', state: { phase: 'Applying' } }, isThere: true },
    later: { kind: 'state', state: { phase: 'anew' } },
    quarantine: ['000001-state.json'],
  })
})
