import { describe, expect, test } from '@jest/globals'
import { onlyTarget, targetsOf, targetsWanted } from '../../../../src/lib/cli/flags/flags.ts'
import { onlyNode, selectSomeByName } from '../../../../src/lib/cli/flags/node-selection.ts'

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

describe('one target', () => {
  test.each([
    ['--global', { global: true }, { kind: 'global' }],
    ['one name', { global: false, node: ['node-a'] }, { kind: 'node', node: 'node-a' }],
    ['a name twice', { global: false, node: ['node-a', 'node/node-a,node-a'] }, { kind: 'node', node: 'node-a' }],
    ['two names', { global: false, node: ['node-a,node-b'] }, undefined],
    ['a selector, whatever it matches', { global: false, selector: 'a=b' }, undefined],
  ])('%s', (_what, flags, only) => {
    expect(onlyTarget(targetsWanted(flags))).toEqual(only)
  })
})

describe('one node', () => {
  test.each([
    ['one name', ['node/node-a'], undefined, 'node-a'],
    ['a name twice', ['node-a', 'node/node-a'], undefined, 'node-a'],
    ['two names', ['node-a', 'node-b'], undefined, undefined],
    ['a selector, whatever it matches', [], 'a=b', undefined],
  ])('%s', (_what, names, selector, only) => {
    expect(onlyNode(selectSomeByName(names, selector))).toBe(only)
  })

  test.each([
    ['none', undefined, undefined, 'NoNodes'],
    ['a name and a selector', ['node-a'], 'a=b', 'ConflictingFlags'],
    ['an empty selector', [], ' ', 'EmptyValue'],
    ['a list in a word', ['node-a,node-b'], undefined, 'InvalidNodeName'],
  ])('is refused of %s', (_what, names, selector, reason) => {
    expect(() => selectSomeByName(names, selector)).toThrow(
      expect.objectContaining({ code: 'usage', fact: expect.objectContaining({ reason }) }),
    )
  })
})
