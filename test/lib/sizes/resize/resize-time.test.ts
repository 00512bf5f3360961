import { describe, expect, test } from '@jest/globals'
import type { Clock } from '../../../../src/lib/ports/clock.ts'
import { fullSize } from '../../../../src/lib/sizes/model/size.ts'
import { applyResizes } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { ResizeTime } from '../../../../src/lib/sizes/resize/execution.ts'
import { planResizes } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess, Mishap } from '../../../support/in-process.ts'
import { Dice } from '../../../support/schedules/dice.ts'
import { bindPod, giveBalloon, isResize, resizeByHand } from './balloons.ts'
import { fourCores, shrunk } from './four-cores.ts'
import { cpu, heldCpu, usual } from './kept-sizes.ts'

/** What docs/nodesize.md promises for undoing. */
const undoMs = 25_000
/** Of each request of the simulated cluster, and for what is under way. */
const slackMs = 250

/** `begin` comes after the plan, `before` before it. */
type Scene = readonly [
  name: string,
  size: string,
  begin: (world: InProcess) => unknown,
  before?: (world: InProcess) => void,
]

const scenes: readonly Scene[] = [
  ['is granted', '2', () => undefined],
  [
    'is deferred because a pod was faster',
    '2',
    (world) => {
      const { mishap } = world
      let isBound = false
      world.mishap = (call, index) => {
        if (isResize(call) && !isBound) bindPod(world, { name: 'fast', cpu: '2', memory: '1Gi' })
        isBound ||= isResize(call)
        return mishap(call, index)
      }
    },
  ],
  ['is not answered by its kubelet', '2', (world) => world.sandbox.stopKubelet('node-a')],
  [
    'was requested before',
    '2',
    () => undefined,
    (world) => {
      world.sandbox.stopKubelet('node-a')
      resizeByHand(world, shrunk)
    },
  ],
  ['was planned long before', '2', (world) => world.clock.sleep(6_000, new AbortController().signal)],
  ['makes the node larger', 'max', (world) => giveBalloon(world, shrunk)],
]

const faults: readonly (readonly [name: string, ...mishaps: readonly Mishap[]])[] = [
  ['nothing answers any more', { kind: 'silence' }],
  ['nobody listens any more', { kind: 'refuse' }],
  ['its answer is lost, and no other comes', { kind: 'lose-answer' }, { kind: 'silence' }],
  ['it is not sent, and nothing answers any more', { kind: 'drop' }, { kind: 'silence' }],
  ['it is late, and nothing answers any more', { kind: 'delay', ms: 20_000 }, { kind: 'silence' }],
  ['the server is not there any more', { kind: 'answer', status: 503 }],
  ['its answer is lost, and each other takes 1.9 s more', { kind: 'lose-answer' }, { kind: 'delay', ms: 1_900 }],
  ['it is not sent, and each other takes 1.9 s more', { kind: 'drop' }, { kind: 'delay', ms: 1_900 }],
  ['each takes 0.9 s more', { kind: 'delay', ms: 900 }],
  ['each takes 1.9 s more', { kind: 'delay', ms: 1_900 }],
  ['each takes 2.9 s more', { kind: 'delay', ms: 2_900 }],
  ['each takes 9 s more', { kind: 'delay', ms: 9_000 }],
]

const mishaps = faults.flatMap(([, ...kinds]) => kinds)

interface Course {
  readonly signal: AbortSignal
  /** What goes wrong with the n-th request after the plan. */
  readonly mishap: (nth: number) => Mishap | undefined
  /** Called when the plan is made. */
  readonly begins?: () => void
}

async function carryOut(
  world: InProcess,
  [, size, begin, before]: Scene,
  { signal, mishap, begins }: Course,
): Promise<void> {
  const limits = { signal }
  before?.(world)
  const plan = await planResizes(world, { ...usual, size: size === 'max' ? fullSize : cpu(size) }, limits)
  const planned = world.sent.length
  world.mishap = (_, index) => mishap(index - planned)
  await begin(world)
  begins?.()
  await applyResizes(world, plan, limits).catch((error: unknown) => {
    if (error !== signal.reason) throw error
  })
}

