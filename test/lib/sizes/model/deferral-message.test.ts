import { expect, test } from '@jest/globals'
import { parseDeferral, parseRequested } from '../../../../src/lib/sizes/model/deferral-message.ts'

test.each([
  [
    "Node didn't have enough resource: cpu, requested: 1000, used: 1500, capacity: 2000",
    { resource: 'cpu', requested: 1_000n, used: 1_500n, capacity: 2_000n, fits: 500n },
  ],
  [
    "Node didn't have enough resource: memory, requested: 68719476736, used: 16777216, capacity: 25171656704",
    {
      resource: 'memory',
      requested: 68_719_476_736n,
      used: 16_777_216n,
      capacity: 25_171_656_704n,
      fits: 25_154_879_488n,
    },
  ],
  [
    "Node didn't have enough resource: cpu, requested: 1000, used: 2500, capacity: 2000",
    { resource: 'cpu', requested: 1_000n, used: 2_500n, capacity: 2_000n, fits: 0n },
  ],
])('%s', (message, deferral) => {
  expect(parseDeferral(message)).toEqual(deferral)
})

test.each([
  '',
  'the node is full',
  "Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000",
  "Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110",
])("'%s' says nothing about what would fit", (message) => {
  expect(parseDeferral(message)).toBeUndefined()
})

test.each([
  ["Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000", { resource: 'cpu', requested: 5_000n }],
  [
    "Node didn't have enough resource: memory, requested: 500, used: 16, capacity: 510",
    { resource: 'memory', requested: 500n },
  ],
  ['the node is full', undefined],
])("'%s' says what was asked for", (message, requested) => {
  expect(parseRequested(message)).toEqual(requested)
})
