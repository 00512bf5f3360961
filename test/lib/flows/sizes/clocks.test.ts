import { describe, expect, test } from '@jest/globals'
import { cordon } from '../../../../src/lib/flows/sizes/cordon.ts'
import { planResizes } from '../../../../src/lib/flows/sizes/resize-nodes.ts'
import { applyResizes } from '../../../../src/lib/flows/sizes/resize-nodes-apply.ts'
import type { SizingWorld } from '../../../../src/lib/flows/sizes/settle.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../clusters.ts'
import { bindPod } from './balloons.ts'
import { fourCores } from './four-cores.ts'
import { type Change, cpu, heldCpu, keptWish, usual } from './kept-wishes.ts'

const hourMs = 3_600_000
const clocks = [0, hourMs, -hourMs, 2_000, -2_000]
const pairs = clocks.flatMap((first) => clocks.map((second) => [first, second] as const))

/** A command on a machine with a clock of its own. */
const commandIn = (world: InProcess, aheadMs: number): SizingWorld => ({
  cluster: world.connect({ aheadMs }),
  clock: world.clock,
})

const resize = async (world: SizingWorld, change: Change): Promise<unknown> =>
  applyResizes(world, await planResizes(world, { ...usual, ...change }, limits), limits)

describe.each(pairs)('two commands whose clocks are %i and %i ms ahead', (first, second) => {
  test('a cordon is left alone until its command has ended for certain', async () => {
    using world = fourCores()
    const [one, other] = [commandIn(world, first), commandIn(world, second)]
    const cordonBy = async (command: SizingWorld, by: string) => {
      const node = await command.cluster.nodes.read('node-a', limits)
      return (await cordon(command, { node: node!, by, timeoutMs: 60_000 }, limits)).kind
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
    const before = [keptWish(world), heldCpu(world)]
    world.sandbox.advance(5_000)
    await resize(commandIn(world, second), { size: 'granted' })
    expect([keptWish(world), heldCpu(world)]).toEqual(before)
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
    expect(keptWish(world)).toMatchObject({ cpu: '2' })
    world.sandbox.advance(5_000)
    await resize(commandIn(world, second), { size: 'granted' })
    expect(keptWish(world)).toBeUndefined()
  })
})
