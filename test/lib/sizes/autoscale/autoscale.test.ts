import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden } from '../../cluster/clusters.ts'
import { isResize } from '../resize/balloons.ts'
import { fourCores } from '../resize/four-cores.ts'
import { keptSize } from '../resize/kept-sizes.ts'
import { autoscale, cpuOfNode, fill, Machine, noteAs, noteOf } from './machines.ts'

let world: InProcess
let machine: Machine

beforeEach(() => {
  world = fourCores()
  machine = new Machine()
})
afterEach(() => world[Symbol.dispose]())

const to = (cpu: bigint) => autoscale(world, machine, { cpu })

describe('a smaller machine', () => {
  test('loses what the balloon has taken before', async () => {
    let sizeThen: bigint | undefined
    machine.ends.push(() => {
      sizeThen = cpuOfNode(world)
      return { kind: 'done' }
    })
    expect(await to(2000n)).toEqual({ outcome: 'resized', cpu: '3999 → 2000', steps: ['take', 'provider'] })
    expect([sizeThen, machine.asked]).toEqual([2000n, ['resize shrink 4 2']])
    expect([noteOf(world)?.cpu, noteOf(world)?.attempt, keptSize(world)]).toEqual([
      '2',
      undefined,
      { cpu: '2', hold: 'size', by: 'kubernetes-admin' },
    ])
  })
  test('is not asked for when pods are in the way', async () => {
    fill(world, '2')
    expect(await to(2000n)).toMatchObject({ failed: 'refused', fact: { reason: 'NoRoom' } })
    expect([machine.calls, noteOf(world)]).toEqual([[], undefined])
  })
  test('nor when a pod was faster', async () => {
    let resizes = 0
    world.mishap = (call) => {
      if (isResize(call) && resizes++ === 0) fill(world, '2500m')
      return undefined
    }
    expect(await to(2000n)).toMatchObject({ failed: 'reverted' })
    expect([machine.calls, noteOf(world), keptSize(world)]).toEqual([[], undefined, undefined])
  })
})

describe('a larger machine', () => {
  beforeEach(async () => {
    await to(2000n)
    machine.calls.length = 0
  })
  test('is there before the balloon gives the room', async () => {
    let sizeThen: bigint | undefined
    machine.ends.push(() => {
      sizeThen = cpuOfNode(world)
      return { kind: 'done' }
    })
    expect(await to(3000n)).toEqual({ outcome: 'resized', cpu: '2000 → 3000', steps: ['provider', 'give'] })
    expect([sizeThen, machine.asked]).toEqual([2000n, ['resize grow 2 3']])
  })
  test('that is refused leaves node and machine', async () => {
    machine.ends.push({ kind: 'refused' })
    expect(await to(3000n)).toMatchObject({ failed: 'refused', fact: { reason: 'ProviderRefused' } })
    expect([cpuOfNode(world), noteOf(world)]).toEqual([2000n, expect.objectContaining({ cpu: '2' })])
  })
  test('of all that the kubelet reports leaves the balloon its floor', async () => {
    expect(await to(4000n)).toMatchObject({ outcome: 'resized', cpu: '2000 → 3999' })
    expect([machine.asked, noteOf(world)?.cpu]).toEqual([['resize grow 2 4'], '4'])
    expect(await to(4000n)).toMatchObject({ outcome: 'unchanged', steps: [] })
    expect(machine.calls).toHaveLength(1)
  })
  test('of more is refused before the provider is asked', async () => {
    expect(await to(5000n)).toMatchObject({ failed: 'invalid', fact: { reason: 'SizeOutOfRange' } })
    expect(machine.calls).toEqual([])
  })
})

describe('a kubelet that reports more', () => {
  const wider = (ms?: number) =>
    autoscale(world, machine, { cpu: 6000n, movesAllocatable: true, ...(ms && { timeoutMs: ms }) })
  const plug = (cpu: string): void => {
    const status = { allocatable: { cpu, memory: '16Gi', pods: '110' } }
    const contentType = 'application/merge-patch+json'
    world.asAdmin({ method: 'PATCH', path: '/api/v1/nodes/node-a/status', contentType, body: { status } })
  }
  test('is waited for, and what is more than the size goes to the balloon', async () => {
    machine.ends.push(() => {
      world.clock.after(2_000, () => plug('8'))
      return { kind: 'done' }
    })
    expect(await wider()).toEqual({ outcome: 'resized', cpu: '3999 → 6000', steps: ['provider', 'wait', 'give'] })
    expect(machine.asked).toEqual(['resize grow 4 6'])
  })
  test('too late is a timeout, and the next command does not ask the provider again', async () => {
    expect(await wider(1_000)).toMatchObject({ failed: 'timeout', fact: { reason: 'AllocatableNotMoved' } })
    plug('7')
    expect(await wider()).toEqual({ outcome: 'resized', cpu: '6999 → 6000', steps: ['take'] })
    expect(machine.asked).toEqual(['resize grow 4 6'])
  })
  test('is not for machines that become smaller', async () => {
    expect(await autoscale(world, machine, { cpu: 2000n, movesAllocatable: true })).toMatchObject({
      failed: 'refused',
      fact: { reason: 'ShrinkMovesAllocatable' },
    })
    expect(machine.calls).toEqual([])
  })
})

