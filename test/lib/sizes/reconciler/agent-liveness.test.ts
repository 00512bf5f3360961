import { expect, test } from '@jest/globals'
import { AgentLiveness } from '../../../../src/lib/sizes/reconciler/agent-liveness.ts'

const minute = 60_000

/** Heartbeats by their names, at minutes; the last one is asked about. */
test.each<
  [name: string, seen: readonly (readonly [at: number, heartbeat: string])[], isFresh: boolean, heard: boolean]
>([
  ['seen once, and recent by the clocks', [[0, 'a']], true, true],
  ['seen once, and old by the clocks', [[0, 'a']], false, false],
  [
    'not renewed, and old by the clocks',
    [
      [0, 'a'],
      [5, 'a'],
    ],
    false,
    false,
  ],
  [
    'renewed, and old by the clocks: the node is behind',
    [
      [0, 'a'],
      [5, 'b'],
    ],
    false,
    true,
  ],
  [
    'renewed some time ago, and old by the clocks',
    [
      [0, 'a'],
      [5, 'b'],
      [19, 'b'],
    ],
    false,
    true,
  ],
  [
    'not renewed for long',
    [
      [0, 'a'],
      [5, 'b'],
      [21, 'b'],
    ],
    false,
    false,
  ],
  [
    'not renewed for long, and recent by the clocks: the node is ahead',
    [
      [0, 'a'],
      [16, 'a'],
    ],
    true,
    false,
  ],
])('an agent: %s', (_name, seen, isFresh, heard) => {
  const liveness = new AgentLiveness()
  const answers = seen.map(([at, heartbeat]) =>
    liveness.isAlive('node-a', heartbeat, { monotonic: at * minute, isFresh }),
  )
  expect(answers.at(-1)).toBe(heard)
})

test('a node that comes again is another one', () => {
  const liveness = new AgentLiveness()
  liveness.isAlive('node-a', 'a', { monotonic: 0, isFresh: false })
  liveness.forget('node-a')
  expect(liveness.isAlive('node-a', 'b', { monotonic: 0, isFresh: false })).toBe(false)
})
