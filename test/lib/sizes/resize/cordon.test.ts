import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Call } from '../../../../src/lib/cluster/http/transport.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { isLeftBehind, parseMark } from '../../../../src/lib/sizes/model/cordon.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { forbidden } from '../../cluster/clusters.ts'
import { askedOf, bindPod, resizeByHand } from './balloons.ts'
import { type CordonSeen, cordonAs, cordonByHand, cordonOf, cordonsOf, free, theirs } from './cordons.ts'
import { failing, fourCores, onResizes, setCpu, theirs as theirSize } from './four-cores.ts'

let world: InProcess
beforeEach(() => {
  world = fourCores()
})
afterEach(() => world[Symbol.dispose]())

const isOfNode = ({ method, path }: Call): boolean => method === 'PATCH' && path === '/api/v1/nodes/node-a'
/** What goes wrong with the writes of the Node, the first one first. */
function onNodeWrites(...mishaps: readonly (Mishap | undefined)[]): void {
  let count = 0
  world.mishap = (call) => (isOfNode(call) ? mishaps[count++] : undefined)
}
const afterMs = (ms: number, run: () => void) => void world.clock.after(ms, run)
const interrupted = new Failure('interrupted', { reason: 'Interrupted' })

/** Within the pause after the cordon. */
const inPause = 100
/** While the kubelet is waited for. */
const inWait = 1_000

type Stop = () => void
/** By what happens: how it is arranged, and how the command ends. */
const waysOut: Readonly<Record<string, readonly [arrange: (stop: Stop) => void, code: string]>> = {
  'the kubelet grants it': [() => undefined, 'resized'],
  'a pod was bound before the cordon worked': [
    () => afterMs(inPause + 50, () => bindPod(world, { name: 'late', cpu: '2', memory: '1Gi' })),
    'refused',
  ],
  'the kubelet defers it': [() => world.sandbox.latePod('node-a'), 'reverted'],
  'the kubelet stays silent': [() => world.sandbox.stopKubelet('node-a'), 'timeout'],
  'Ctrl-C before it is sent': [(stop) => afterMs(inPause + 50, stop), 'interrupted'],
  'Ctrl-C while the kubelet is waited for': [
    (stop) => {
      world.sandbox.stopKubelet('node-a')
      afterMs(inWait, stop)
    },
    'interrupted',
  ],
  'its answer is lost': [() => onResizes(world, () => ({ kind: 'lose-answer' })), 'unreachable'],
  'another client is faster': [() => onResizes(world, () => resizeByHand(world, theirSize) as undefined), 'conflict'],
  'the watch is forbidden': [
    () => {
      world.mishap = ({ query }) =>
        query?.['watch'] === 'true' && query['fieldSelector'] !== undefined ? forbidden('no watch') : undefined
    },
    'refused',
  ],
  'the answer to the cordon is lost': [() => onNodeWrites({ kind: 'lose-answer' }), 'unreachable'],
  'the answer to the uncordon is lost': [() => onNodeWrites(undefined, { kind: 'lose-answer' }), 'resized'],
  'the uncordon does not arrive at first': [() => onNodeWrites(undefined, { kind: 'refuse' }), 'resized'],
  'the Node changes beneath the cordon': [
    () => onNodeWrites({ kind: 'answer', status: 409 }, undefined, { kind: 'answer', status: 409 }),
    'resized',
  ],
}

/** By who has cordoned the node: how, and what the node is afterwards; undefined: what it was before. */
const cordons: Readonly<Record<string, readonly [arrange: () => void, after: CordonSeen | undefined]>> = {
  nobody: [() => undefined, free],
  'a person, before': [() => cordonByHand(world), theirs],
  'a person, who has undone ours meanwhile': [
    () =>
      afterMs(inPause, () => {
        cordonByHand(world, false)
        cordonByHand(world)
      }),
    theirs,
  ],
  'a person, who has undone ours and wants it so': [() => afterMs(inPause, () => cordonByHand(world, false)), free],
  'a command that runs': [() => void cordonAs(world, 'joe', { agoMs: 1_000 }), undefined],
  'a command that was killed': [() => void cordonAs(world, 'joe', { agoMs: 3_600_000 }), free],
}

