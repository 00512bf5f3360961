import { deepEqual } from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import type { ApplyMode } from '../../../src/lib/agent/ports/live-config.ts'
import type { RealSide } from '../agent/host/real-side.ts'
import { after, arm, bytes, type CutAct, crash, good, isTidy, leaves, oneOf, own, trial } from './cut-act.ts'

const holds =
  (content: 'local' | 'ours', text: (side: RealSide) => string | undefined): CutAct['done'] =>
  async ({ live }, side) => {
    deepEqual(await side.live(), text(side))
    deepEqual((await live.read()).content, content)
    // As the node's own file had it.
    if (live.mode === 'file') deepEqual((await stat(side.livePath)).mode & 0o777, 0o644)
  }

export const liveActs = (mode: ApplyMode): readonly CutAct[] => [
  {
    name: `${mode}: the first document`,
    prepare: after(mode),
    act: ({ live }) => live.write(bytes(good)),
    async check(ports, side) {
      const { content } = await ports.live.read()
      oneOf(await side.live(), own(side), good)
      deepEqual(content, (await side.live()) === good ? 'ours' : 'local')
      await ports.live.write(bytes(good))
      deepEqual(await side.live(), good)
      await leaves(ports, side)
    },
    done: holds('ours', () => good),
  },
  {
    name: `${mode}: another document`,
    prepare: after(mode, ({ live }) => live.write(bytes(good))),
    act: ({ live }) => live.write(bytes(trial)),
    async check(ports, side) {
      oneOf(await side.live(), good, trial)
      deepEqual((await ports.live.read()).content, 'ours')
      await leaves(ports, side)
    },
    done: holds('ours', () => trial),
  },
  {
    name: `${mode}: the local content`,
    prepare: after(mode, ({ live }) => live.write(bytes(good))),
    act: ({ live }) => live.restoreLocal(),
    async check(ports, side) {
      oneOf(await side.live(), good, own(side))
      await leaves(ports, side)
    },
    done: holds('local', own),
  },
  {
    name: `${mode}: orders`,
    prepare: after(mode, ({ live }) => live.write(bytes(good))),
    act: (ports) => arm(ports, bytes(good)),
    async check(ports, side) {
      deepEqual(await side.live(), good)
      await arm(ports, bytes(good))
      await ports.live.write(bytes(trial))
      await crash(side)
      deepEqual(await side.live(), good)
      await ports.rescue.disarm()
      await isTidy(side)
      await leaves(ports, side)
    },
    done: async ({ rescue }) => deepEqual((await rescue.report())?.rescued, false),
  },
  {
    name: `${mode}: other orders in a trial`,
    prepare: after(mode, async (ports) => {
      await ports.live.write(bytes(good))
      await arm(ports, bytes(good))
      await ports.live.write(bytes(trial))
    }),
    act: (ports) => arm(ports, 'local'),
    async check(_, side) {
      await crash(side)
      oneOf(await side.live(), good, own(side))
    },
    async done(_, side) {
      await crash(side)
      deepEqual(await side.live(), own(side))
    },
  },
  {
    name: `${mode}: what was prepared`,
    prepare: after(mode, async (ports) => {
      await ports.live.write(bytes(good))
      await arm(ports, bytes(good))
      await ports.live.write(bytes(trial))
    }),
    act: ({ live }) => live.write(bytes(good)),
    async check(_, side) {
      oneOf(await side.live(), trial, good)
      await crash(side)
      deepEqual(await side.live(), good)
    },
    done: holds('ours', () => good),
  },
  {
    name: `${mode}: the end of a trial`,
    prepare: after(mode, async (ports) => {
      await arm(ports, 'local')
      await ports.live.write(bytes(good))
    }),
    act: ({ rescue }) => rescue.disarm(),
    async check(ports, side) {
      await ports.rescue.disarm()
      deepEqual(await ports.rescue.report(), undefined)
      await crash(side)
      deepEqual(await side.live(), good)
      await leaves(ports, side)
    },
    done: async ({ rescue }) => deepEqual(await rescue.report(), undefined),
  },
]
