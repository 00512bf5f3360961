import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { balloon } from '../../../../src/lib/names.ts'
import { diagnoseSizing } from '../../../../src/lib/sizes/doctor/doctor.ts'
import { planFileResizes } from '../../../../src/lib/sizes/file/apply-sizes.ts'
import { planUninstall } from '../../../../src/lib/sizes/install/uninstall.ts'
import { listSizes } from '../../../../src/lib/sizes/list/list-sizes.ts'
import { listedSizesView } from '../../../../src/lib/sizes/list/listed-sizes-view.ts'
import type { SizeRequest } from '../../../../src/lib/sizes/model/size.ts'
import { planSplit } from '../../../../src/lib/sizes/split/split.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { autoscale, cpuOfNode, Machine, noteAs, noteOf, noteText } from '../autoscale/machines.ts'
import { clusterWithBalloons, isResize } from '../resize/balloons.ts'
import { cpu, isDesiredSizeWrite, resizeNodeA } from '../resize/kept-sizes.ts'
import { fileOf } from '../resize/size-files.ts'

let world: InProcess
let machine: Machine
beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' })
  machine = new Machine()
})
afterEach(() => world[Symbol.dispose]())

const to = (size: bigint) => autoscale(world, machine, { cpu: size })
const full: SizeRequest = { cpu: { kind: 'max' }, memory: { kind: 'max' } }
const request = { timeoutMs: 5_000, dryRun: 'none' } as const

/** Each verb that makes nodes larger, and why node-a does not get this cpu; undefined: it does. */
const verbs: Readonly<Record<string, (size: string) => Promise<string | undefined>>> = {
  set: async (size) => reasonOf(await resizeNodeA(world, { size: cpu(size) })),
  'set, as a dry run': async (size) => reasonOf(await resizeNodeA(world, { size: cpu(size), dryRun: 'client' })),
  apply: async (size) => {
    const input = fileOf([{ node: 'node-a', cpu: size }])
    const { steps } = await planFileResizes(world, { ...request, prune: false, input }, limits)
    const plan = steps[0]?.found?.plan
    return plan?.verb === 'refuse' ? plan.fact.reason : undefined
  },
  split: async (size) => {
    const host = { cpu: 2n * BigInt(Number(size) * 1000), memory: 2n ** 34n }
    const parts = ['node-a', 'node-b'].map((node) => ({ node, weight: 1n }))
    const { refusal } = await planSplit(world, { ...request, parts, host }, limits)
    const fact = refusal?.fact as { problems?: readonly { reason: string }[] } | undefined
    return fact?.problems?.[0]?.reason
  },
}
const reasonOf = (came: object): string | undefined =>
  'fact' in came ? (came.fact as { reason: string }).reason : undefined

describe('a node is not made larger than its machine', () => {
  test.each(Object.keys(verbs))('by %s', async (verb) => {
    await to(2000n)
    expect(await verbs[verb]!('3')).toBe('SizeAboveMachine')
    expect(cpuOfNode(world)).toBe(2000n)
    expect(await verbs[verb]!('1.5')).toBeUndefined()
  })
  test('nor by reset, or by all of allocatable; as soon as the machine has it, it gets it', async () => {
    await to(2000n)
    for (const size of [full, cpu('100%'), cpu('+1')])
      expect(await resizeNodeA(world, { size })).toMatchObject({
        failed: 'refused',
        fact: { reason: 'SizeAboveMachine' },
      })
    await to(4000n)
    expect(await resizeNodeA(world, { size: full })).toMatchObject({ outcome: 'stored' })
  })
  test('of a resource that is not asked for, nothing is said', async () => {
    noteAs(world, noteText(world, { memory: '1Gi' }))
    expect(await resizeNodeA(world, { size: cpu('2') })).toMatchObject({ outcome: 'resized' })
  })
  test('while a provider is at work, it is the smaller of both sizes', async () => {
    let during: unknown
    machine.ends.push(async () => {
      during = await resizeNodeA(world, { size: cpu('3') })
      return { kind: 'done' }
    })
    await to(2000n)
    expect(during).toMatchObject({
      fact: { reason: 'SizeAboveMachine', problems: [{ target: 3000n, largest: 2000n }] },
    })
    expect(cpuOfNode(world)).toBe(2000n)
  })
  test('a machine that becomes smaller between plan and write is a conflict', async () => {
    let isNoted = false
    world.mishap = (call) => {
      if (isDesiredSizeWrite(call) && !isNoted) {
        isNoted = true
        noteAs(world, noteText(world, {}))
      }
      return undefined
    }
    expect(await resizeNodeA(world, { size: cpu('3') })).toMatchObject({
      failed: 'conflict',
      fact: { reason: 'DesiredSizeChanged' },
    })
    expect(world.sent.some(isResize)).toBe(false)
  })
})

