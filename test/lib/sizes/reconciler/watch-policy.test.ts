import { expect, test } from '@jest/globals'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { watchReconcilerPolicy } from '../../../../src/lib/sizes/reconciler/run-reconciler.ts'
import type { ReconcilerDependencies } from '../../../../src/lib/sizes/reconciler/size-reconciler.ts'

type Answer = 'done' | Failure

const byPolicy = new Failure('refused', {
  ...{ reason: 'DeniedByPolicy' as const, subject: undefined },
  serverMessage:
    "nodes \"node-a\" is forbidden: ValidatingAdmissionPolicy 'nodesize-reconciler' with binding 'nodesize-reconciler' denied request: no",
} as never)
const byAnother = new Failure('refused', {
  reason: 'DeniedByPolicy',
  serverMessage: "ValidatingAdmissionPolicy 'x'",
} as never)
const unreachable = new Failure('unreachable', { reason: 'ServerError' } as never)

/** What is reported for these answers, and how long is slept between them. */
async function reportedFor(
  answers: readonly Answer[],
  user = 'system:serviceaccount:nodesize-system:nodesize-reconciler',
) {
  const over = new AbortController()
  const [left, reported, slept]: [Answer[], boolean[], number[]] = [[...answers], [], []]
  const writes: unknown[] = []
  const dependencies = {
    cluster: {
      access: { whoAmI: async () => user },
      collections: { nodes: { store: new Map([['node-a', {}]]) } },
      nodes: {
        annotate: async (...write: unknown[]) => {
          writes.push(write.slice(0, 3))
          const next = left.shift()!
          if (next === 'done') return {}
          throw next
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
    observer: { limited: (isLimited: boolean) => reported.push(isLimited) },
  } as unknown as ReconcilerDependencies
  await watchReconcilerPolicy(dependencies, over.signal).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  return { reported, slept, writes }
}

test('a write that the policy denies is tried as a dry run, and is all that is tried', async () => {
  expect(await reportedFor([byPolicy])).toEqual({
    reported: [true],
    slept: [600_000],
    writes: [['node-a', { 'nodesize.kubeletcfg.dev/forbidden': 'true' }, 'server']],
  })
})

test('a policy that was bound a moment ago has some seconds', async () => {
  expect(await reportedFor(['done', byPolicy])).toMatchObject({ reported: [true], slept: [5_000, 600_000] })
})

test('one that is missing is reported, looked for each minute, and reported when it is there', async () => {
  expect(await reportedFor(['done', 'done', 'done', byPolicy])).toMatchObject({
    reported: [false, false, true],
    slept: [5_000, 60_000, 60_000, 600_000],
  })
})

test('what others deny, and silence, say nothing', async () => {
  expect((await reportedFor([byAnother, unreachable])).reported).toEqual([])
})

test('a person is limited by no policy of ours', async () => {
  expect(await reportedFor([], 'jane')).toEqual({ reported: [], slept: [], writes: [] })
})
