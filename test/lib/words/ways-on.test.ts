import { expect, test } from '@jest/globals'
import { type Stuck, waysOn, waysOnOfAll } from '../../../src/lib/words/ways-on.ts'

const held = (node: string, ...hints: readonly string[]): Stuck => ({
  node,
  state: 'Held',
  cause: { reason: 'PodsWouldEnd', message: 'pods would end', hints },
  assigned: undefined,
})

test('what an agent knows is told', () => {
  expect(waysOn(held('node-a', 'drain the node', 'or accept it'))).toEqual(['drain the node', 'or accept it'])
  expect(waysOn({ ...held('node-a'), cause: undefined })).toEqual([])
})

test('for several nodes it is told once, with the nodes where it is not for all', () => {
  const some = [held('node-a', 'drain the node'), held('node-b', 'drain the node')]
  expect(waysOnOfAll(some)).toEqual(['drain the node'])
  expect(waysOnOfAll([...some, held('node-c', 'give the room back')])).toEqual([
    'node-a, node-b: drain the node',
    'node-c: give the room back',
  ])
})
