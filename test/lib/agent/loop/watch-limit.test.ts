import { expect, test } from '@jest/globals'
import { watchLimit } from '../../../../src/lib/agent/loop/run-agent.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const unreachable = new Failure('unreachable', { reason: 'ServerError' } as never)
const [hour, tenMinutes] = [4_500_000, 750_000]

/** What is reported for these answers, and how long is slept between them. */
async function reportedFor(answers: readonly (boolean | undefined | Failure)[]) {
  const over = new AbortController()
  const [left, reported, slept]: [unknown[], boolean[], number[]] = [[...answers], [], []]
  const dependencies = {
    cluster: {
      node: {
        isLimited: async () => {
          const next = left.shift()
          if (next instanceof Failure) throw next
          return next
        },
      },
    },
    clock: {
      sleep: async (ms: number) => {
        slept.push(ms)
        if (left.length === 0) over.abort(new Error('over'))
        over.signal.throwIfAborted()
      },
    },
    random: () => 1,
  } as unknown as Parameters<typeof watchLimit>[0]
  await watchLimit(dependencies, (isLimited) => reported.push(isLimited), over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  return { reported, slept }
}

test.each([
  ['that is in force is tried each hour', [true, true], { reported: [true, true], slept: [hour, hour] }],
  ['that was bound a moment ago has some seconds', [false, true], { reported: [true], slept: [5_000, hour] }],
  [
    'that is missing is reported, and tried more often until it is there',
    [false, false, false, true],
    { reported: [false, false, true], slept: [5_000, tenMinutes, tenMinutes, hour] },
  ],
  [
    'that goes is reported after a second look',
    [true, false, false],
    { reported: [true, false], slept: [hour, 5_000, tenMinutes] },
  ],
  [
    'of an unreachable cluster, or of no Node, is not known',
    [unreachable, undefined],
    { reported: [], slept: [500, 1_000] },
  ],
] as const)('a policy %s', async (_, answers, expected) => {
  expect(await reportedFor(answers)).toEqual(expected)
})
