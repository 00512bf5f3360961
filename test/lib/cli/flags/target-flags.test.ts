import { describe, expect, test } from '@jest/globals'
import { targetsOf, targetsWanted } from '../../../../src/lib/cli/flags/flags.ts'

describe('--node', () => {
  test('takes names as kubectl prints them, each once', () => {
    expect(targetsOf({ global: false, node: ['node/node-a', 'node-a', 'nodes/node-b'] })).toEqual([
      { kind: 'node', node: 'node-a' },
      { kind: 'node', node: 'node-b' },
    ])
  })
  test('takes lists where several may be named', () => {
    expect(targetsOf({ global: false, node: ['node-a,node/node-b', 'node-c,node-a'] })).toEqual(
      ['node-a', 'node-b', 'node-c'].map((node) => ({ kind: 'node', node })),
    )
  })
  test.each([
    ['a list where one may be named', 'node-a,node-b', 'InvalidNodeName'],
    ['a list with an empty name', ['node-a,'], 'NotANodeName'],
  ])('takes no %s', (_what, node, reason) => {
    expect(() => targetsOf({ global: false, node })).toThrow(
      expect.objectContaining({ code: 'usage', fact: expect.objectContaining({ reason }) }),
    )
  })
})

describe('--selector', () => {
  test('stands for targets that only the cluster knows', () => {
    expect(targetsWanted({ global: false, selector: 'pool=big' })).toEqual({ selector: 'pool=big' })
    expect(targetsWanted({ global: true })).toEqual([{ kind: 'global' }])
  })
  test.each([
    ['with --global', { global: true, selector: 'a=b' }, 'ConflictingFlags'],
    ['with --node', { global: false, node: ['node-a'], selector: 'a=b' }, 'ConflictingFlags'],
    ['that is empty', { global: false, selector: ' ' }, 'EmptyValue'],
    ['or any target missing', { global: false }, 'NoTarget'],
  ])('%s is refused', (_what, flags, reason) => {
    expect(() => targetsWanted(flags)).toThrow(
      expect.objectContaining({ code: 'usage', fact: expect.objectContaining({ reason }) }),
    )
  })
})
