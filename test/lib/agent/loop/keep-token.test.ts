import { expect, test } from '@jest/globals'
import { tokenSeconds } from '../../../../src/lib/agent/identity/token-times.ts'
import { keepToken } from '../../../../src/lib/agent/loop/keep-token.ts'
import type { Enrollment, TokenRequest } from '../../../../src/lib/agent/ports/enrollment.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import type { Clock } from '../../../../src/lib/ports/clock.ts'
import { tokenWith } from '../../../support/token.ts'

const hour = 3_600_000

interface Story {
  readonly token: string | undefined
  /** How many pauses until the end. */
  readonly pauses: number
  readonly issue?: (now: number) => string
  readonly isNodeThere?: boolean
}

const monthFrom = (now: number): string => tokenWith({ iat: now / 1000, exp: now / 1000 + tokenSeconds })

async function tell({ token, pauses, issue = monthFrom, isNodeThere = true }: Story) {
  const end = new AbortController()
  const slept: number[] = []
  const requests: TokenRequest[] = []
  const reports: (string | undefined)[] = []
  const written: string[] = []
  let now = 0
  const clock: Clock = {
    ...systemClock,
    now: () => now,
    sleep: async (ms, signal) => {
      slept.push(ms)
      now += ms
      if (slept.length > pauses) end.abort(new Error('over'))
      signal.throwIfAborted()
    },
  }
  const enrollment: Enrollment = {
    machineOf: async () => (isNodeThere ? { uid: 'u-1', machineId: '', bootId: '' } : undefined),
    requestToken: async (request) => {
      requests.push(request)
      return { token: issue(now), expiresAt: 0 }
    },
  }
  let content = token
  const file = {
    read: async () => content,
    write: async (next: string) => {
      written.push(next)
      content = next
    },
  }
  const kept = {
    ...{ node: 'node-a', namespace: 'kube-system', serviceAccount: 'kubeletcfg-agent-node-a' },
    ...{ enrollment, file, clock, random: () => 0 },
    report: (fact: { reason: string } | undefined) => void reports.push(fact?.reason),
  }
  const outcome = await keepToken(kept, end.signal).then(
    () => 'ended',
    (error: Error) => error.message,
  )
  return { slept, requests, reports, written, outcome }
}

test('a token is renewed each day, bound to its Node', async () => {
  const { slept, requests, reports, written, outcome } = await tell({ token: monthFrom(0), pauses: 2 })
  expect(slept).toEqual([24 * hour, 24 * hour, 24 * hour])
  expect(requests).toEqual(
    Array(2).fill({
      namespace: 'kube-system',
      serviceAccount: 'kubeletcfg-agent-node-a',
      node: { name: 'node-a', uid: 'u-1' },
      seconds: tokenSeconds,
    }),
  )
  expect(written).toHaveLength(2)
  expect(reports).toEqual([undefined, undefined])
  expect(outcome).toBe('over')
})

test('after a failure, pauses grow, and the old token stays', async () => {
  const issue = (): never => {
    throw new Failure('unreachable', { reason: 'Down' })
  }
  const { slept, reports, written } = await tell({ token: monthFrom(0), pauses: 20, issue })
  const pauses = slept.filter((_, index) => index % 2 === 1)
  expect(pauses.slice(0, 3)).toEqual([30_000, 60_000, 120_000])
  expect(Math.max(...pauses)).toBe(hour)
  expect(new Set(reports)).toEqual(new Set(['Down']))
  expect(written).toEqual([])
})

test('a Node that is gone is reported', async () => {
  const { reports } = await tell({ token: monthFrom(0), pauses: 1, isNodeThere: false })
  expect(reports).toEqual(['NodeNotRegistered'])
})

test.each([undefined, 'opaque'])('credentials that do not end are not ours: %p', async (token) => {
  expect(await tell({ token, pauses: 0 })).toMatchObject({ outcome: 'ended', requests: [], slept: [] })
})

test('an error of the program is not a failure of the renewal', async () => {
  const issue = (): never => {
    throw new TypeError('a bug')
  }
  expect((await tell({ token: monthFrom(0), pauses: 1, issue })).outcome).toBe('a bug')
})
