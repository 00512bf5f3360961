import { deepEqual } from 'node:assert/strict'
import type { ApplyMode } from '../../../src/lib/ports/host/live-config.ts'
import { after, arm, bytes, type CutAct, crash, good, isTidy, leaves, oneOf, own, trial } from './cut-act.ts'

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
  },
  {
    name: `${mode}: the local content`,
    prepare: after(mode, ({ live }) => live.write(bytes(good))),
    act: ({ live }) => live.restoreLocal(),
    async check(ports, side) {
      oneOf(await side.live(), good, own(side))
      await leaves(ports, side)
    },
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
  },
]
