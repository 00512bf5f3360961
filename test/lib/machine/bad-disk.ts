/** A program, in a mount namespace of its own: rolls back on a full disk, and changes nothing on one that is read-only or broken. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplyMode } from '../../../src/lib/agent/ports/live-config.ts'
import type { Failure } from '../../../src/lib/message/failure.ts'
import { type RealSide, realSide } from '../agent/host/real-side.ts'
import { newestSchema } from '../agent/ports/host-side.ts'

const [mode = 'file', what = 'full'] = process.argv.slice(2) as [ApplyMode, keyof typeof acts]
const mount = (...args: readonly string[]): Buffer => execFileSync('mount', [...args])
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const state = (phase: string) => ({ schemaVersion: newestSchema, phase })

const disk = process.env['TMPDIR']!
mount('-t', 'tmpfs', '-o', 'size=2m,mode=700', 'disk', disk)

const side = await realSide(mode)
// As on a node: /run is in memory, and not on the disk that fills up.
mkdirSync(join(side.folder, 'run'))
mount('-t', 'tmpfs', '-o', 'size=1m,mode=700', 'run', join(side.folder, 'run'))
const { journal, live, rescue, stateFiles } = await side.start()
await side.setStateFile('cpu_manager_state', 'good')
await journal.write(state('Good'))
await live.write(bytes('maxPods: 50\n'))
const trial = bytes('maxPods: -1\n')
const checkpoint = await journal.saveCheckpoint(trial)
await journal.write(state('Applying'))
await rescue.arm({ checkpoint, good: 'local', threshold: 2, stateFiles: ['cpu_manager_state'] })
await live.write(trial)
await stateFiles.moveAside(['cpu_manager_state'])

/** To the last byte. */
function fill(): void {
  const fd = openSync(join(disk, 'filler'), 'w')
  for (const size of [65_536, 4096, 1])
    try {
      for (;;) writeSync(fd, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  closeSync(fd)
}

const outcome = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: Failure) => [error.code, { ...error.fact, subject: undefined }],
  )

async function seen(of: RealSide): Promise<unknown> {
  const mode = (await stat(of.livePath).catch(() => undefined))?.mode
  return {
    live: await of.live(),
    mode: mode && mode & 0o777,
    stateFile: await of.stateFile('cpu_manager_state'),
    content: (await live.read()).content,
    journal: await journal.read(),
  }
}

async function onFullDisk(): Promise<unknown> {
  fill()
  const refused = await outcome(live.write(bytes('# another document\nmaxPods: 70\n')))
  const kept = (await side.live()) === 'maxPods: -1\n'
  for (let i = 0; i < 5; i++) await journal.write(state(`RollingBack ${i}`))
  await live.restoreLocal()
  await stateFiles.putBack()
  await rescue.disarm()
  await journal.write(state('RolledBack'))
  return { refused, kept, ...((await seen(side)) as object), quarantine: await readdir(join(side.state, 'quarantine')) }
}

/** The first by the agent, the others after a crash. */
async function starts(times: number) {
  const ran = []
  for (let restarts = 0; restarts < times; restarts++) {
    side.systemd = { restarts }
    ran.push(await side.runScript())
  }
  return ran
}

async function rescueOnFullDisk(): Promise<unknown> {
  fill()
  await side.setStateFile('cpu_manager_state', '').catch(() => undefined)
  const ran = await starts(3)
  return { ran, report: await rescue.report(), ...((await seen(side)) as object) }
}

async function onReadOnlyDisk(): Promise<unknown> {
  mount('-o', 'remount,ro', disk)
  const tried = {
    journal: await outcome(journal.write(state('next'))),
    checkpoint: await outcome(journal.saveCheckpoint(bytes('new'))),
    live: await outcome(live.write(bytes('new'))),
    restore: await outcome(live.restoreLocal()),
    arm: await outcome(rescue.arm({ checkpoint, good: 'local', threshold: 2, stateFiles: [] })),
    aside: await outcome(stateFiles.moveAside(['memory_manager_state'])),
  }
  const ran = await starts(3)
  return { tried, exits: ran.map(({ exit }) => exit), ...((await seen(side)) as object) }
}

/** The memory of a process begins with nothing: to read it is EIO. */
const broken = `/proc/${process.pid}/mem`

async function onBrokenDisk(): Promise<unknown> {
  const paths = ['state.json', `checkpoints/${checkpoint}.yaml`].map((name) => join(side.state, name))
  for (const path of paths) mount('--bind', broken, path)
  const tried = {
    journal: await journal.read(),
    checkpoint: await outcome(journal.readCheckpoint(checkpoint)),
    aside: await outcome(journal.putAside()),
    write: await outcome(journal.write(state('next'))),
  }
  for (const path of paths) execFileSync('umount', [path])
  const again = { journal: await journal.read(), isThere: (await journal.readCheckpoint(checkpoint)) !== undefined }
  await journal.write(state('anew'))
  const later = await journal.read()
  return { tried, again, later, quarantine: await readdir(join(side.state, 'quarantine')) }
}

const acts = { full: onFullDisk, 'full-rescue': rescueOnFullDisk, 'read-only': onReadOnlyDisk, broken: onBrokenDisk }
process.stdout.write(JSON.stringify(await acts[what]()))