describe.each(Object.entries(waysOut))('when %s', (_, [arrange, code]) => {
  test.each(Object.entries(cordons))('the node is left as it was cordoned by %s', async (_who, [cordon, after]) => {
    cordon()
    const before = cordonOf(world)
    await endOf(arrange)
    // Time for what a command might have left behind.
    await world.clock.sleep(inWait, new AbortController().signal)
    expect(cordonOf(world)).toEqual(after ?? before)
  })
  test(`the command ends with ${code}`, async () => {
    expect(await endOf(arrange)).toBe(code)
  })
})

async function endOf(arrange: (stop: Stop) => void): Promise<string> {
  const controller = new AbortController()
  arrange(() => controller.abort(interrupted))
  return setCpu(world, '2', { signal: controller.signal }).then(
    ({ outcome }) => outcome,
    (error: Failure) => error.code,
  )
}

test('a cordon that does not arrive ends the command before it resizes', async () => {
  const asked = askedOf(world)
  onNodeWrites({ kind: 'drop' })
  await expect(setCpu(world, '2')).rejects.toMatchObject({ code: 'unreachable' })
  expect([asked, cordonOf(world)]).toEqual([[], free])
})

test('a node that is deleted beneath the cordon is not found', async () => {
  afterMs(inPause, () => world.asAdmin({ method: 'DELETE', path: '/api/v1/nodes/node-a' }))
  await expect(setCpu(world, '2')).rejects.toEqual(failing('invalid', { reason: 'NodeNotFound' }))
})

test('the node is cordoned, with who and when, from before the resize until the kubelet has answered', async () => {
  const seen = cordonsOf(world)
  const atResize: CordonSeen[] = []
  onResizes(world, () => void atResize.push(cordonOf(world)) as undefined)
  await setCpu(world, '2')
  expect(seen).toEqual([{ cordoned: true, mark: expect.any(String) }, free])
  expect(atResize).toEqual([seen[0]])
  const mark = parseMark(seen[0]?.mark ?? '')
  expect(mark).toMatchObject({ by: 'kubernetes-admin' })
  expect(isLeftBehind(mark!, world.clock.now())).toBe(false)
})

test('a pod that is bound in the last moment is seen before the resize is sent', async () => {
  const asked = askedOf(world)
  afterMs(inPause, () => bindPod(world, { name: 'late', cpu: '2', memory: '1Gi' }))
  await expect(setCpu(world, '2')).rejects.toEqual(failing('refused', { reason: 'NoRoom' }))
  expect(asked).toEqual([])
})

describe('a node is not cordoned', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['when it becomes larger', () => setCpu(world, 'max')],
    ['in a dry run', () => setCpu(world, '2', { dryRun: 'server' })],
    ['when nothing changes', () => setCpu(world, '3999m')],
    ['when its pods are in the way', () => setCpu(world, '500m').catch(() => undefined)],
    ['when this is not wanted', () => setCpu(world, '2', { noCordon: true })],
  ])('%s', async (_, run) => {
    const seen = cordonsOf(world)
    await run()
    expect(seen).toEqual([])
  })
})

test('without the right to cordon it, the node is resized all the same, with a note', async () => {
  world.mishap = (call) => (isOfNode(call) ? forbidden('jane may not patch nodes') : undefined)
  const { outcome, notes } = await setCpu(world, '2')
  const because = expect.objectContaining({ reason: 'AccessDenied' })
  expect({ outcome, notes }).toEqual({
    outcome: 'resized',
    notes: [expect.objectContaining({ reason: 'NotCordoned', because })],
  })
  // Nothing was done that had to be undone.
  const ofNode = world.sent.filter(({ path }) => path === '/api/v1/nodes/node-a')
  expect(ofNode.map(({ method }) => method)).toEqual(['GET', 'PATCH'])
})

describe('a cordon that cannot be undone', () => {
  const refusal = forbidden('nobody may patch nodes now')
  const left = (more: object) => expect.objectContaining({ reason: 'CordonLeft', ...more })

  test('is a failure, though the node has its size', async () => {
    onNodeWrites(undefined, refusal)
    await expect(setCpu(world, '2')).rejects.toMatchObject({ code: 'refused', fact: left({ after: undefined }) })
    expect(cordonOf(world)).toMatchObject({ cordoned: true })
  })
  test('does not hide why the resize failed', async () => {
    world.sandbox.latePod('node-a')
    onNodeWrites(undefined, refusal)
    const after = expect.objectContaining({ reason: 'ResizeReverted' })
    await expect(setCpu(world, '2')).rejects.toMatchObject({ code: 'reverted', fact: left({ after }) })
  })
})
