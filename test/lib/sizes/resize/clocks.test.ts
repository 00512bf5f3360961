import { describe, expect, test } from '@jest/globals'
import type { SizingWorld } from '../../../../src/lib/sizes/ports/cluster.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { cordon } from '../../../../src/lib/sizes/resize/cordon.ts'
import { UndoStack } from '../../../../src/lib/sizes/resize/execution.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import { aheadOf, type InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { autoscale, Machine } from '../autoscale/machines.ts'
import { bindPod } from './balloons.ts'
import { fourCores, onResizes } from './four-cores.ts'
import { type Change, cpu, heldCpu, keptSize, usual } from './kept-sizes.ts'

const hourMs = 3_600_000
const clocks = [0, hourMs, -hourMs, 2_000, -2_000]
const pairs = clocks.flatMap((first) => clocks.map((second) => [first, second] as const))

/** A command on a machine with a clock of its own. */
const commandIn = (world: InProcess, aheadMs: number): SizingWorld => ({
  cluster: world.connect({ aheadMs }),
  clock: aheadOf(world.clock, aheadMs),
})

const resize = async (world: SizingWorld, change: Change): Promise<unknown> =>
  applyResizes(world, await planResizes(world, { ...usual, ...change }, limits), limits)

describe.each(pairs)('two commands whose clocks are %i and %i ms ahead', (first, second) => {
  test('a cordon is left alone until its command has ended for certain', async () => {
    using world = fourCores()
    const [one, other] = [commandIn(world, first), commandIn(world, second)]
    const cordonBy = async (command: SizingWorld, by: string) => {
      const node = await command.cluster.nodes.read('node-a', limits)
      return (await cordon({ ...command, undo: new UndoStack(), limits }, { node: node!, by, timeoutMs: 60_000 })).kind
    }
    expect(await cordonBy(one, 'one')).toBe('ours')
    world.sandbox.advance(5 * 60_000)
    expect(await cordonBy(other, 'other')).toBe('theirs')
    world.sandbox.advance(2 * 60_000)
    expect(await cordonBy(other, 'other')).toBe('ours')
  })

  test('a size that waits for room is not taken back', async () => {
    using world = fourCores()
    bindPod(world, { name: 'web-2', cpu: '2', memory: '1Gi' })
    world.sandbox.advance(5_000)
    await resize(commandIn(world, first), { size: cpu('2'), ifFull: 'partial' })
    const before = [keptSize(world), heldCpu(world)]
    world.sandbox.advance(5_000)
    await resize(commandIn(world, second), { size: 'granted' })
    expect([keptSize(world), heldCpu(world)]).toEqual(before)
    expect(before).toMatchObject([{ cpu: '2' }, expect.not.stringMatching(/^2$/)])
  })

  test('a size whose command was killed before the resize is taken back', async () => {
    using world = fourCores()
    world.sandbox.advance(5_000)
    let isCut = false
    world.mishap = ({ path }) => {
      isCut ||= path.endsWith('/resize')
      return isCut ? { kind: 'refuse' } : undefined
    }
    await resize(commandIn(world, first), { size: cpu('2') }).catch(() => undefined)
    world.mishap = () => undefined
    expect(keptSize(world)).toMatchObject({ cpu: '2' })
    world.sandbox.advance(5_000)
    await resize(commandIn(world, second), { size: 'granted' })
    expect(keptSize(world)).toBeUndefined()
  })
})

/** A command that takes the clock of the API server for one that is so far ahead of what it is; its own is two days behind. */
const mistaken = ({ cluster, clock }: InProcess, aheadMs: number): SizingWorld => ({
  cluster: { ...cluster, now: () => cluster.now() + aheadMs },
  clock: aheadOf(clock, -48 * hourMs),
})

interface Other {
  readonly laterMs: number
  readonly aheadMs: number
}

describe('an attempt to resize a machine', () => {
  test.each([0, -1_000, -1_999])('that was given up holds up no command whose time is %i ms ahead', async (aheadMs) => {
    using world = fourCores()
    const machine = new Machine()
    machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 })
    await autoscale(mistaken(world, 0), machine, { cpu: 2000n })
    const begun = world.clock.monotonic()
    const next = await autoscale(mistaken(world, aheadMs), machine, { cpu: 2000n })
    expect(next).toEqual({ outcome: 'resized', cpu: '2000 → 2000', steps: ['provider'] })
    expect(world.clock.monotonic() - begun).toBeLessThan(250)
  })

  /** Of one command, and of another that begins so much later. */
  const both = async (world: InProcess, machine: Machine, { laterMs, aheadMs }: Other) => {
    const first = autoscale(mistaken(world, 0), machine, { cpu: 2000n })
    await world.clock.sleep(laterMs, new AbortController().signal)
    return Promise.all([first, autoscale(mistaken(world, aheadMs), machine, { cpu: 2000n })])
  }
  const oneByOne = [{ outcome: 'resized' }, { outcome: 'unchanged', waitsFor: [{ reason: 'AttemptUnderWay' }] }]

  test.each([0, 2_000, 12_000])('at the provider holds up a command whose time is %i ms ahead', async (aheadMs) => {
    using world = fourCores()
    const machine = new Machine()
    machine.ends.push(async () => {
      await world.clock.sleep(59_000, new AbortController().signal)
      return { kind: 'done' }
    })
    expect(await both(world, machine, { laterMs: 58_000, aheadMs })).toMatchObject(oneByOne)
    expect(machine.calls).toHaveLength(1)
  })

  test.each([0, 2_000, 25_000])('at the balloon holds up a command whose time is %i ms ahead', async (aheadMs) => {
    using world = fourCores()
    const machine = new Machine()
    onResizes(world, () => ({ kind: 'delay', ms: 4_000 }))
    expect(await both(world, machine, { laterMs: 3_000, aheadMs })).toMatchObject(oneByOne)
    expect(machine.calls).toHaveLength(1)
  })
})
