import { expect, test } from '@jest/globals'
import { freeBelow, type Right, rolesOf } from '../../../src/lib/admission/right.ts'
import { rightsOfNode } from '../../../src/lib/agent/manifests/node-rights.ts'

const free = [
  { path: ['metadata', 'annotations', 'a'] },
  { path: ['metadata', 'annotations', 'b'] },
  { path: ['metadata', 'labels'] },
  { path: ['status', 'conditions', 'Ready'] },
]

test.each<readonly [above: readonly string[], expected: readonly string[]]>([
  [[], ['metadata', 'status']],
  [['metadata'], ['annotations', 'labels']],
  [
    ['metadata', 'annotations'],
    ['a', 'b'],
  ],
  [['status'], ['conditions']],
  [['metadata', 'labels'], []],
  [['spec'], []],
])('below %j, %j may differ', (above, expected) => {
  expect(freeBelow(free, above)).toEqual(expected)
})

test('each place has one role, with all rights in it', () => {
  const right = (where: string | undefined, resource: string): Right => ({
    ...{ where, resources: [resource], verbs: ['get'], purpose: 'a test' },
  })
  const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] })
  expect(rolesOf([right(undefined, 'nodes'), right('default', 'events'), right(undefined, 'pods')])).toEqual([
    { rules: [rule('nodes'), rule('pods')] },
    { namespace: 'default', rules: [rule('events')] },
  ])
})

test('with documents in the namespace of Events or of Leases, no role of an agent replaces another one', () => {
  for (const namespace of ['default', 'kube-node-lease', 'kube-system']) {
    const names = rightsOfNode('node-a', namespace).map(({ kind, metadata }) =>
      [kind, metadata.namespace, metadata.name].join('/'),
    )
    expect(new Set(names).size).toBe(names.length)
  }
})
