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
    ['several', ['node-a,node/node-b'], 'repeat the flag: --node node-a --node node-b'],
    ['one', 'node-a,node-b', 'give one node name'],
  ])('takes no list where %s may be named', (_many, node, hint) => {
    expect(() => targetsOf({ global: false, node })).toThrow(
      expect.objectContaining({
        code: 'usage',
        fact: expect.objectContaining({ reason: 'InvalidNodeName', hints: [hint] }),
      }),
    )
  })
})