test('it goes on until its end, and what undoes it shares what is left', () => {
  let now = 0
  const time = new ResizeTime({ monotonic: () => now } as Clock, 5_000)
  const limits = time.forth({ signal: new AbortController().signal })
  const lefts = (at: number): unknown => {
    now = at
    return [time.leftMs, limits.leftMs?.()]
  }
  expect([0, 4_000, 6_000, 11_000].map(lefts)).toEqual([
    [5_000, 10_000],
    [1_000, 6_000],
    [0, 4_000],
    [0, 0],
  ])
  time.again()
  expect(lefts(12_000)).toEqual([4_000, 9_000])
  const backs = (at: number): unknown => {
    now = at
    return [time.back(15_000).timeoutMs, time.last().timeoutMs]
  }
  expect([18_000, 30_000, 37_000, 40_000, 41_000].map(backs)).toEqual([
    [15_000, 5_000],
    [5_500, 5_000],
    [0, 3_500],
    [0, 500],
    [0, 0],
  ])
})

/** How long it takes after the plan. */
async function lengthOf(world: InProcess, scene: Scene, mishap: Course['mishap']): Promise<number> {
  let begun = 0
  const begins = (): void => {
    begun = world.clock.monotonic()
  }
  await carryOut(world, scene, { signal: new AbortController().signal, mishap, begins })
  return world.clock.monotonic() - begun
}
const sceneOf = (name: string): Scene => scenes.find(([its]) => its === name)!

test('a resize that was requested before is waited for until --timeout, and storing the size is a part of it', async () => {
  using world = fourCores()
  const ms = await lengthOf(world, sceneOf('was requested before'), (nth) =>
    nth === 0 ? { kind: 'delay', ms: 3_000 } : undefined,
  )
  expect(ms).toBeGreaterThanOrEqual(usual.timeoutMs)
  expect(ms).toBeLessThan(usual.timeoutMs + slackMs)
})

test('a node whose plan is old is measured anew within --timeout and 5 s', async () => {
  using world = fourCores()
  const ms = await lengthOf(world, sceneOf('was planned long before'), () => ({ kind: 'silence' }))
  expect(ms).toBeGreaterThan(usual.timeoutMs)
  expect(ms).toBeLessThan(usual.timeoutMs + 5_000 + slackMs)
})

describe.each(scenes)('a resize that %s', (...scene) => {
  test.each(faults)('ends in time, from whatever request on %s', async (_, first, rest = first) => {
    const late: string[] = []
    for (let [last, isCut] = [0, true]; isCut; last++) {
      using world = fourCores()
      isCut = false
      let begun = 0
      await carryOut(world, scene, {
        signal: new AbortController().signal,
        begins: () => {
          begun = world.clock.monotonic()
        },
        mishap: (nth) => {
          isCut ||= nth === last
          return nth < last ? undefined : nth === last ? first : rest
        },
      })
      const ms = world.clock.monotonic() - begun
      if (ms > usual.timeoutMs + undoMs + slackMs) late.push(`${last}: ${ms} ms, ${heldCpu(world)}`)
    }
    expect(late).toEqual([])
  })

  test.each(faults)('ends in time after Ctrl-C, and from whatever request on %s', async (_, first, rest = first) => {
    const late: string[] = []
    for (let [last, interruptedAt] = [0, 0]; Number.isFinite(interruptedAt); last++) {
      using world = fourCores()
      interruptedAt = Number.POSITIVE_INFINITY
      const ending = new AbortController()
      await carryOut(world, scene, {
        signal: ending.signal,
        mishap: (nth) => {
          if (nth === last) {
            interruptedAt = world.clock.monotonic()
            world.clock.after(1, () => ending.abort(new Error('SIGINT')))
          }
          return nth < last ? undefined : nth === last ? first : rest
        },
      })
      const ms = world.clock.monotonic() - interruptedAt
      if (ms > undoMs + slackMs) late.push(`${last}: ${ms} ms, ${heldCpu(world)}`)
    }
    expect(late).toEqual([])
  })

  test('ends in time, whatever goes wrong with each request, and whenever Ctrl-C comes', async () => {
    const late: string[] = []
    for (let seed = 1; seed <= 60; seed++) {
      using world = fourCores()
      const dice = new Dice(seed)
      const ending = new AbortController()
      const interruptedMs = dice.pick([10, 300, 2_000, 6_000, 20_000, 40_000])
      let begun = 0
      await carryOut(world, scene, {
        signal: ending.signal,
        mishap: () => (dice.oneIn(2) ? dice.pick(mishaps) : undefined),
        begins: () => {
          begun = world.clock.monotonic()
          world.clock.after(interruptedMs, () => ending.abort(new Error('SIGINT')))
        },
      })
      const ms = world.clock.monotonic() - begun
      const endMs = Math.min(usual.timeoutMs, interruptedMs)
      if (ms > endMs + undoMs + slackMs) late.push(`${seed}: ${ms} ms instead of ${endMs + undoMs}, ${heldCpu(world)}`)
    }
    expect(late).toEqual([])
  })
})
