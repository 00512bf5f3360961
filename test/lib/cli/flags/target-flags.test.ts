import { describe, expect, test } from '@jest/globals'
import { targetsOf } from '../../../../src/lib/cli/flags/flags.ts'

describe('--node', () => {
  test('takes names as kubectl prints them, each once', () => {
    expect(targetsOf({ global: false, node: ['node/node-a', 'node-a', 'nodes/node-b'] })).toEqual([
      { kind: 'node', node: 'node-a' },
      { kind: 'node', node: 'node-b' },
    ])
  })
  test.each([
    [['node-a,node/node-b'], 'name each: --node node-a --node node-b'],
    ['node-a,node-b', 'name one node'],
  ])('takes no list: %j', (node, hint) => {
    expect(() => targetsOf({ global: false, node })).toThrow(
      expect.objectContaining({ code: 'usage', suggestions: [hint] }),
    )
  })
})
