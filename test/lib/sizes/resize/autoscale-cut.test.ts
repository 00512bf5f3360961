import { expect, test } from '@jest/globals'
import { autoscale, cpuOfNode, Machine, noteOf } from '../autoscale/machines.ts'
import { fourCores } from './four-cores.ts'
import { cpu, resizeNodeA } from './kept-sizes.ts'

/** Longer than any step of a command that was killed. */
const laterMs = 200_000

/** A machine in a cluster; `cutAfter`: the command is killed after so many of its requests and calls of the provider. */
async function tell(from: bigint, to: bigint, cutAfter: number) {
  using world = fourCores()
  const machine = new Machine()
  await resizeNodeA(world, { size: cpu(`${from}m`) })
  machine.size = { ...machine.size, cpu: from }
  await autoscale(world, machine, { cpu: from })
  machine.calls.length = 0
  const begun = world.sent.length
  let calls = 0
  const isCut = () => world.sent.length - begun + calls > cutAfter
  world.mishap = () => (isCut() ? { kind: 'refuse' } : undefined)
  // The command ends while the hook runs on, or before it has begun.
  const provider = {
    resize: async (call: Parameters<Machine['resize']>[0]) => {
      calls++
      const end = await machine.resize(call)
      expect(cpuOfNode(world)).toBeLessThanOrEqual(machine.size.cpu)
      return end
    },
  }
  await autoscale(world, provider, { cpu: to })
  const wasCut = isCut()
  const left = { size: cpuOfNode(world), machine: machine.size.cpu, step: noteOf(world)?.attempt?.step }
  world.mishap = () => undefined
  world.sandbox.advance(laterMs)
  const callsBefore = machine.calls.length
  const again = await autoscale(world, machine, { cpu: to })
  world.sandbox.advance(1_000)
  const end = { size: cpuOfNode(world), machine: machine.size.cpu, attempt: noteOf(world)?.attempt }
  const third = await autoscale(world, machine, { cpu: to })
  return { wasCut, left, again, end, third, callsAgain: machine.calls.length - callsBefore }
}

test.each([
  ['smaller', 3000n, 2000n],
  ['larger', 2000n, 3000n],
])(
  'killed after any request, the next command goes on; the node never has more than its machine: %s',
  async (_, from, to) => {
    const steps = new Set<string | undefined>()
    for (let cutAfter = 0; ; cutAfter++) {
      const { wasCut, left, again, end, third, callsAgain } = await tell(from, to, cutAfter)
      expect(left.size).toBeLessThanOrEqual(left.machine)
      expect({ again, end, third, cutAfter }).toMatchObject({
        ...{ again: { outcome: expect.stringMatching(/^(un)?(changed|resized)$/) }, cutAfter },
        ...{ end: { size: to, machine: to, attempt: undefined }, third: { outcome: 'unchanged' } },
      })
      expect(callsAgain).toBeLessThanOrEqual(1)
      steps.add(left.step)
      if (!wasCut) {
        expect(callsAgain).toBe(0)
        break
      }
    }
    expect(steps).toEqual(new Set([undefined, 'balloon', 'provider']))
  },
  60_000,
)

test('a command waits for another one that may be at work, and then finds nothing to do', async () => {
  using world = fourCores()
  const machine = new Machine()
  machine.ends.push(async () => {
    await world.clock.sleep(10_000, new AbortController().signal)
    return { kind: 'done' }
  })
  const first = autoscale(world, machine, { cpu: 2000n })
  await world.clock.sleep(1_000, new AbortController().signal)
  const second = autoscale(world, machine, { cpu: 2000n })
  expect(await Promise.all([first, second])).toMatchObject([{ outcome: 'resized' }, { outcome: 'unchanged' }])
  expect(machine.calls).toHaveLength(1)
})

test('and gives up when that takes too long', async () => {
  using world = fourCores()
  const machine = new Machine()
  machine.ends.push(async () => {
    await world.clock.sleep(50_000, new AbortController().signal)
    return { kind: 'done' }
  })
  const first = autoscale(world, machine, { cpu: 2000n })
  await world.clock.sleep(1_000, new AbortController().signal)
  const second = await autoscale(world, machine, { cpu: 3000n, providerTimeoutMs: 1_000 })
  expect(second).toMatchObject({ failed: 'conflict', fact: { reason: 'AttemptUnderWay' } })
  expect(await first).toMatchObject({ outcome: 'resized' })
})

test('what is unknown of a machine stays unknown when the next command fails before its hook', async () => {
  using world = fourCores()
  const machine = new Machine()
  machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 })
  await autoscale(world, machine, { cpu: 2000n })
  world.sandbox.latePod('node-a')
  expect(await autoscale(world, machine, { cpu: 1500n })).toMatchObject({ failed: 'reverted' })
  expect([machine.calls.length, noteOf(world)?.attempt?.step]).toEqual([2, 'provider'])
})
