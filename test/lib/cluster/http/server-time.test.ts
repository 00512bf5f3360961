import { expect, test } from '@jest/globals'
import { ServerTime } from '../../../../src/lib/cluster/http/server-time.ts'
import { startApiServer } from '../../../support/api-server.ts'
import { patient, restTo } from './rest-to.ts'

const noon = Date.UTC(2026, 10, 27, 12)
const date = new Date(noon).toUTCString()

/** A clock of a machine that has been up for a day, at noon by its own account. */
function clockAt(own: number) {
  let [ms, monotonic] = [own, 86_400_000]
  const clock = {
    now: () => ms,
    monotonic: () => monotonic,
    sleep: () => Promise.reject(new Error('nobody waits')),
    after: () => () => undefined,
  }
  const pass = (by: number) => {
    ms += by
    monotonic += by
  }
  const set = (to: number) => {
    ms = to
  }
  return { time: new ServerTime(clock), pass, set }
}

test('before an answer with a Date, the own clock counts', () => {
  const { time, pass } = clockAt(noon + 5)
  for (const nothing of [undefined, '', 'yesterday']) time.hear(nothing)
  pass(10)
  expect(time.now()).toBe(noon + 15)
})

test.each<[what: string, aheadMs: number, toldMs: number]>([
  ['in the same second', 400, 400],
  ['ahead', 3_600_000, 999],
  ['ahead by two seconds', 2_000, 999],
  ['behind', -3_600_000, 0],
  ['behind by a moment', -1, 0],
])('a clock that is %s', (_what, aheadMs, toldMs) => {
  const { time } = clockAt(noon + aheadMs)
  time.hear(date)
  expect(time.now() - noon).toBe(toldMs)
})

test('a clock that is set after an answer changes nothing', () => {
  const { time, pass, set } = clockAt(noon)
  time.hear(date)
  set(noon + 3_600_000)
  pass(90_000)
  expect(time.now() - noon).toBe(90_000)
})

test('the last answer counts', () => {
  const { time, pass } = clockAt(noon)
  time.hear(date)
  pass(1_000)
  time.hear(new Date(noon - 600_000).toUTCString())
  expect(time.now() - noon).toBe(-599_001)
})

test('the clock of a server behind the API server is not that of the API server', async () => {
  const behind = ['/api/v1/nodes/node-a/proxy/configz', '/apis/metrics.k8s.io/v1beta1/nodes']
  await using server = await startApiServer(({ path }) => {
    const hours = behind.includes(path) ? 5 : 1
    return {
      headers: { date: new Date(noon - hours * 3_600_000).toUTCString() },
      body: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } },
    }
  })
  const rest = await restTo(server.url)
  for (const path of ['/api/v1/nodes/node-a', ...behind]) {
    await rest.call({ method: 'GET', path }, patient)
    expect(rest.now() - noon).toBeGreaterThan(-3_601_000)
  }
})
