import { deepEqual } from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptOut, writeOptOut } from '../../../src/lib/agent/host/state-folder/opt-out.ts'
import type { Journal } from '../../../src/lib/agent/ports/journal.ts'
import { sha256 } from '../../../src/lib/machine/sha256.ts'
import { after, bytes, type CutAct, edited, good, oneOf, state, trial } from './cut-act.ts'
import { liveActs } from './cut-live-acts.ts'

const isState =
  (phase: string): CutAct['done'] =>
  async ({ journal }) =>
    deepEqual(await journal.read(), { kind: 'state', state: state(phase) })

const textIn = async (journal: Journal, text: string): Promise<string | undefined> => {
  const found = await journal.readCheckpoint(sha256(text))
  return found && Buffer.from(found).toString()
}

const journalActs: readonly CutAct[] = [
  {
    name: 'the first state',
    prepare: after('file'),
    act: ({ journal }) => journal.write(state('first')),
    async check({ journal }) {
      const found = await journal.read()
      if (found.kind !== 'none') deepEqual(found, { kind: 'state', state: state('first') })
      await journal.write(state('next'))
      deepEqual(await journal.read(), { kind: 'state', state: state('next') })
    },
    done: isState('first'),
  },
  {
    name: 'another state',
    prepare: after('file', async ({ journal }) => {
      for (const phase of ['a', 'b', 'before']) await journal.write(state(phase))
    }),
    act: ({ journal }) => journal.write(state('after')),
    async check({ journal }) {
      const found = await journal.read()
      oneOf(
        JSON.stringify(found),
        ...['before', 'after'].map((it) => JSON.stringify({ kind: 'state', state: state(it) })),
      )
      for (const phase of ['c', 'd']) await journal.write(state(phase))
      deepEqual(await journal.read(), { kind: 'state', state: state('d') })
    },
    done: isState('after'),
  },
  {
    name: 'a state that was put aside',
    prepare: after('file', async ({ journal }, side) => {
      await journal.write(state('before'))
      await side.damageState('damage')
    }),
    act: async ({ journal }) => {
      await journal.read()
      await journal.write(state('after'))
    },
    async check({ journal }) {
      const found = await journal.read()
      if (found.kind === 'state') deepEqual(found.state, state('after'))
      else oneOf(found.kind, 'damaged', 'none')
    },
    done: isState('after'),
  },
  {
    name: 'a checkpoint',
    prepare: after('file'),
    act: ({ journal }) => journal.saveCheckpoint(bytes(good)),
    async check({ journal }, { state: folder }) {
      const digest = await journal.saveCheckpoint(bytes(good))
      deepEqual(Buffer.from((await journal.readCheckpoint(digest))!).toString(), good)
      await journal.keepCheckpoints(new Set([digest]))
      deepEqual(await readdir(join(folder, 'checkpoints')), [`${digest}.yaml`])
      deepEqual(await readdir(join(folder, 'quarantine')), [])
    },
    done: async ({ journal }) => deepEqual(await textIn(journal, good), good),
  },
  {
    name: 'the checkpoints that are kept',
    prepare: after('file', async ({ journal }) => {
      for (const text of [good, trial]) await journal.saveCheckpoint(bytes(text))
    }),
    act: ({ journal }) => journal.keepCheckpoints(new Set([sha256(good)])),
    check: async ({ journal }) => deepEqual(await textIn(journal, good), good),
    done: async ({ journal }) => deepEqual(await textIn(journal, trial), undefined),
  },
  {
    name: 'an opt-out',
    prepare: after('file', (_, side) => writeOptOut(side.state, 'local')),
    act: (_, side) => writeOptOut(side.state, 'freeze'),
    check: async (_, side) => oneOf(await readOptOut(side.state), 'local', 'freeze'),
    done: async (_, side) => deepEqual(await readOptOut(side.state), 'freeze'),
  },
  {
    name: 'the end of an opt-out',
    prepare: after('file', (_, side) => writeOptOut(side.state, 'freeze')),
    act: (_, side) => writeOptOut(side.state, undefined),
    check: async (_, side) => oneOf(await readOptOut(side.state), 'freeze', undefined),
    done: async (_, side) => deepEqual(await readOptOut(side.state), undefined),
  },
]

const [cpu, memory] = ['cpu_manager_state', 'memory_manager_state']

export const cutActs: readonly CutAct[] = [
  ...journalActs,
  ...liveActs('file'),
  ...liveActs('drop-in'),
  ...liveActs('unit'),
  {
    name: 'file: an edit of the local content',
    prepare: after('file', async ({ live }, side) => {
      await live.write(bytes(good))
      await live.restoreLocal()
      await side.edit(edited)
    }),
    act: ({ live }) => live.captureLocal(),
    async check({ live }, side) {
      deepEqual(await side.live(), edited)
      await live.captureLocal()
      await live.write(bytes(good))
      await live.restoreLocal()
      deepEqual(await side.live(), edited)
    },
    done: async ({ live }) => deepEqual(Buffer.from((await live.readLocal())!).toString(), edited),
  },
  {
    name: 'state files aside',
    prepare: after('file', (_, side) => side.setStateFile(cpu, 'good')),
    act: ({ stateFiles }) => stateFiles.moveAside([cpu, memory]),
    async check({ stateFiles }, side) {
      await stateFiles.moveAside([cpu, memory])
      for (const name of [cpu, memory]) await side.setStateFile(name, 'trial')
      await stateFiles.putBack()
      deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], ['good', undefined])
    },
    async done({ stateFiles }, side) {
      deepEqual(await side.stateFile(cpu), undefined)
      deepEqual(await stateFiles.names(), [cpu, memory])
    },
  },
  {
    name: 'state files that are left behind',
    prepare: after('file', async ({ stateFiles }, side) => {
      await side.setStateFile(cpu, 'good')
      await stateFiles.moveAside([cpu])
      for (const name of [cpu, memory]) await side.setStateFile(name, 'trial')
    }),
    act: ({ stateFiles }) => stateFiles.remove([cpu, memory]),
    async check({ stateFiles }, side) {
      await stateFiles.remove([cpu, memory])
      await stateFiles.putBack()
      deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], ['good', undefined])
    },
    async done({ stateFiles }, side) {
      deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], [undefined, undefined])
      deepEqual(await stateFiles.names(), [cpu])
    },
  },
  {
    name: 'state files back',
    prepare: after('file', async ({ stateFiles }, side) => {
      await side.setStateFile(cpu, 'good')
      await stateFiles.moveAside([cpu, memory])
      for (const name of [cpu, memory]) await side.setStateFile(name, 'trial')
    }),
    act: ({ stateFiles }) => stateFiles.putBack(),
    async check({ stateFiles }, side) {
      await stateFiles.putBack()
      deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], ['good', undefined])
    },
    async done({ stateFiles }, side) {
      deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], ['good', undefined])
      deepEqual(await stateFiles.names(), [])
    },
  },
  {
    name: 'state files that are not needed any more',
    prepare: after('file', async ({ stateFiles }, side) => {
      await side.setStateFile(cpu, 'good')
      await stateFiles.moveAside([cpu, memory])
      for (const name of [cpu, memory]) await side.setStateFile(name, 'trial')
    }),
    act: ({ stateFiles }) => stateFiles.discard(),
    check: async (_, side) => deepEqual([await side.stateFile(cpu), await side.stateFile(memory)], ['trial', 'trial']),
    done: async ({ stateFiles }) => deepEqual(await stateFiles.names(), []),
  },
]