describe('what a node writes about itself', () => {
  test('is not read: neither a size, nor an attempt that blocks others', async () => {
    const attempt = {
      id: 'x\n$(reboot)',
      by: 'me',
      at: '2026-11-21T00:00:00Z',
      until: '9999-12-31T00:00:00Z',
      step: 'provider',
    }
    const note = { cpu: '512', memory: '8Ti', attempt: { ...attempt, to: { cpu: '512', memory: '8Ti' }, before: {} } }
    const body = { metadata: { annotations: { [balloon.machineAnnotation]: JSON.stringify(note) } } }
    const contentType = 'application/merge-patch+json'
    world.asAdmin({ method: 'PATCH', path: '/api/v1/nodes/node-a', contentType, body })
    expect(await to(2000n)).toMatchObject({ outcome: 'resized' })
    expect(machine.calls).toMatchObject([
      { from: { cpu: 4000n }, to: { cpu: 2000n, memory: 2n ** 34n }, resumes: undefined },
    ])
    expect((await doctor()).map(({ reason }) => reason)).toContain('MachineAnnotationsIgnored')
  })
  test('a node that is registered again has a machine of its own', async () => {
    noteAs(world, JSON.stringify({ cpu: '1', memory: '1Gi', uid: 'of another Node' }))
    expect(await resizeNodeA(world, { size: cpu('3') })).toMatchObject({ outcome: 'resized' })
    expect(await to(2000n)).toMatchObject({ outcome: 'resized' })
    expect(noteOf(world)).toMatchObject({ cpu: '2' })
  })
  test('an attempt that ends in a year is none', async () => {
    const size = { cpu: '2', memory: '16Gi' }
    const id = '0b2d6f6e-3f5e-4b5e-9f5e-8f1f6b8c0a01'
    const times = { at: '2026-11-21T00:00:00Z', until: '2027-11-21T00:00:00Z' }
    noteAs(world, noteText(world, { attempt: { id, by: '', ...times, step: 'balloon', to: size, before: size } }))
    expect(await to(2000n)).toMatchObject({ failed: 'invalid', fact: { reason: 'MachineNoteBroken' } })
  })
})

test('a step may last a day at most', async () => {
  expect(await autoscale(world, machine, { cpu: 2000n, providerTimeoutMs: 2 * 86_400_000 })).toMatchObject({
    ...{ failed: 'usage', fact: { reason: 'AttemptTooLong' } },
  })
})

async function doctor() {
  const { care } = await diagnoseSizing(world, [], limits)
  return care
}

describe('what is noted is shown', () => {
  const cell = async () => {
    const { sizes } = await listSizes(world.cluster, { by: 'name', names: ['node-a'] }, { desiredSizes: true }, limits)
    const column = listedSizesView.wide.find(({ header }) => header === 'MACHINE')
    return [column?.value(sizes[0]!), column?.tone?.(sizes[0]!), listedSizesView.data(sizes[0]!)['machine']]
  }
  test('by get -o wide', async () => {
    expect(await cell()).toEqual(['-', undefined, null])
    await to(2000n)
    expect(await cell()).toEqual(['2/16Gi', undefined, { size: { cpu: '2', memory: '16Gi' }, attempt: null }])
    noteAs(world, noteText(world, { cpu: '1' }))
    expect(await cell()).toMatchObject(['1/16Gi', 'bad', { size: { cpu: '1' } }])
    noteAs(world, 'nonsense')
    expect(await cell()).toEqual(['broken', 'bad', { size: null, attempt: null }])
  })
  test('by doctor and uninstall', async () => {
    machine.ends.push({ kind: 'failed', exit: 1 }, { kind: 'failed', exit: 2 })
    await to(2000n)
    const about = async () => (await doctor()).filter(({ reason }) => reason.includes('Machine'))
    expect(await about()).toEqual([{ reason: 'MachineAttemptsLeft', nodes: ['node-a'] }])
    noteAs(world, noteText(world, { cpu: '1' }))
    expect(await about()).toEqual([{ reason: 'NodesAboveMachine', nodes: ['node-a'] }])
    noteAs(world, 'nonsense')
    expect(await about()).toEqual([{ reason: 'MachineNotesBroken', nodes: ['node-a'] }])
    expect((await planUninstall(world.cluster, limits)).warnings).toContainEqual({
      reason: 'MachinesForgotten',
      nodes: ['node-a'],
    })
  })
})