test.each(['{}', 'no JSON', '{"cpu":"4","memory":"8Gi","attempt":{"step":"provider"}}'])(
  'a note that is none is left as it is: %s',
  async (text) => {
    noteAs(world, text)
    expect(await to(2000n)).toMatchObject({ failed: 'invalid', fact: { reason: 'MachineNoteBroken', text } })
    expect(machine.calls).toEqual([])
  },
)

test('without the right to note the attempt, nothing is done', async () => {
  world.mishap = ({ method, path }) =>
    method === 'PATCH' && path.includes('/configmaps/') ? forbidden('no') : undefined
  expect(await to(2000n)).toMatchObject({ failed: 'refused', fact: { reason: 'MachineNoteNotWritten' } })
  expect([machine.calls, cpuOfNode(world)]).toEqual([[], 3999n])
})

describe('a provider that fails', () => {
  test.each([
    ['failed', { kind: 'failed', exit: 1 }],
    ['killed', { kind: 'killed', signal: 'SIGSEGV' }],
  ] as const)('%s: it is asked to undo it, and the node gets its size back', async (_, end) => {
    machine.ends.push(end)
    expect(await to(2000n)).toMatchObject({ failed: 'reverted', fact: { reason: 'ProviderFailed', end } })
    expect(machine.asked).toEqual(['resize shrink 4 2', 'rollback grow 2 4'])
    expect([cpuOfNode(world), noteOf(world), keptSize(world)]).toEqual([3999n, undefined, undefined])
  })
  test('that refuses is not asked again', async () => {
    machine.ends.push({ kind: 'refused' })
    expect(await to(2000n)).toMatchObject({ failed: 'refused', fact: { reason: 'ProviderRefused' } })
    world.sandbox.advance(1_000)
    expect([machine.calls.length, cpuOfNode(world), noteOf(world)]).toEqual([1, 3999n, undefined])
  })
  test('and fails to undo it leaves the node small, and the next command goes on', async () => {
    machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 })
    expect(await to(2000n)).toMatchObject({ failed: 'timeout', fact: { reason: 'MachineUnknown' } })
    expect([cpuOfNode(world), noteOf(world)?.attempt?.step]).toEqual([2000n, 'provider'])
    expect(await to(2000n)).toMatchObject({ outcome: 'resized', steps: ['provider'] })
    expect([machine.asked.at(-1), noteOf(world)?.attempt]).toEqual(['resize shrink 4 2', undefined])
  })
  test('on the way back is not asked to undo it, and nobody says that it did not', async () => {
    machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 }, { kind: 'failed', exit: 3 })
    await to(2000n)
    const { fact } = await to(4000n)
    expect(fact).toMatchObject({ reason: 'MachineUnknown', end: { kind: 'failed', exit: 3 }, rollback: undefined })
    expect(machine.asked).toEqual(['resize shrink 4 2', 'rollback grow 2 4', 'resize grow 2 4'])
    expect(messageOf(fact!)).not.toMatch(/did not undo/)
    expect([cpuOfNode(world), noteOf(world)?.attempt?.step]).toEqual([2000n, 'provider'])
  })
  test('the next command can go back as well', async () => {
    machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 })
    await to(2000n)
    expect(await to(4000n)).toMatchObject({ outcome: 'resized', cpu: '2000 → 3999', steps: ['provider', 'give'] })
    expect([machine.asked.at(-1), noteOf(world)]).toEqual([
      'resize grow 2 4',
      { cpu: '4', memory: '16Gi', uid: expect.anything() },
    ])
  })
  test('a deadline ends the call', async () => {
    machine.ends.push(async () => {
      expect(machine.calls[0]!.deadline - world.clock.now()).toBe(60_000)
      await world.clock.sleep(60_000, new AbortController().signal)
      return { kind: 'killed', signal: 'SIGTERM' }
    })
    expect(await to(2000n)).toMatchObject({ fact: { reason: 'ProviderFailed', end: { kind: 'timed-out' } } })
  })
  test('Ctrl-C ends the call; the rollback is still made', async () => {
    const ctrlC = new AbortController()
    machine.ends.push(() => {
      ctrlC.abort()
      return { kind: 'killed', signal: 'SIGTERM' }
    })
    expect(await autoscale(world, machine, { cpu: 2000n, signal: ctrlC.signal })).toMatchObject({
      failed: 'interrupted',
      fact: { reason: 'ProviderFailed', end: { kind: 'interrupted' } },
    })
    expect([cpuOfNode(world), machine.size.cpu]).toEqual([3999n, 4000n])
  })
})
