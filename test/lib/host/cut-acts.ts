import { deepEqual } from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, bytes, type CutAct, edited, good, oneOf, state } from './cut-act.ts'
import { liveActs } from './cut-live-acts.ts'

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
  },
]
