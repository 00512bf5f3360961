import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../src/lib/api/node.ts'
import {
  audienceOf,
  audiencesOf,
  type Documents,
  fallbackOf,
  inForce,
  reachedBy,
  winnerOf,
} from '../../../src/lib/documents/precedence.ts'
import type { StoredDocument } from '../../../src/lib/documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../../src/lib/documents/target.ts'

const nodeA = nodeTarget('node-a')
const nodes = ['node-a', 'node-b'].map((name) => ({ name, labels: {}, annotations: {} }) as unknown as Node)
const names = (some: readonly Node[] | undefined) => some?.map(({ name }) => name)

/** Documents of these targets; whether a kubelet can use them plays no part. */
const having = (...targets: Target[]): Documents =>
  new Map(targets.map((target) => [configMapName(target), { name: configMapName(target), target } as StoredDocument]))

describe('the first source that has a document wins', () => {
  test.each<[string, string | undefined, string | undefined, object | undefined]>([
    ['the own one before the global one', 'own', 'global', { source: 'node', document: 'own', hidden: ['global'] }],
    [
      'the global one when there is no own one',
      undefined,
      'global',
      { source: 'global', document: 'global', hidden: [] },
    ],
    ['an empty one, for it is there', '', 'global', { source: 'node', document: '', hidden: ['global'] }],
    ['none', undefined, undefined, undefined],
  ])('%s', (_, own, global, winner) => {
    expect(
      winnerOf([
        { source: 'node', document: own },
        { source: 'global', document: global },
      ]),
    ).toEqual(winner)
  })
  test('and sources that only an agent sees come after it in the same list', () => {
    const agent = [
      { source: 'node', document: undefined },
      { source: 'global', document: undefined },
      { source: 'on-disk', document: 'file' },
      { source: 'flags', document: 'flags' },
    ]
    expect(winnerOf(agent)).toEqual({ source: 'on-disk', document: 'file', hidden: ['flags'] })
  })
})

describe('the nodes that use a document', () => {
  test('the global one: every node without one of its own', () => {
    expect(names(audienceOf(globalTarget, nodes, having(nodeA, globalTarget)))).toEqual(['node-b'])
  })
  test('the global one before it exists: the same nodes', () => {
    expect(names(audienceOf(globalTarget, nodes, having(nodeA)))).toEqual(['node-b'])
  })
  test('that of a node: the node, if it exists', () => {
    expect(names(audienceOf(nodeA, nodes, having()))).toEqual(['node-a'])
    expect(audienceOf(nodeTarget('node-z'), nodes, having())).toEqual([])
  })
  test('several: each node once', () => {
    expect(names(reachedBy([nodeA, nodeA], nodes, having()))).toEqual(['node-a'])
  })
  test('the global one: no control plane, unless it is opted in', () => {
    const labels = { 'node-role.kubernetes.io/control-plane': '' }
    const opted = { ...nodes[1]!, labels, annotations: { 'kubeletcfg.dev/documents': 'all' } }
    expect(audienceOf(globalTarget, [{ ...nodes[0]!, labels }], having(globalTarget))).toEqual([])
    expect(names(audienceOf(globalTarget, [opted], having(globalTarget)))).toEqual(['node-b'])
    expect(inForce(nodeA, having(globalTarget), [{ ...nodes[0]!, labels }])).toBeUndefined()
    expect(names(audienceOf(nodeA, [{ ...nodes[0]!, labels }], having(globalTarget)))).toEqual(['node-a'])
  })
  test('all documents at once', () => {
    const audiences = audiencesOf(new Set(having(nodeA, globalTarget).keys()), nodes)
    expect(names(audiences.get(configMapName(nodeA)))).toEqual(['node-a'])
    expect(names(audiences.get(configMapName(globalTarget)))).toEqual(['node-b'])
  })
})

describe('the document of the nodes of a target', () => {
  const [own, global] = [configMapName(nodeA), configMapName(globalTarget)]
  test.each<[string, Target, Target[], string | undefined, string | undefined]>([
    ['its own, then the global one', nodeA, [nodeA, globalTarget], own, global],
    ['its own, then its local configuration', nodeA, [nodeA], own, undefined],
    ['the global one, before and after', nodeA, [globalTarget], global, global],
    ['the global one, then their local configuration', globalTarget, [nodeA, globalTarget], global, undefined],
    ['their local configuration, before and after', globalTarget, [nodeA], undefined, undefined],
  ])('%s', (_, target, targets, now, then) => {
    expect(inForce(target, having(...targets))?.name).toBe(now)
    expect(fallbackOf(target, having(...targets))?.name).toBe(then)
  })
})
