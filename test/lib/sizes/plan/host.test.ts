import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { measure, type NodeSize } from '../../../../src/lib/sizes/model/node-size.ts'
import { allocatableOf, excessOf, hostOf, outsideOf, sharedHosts, shares } from '../../../../src/lib/sizes/plan/host.ts'
import { installation, node, workload } from '../../pods/samples.ts'

const nodeSize = (changes: Partial<Node>, ...pods: readonly Pod[]): NodeSize =>
  measure({ node: node(changes), pods, installation })

const on = (name: string, bootId: string): NodeSize => nodeSize({ name, bootId })

describe('hosts', () => {
  test('are the kernels that several nodes run on', () => {
    const hosts = sharedHosts([on('a', 'one'), on('b', 'two'), on('c', 'one'), on('d', 'three')])
    expect(hosts.map(({ bootId, nodes }) => [bootId, nodes.map((size) => size.node.name)])).toEqual([
      ['one', ['a', 'c']],
    ])
  })
  test('are not known of nodes that report no kernel', () => {
    expect(sharedHosts([on('a', ''), on('b', '')])).toEqual([])
  })
  test('have the largest allocatable and capacity of their nodes, resource by resource', () => {
    const nodes = [
      nodeSize({ allocatable: { cpu: '7', memory: '30Gi' }, capacity: { cpu: '8', memory: '32Gi' } }),
      nodeSize({ allocatable: { cpu: '6', memory: '31Gi' }, capacity: { cpu: '8', memory: '32Gi' } }),
    ]
    expect(allocatableOf(nodes)).toEqual(amountsOf({ cpu: '7', memory: '31Gi' }))
    expect(hostOf(nodes)).toMatchObject({ bootId: undefined, capacity: amountsOf({ cpu: '8', memory: '32Gi' }) })
  })
  test('are exceeded by what their nodes have together, and by how much', () => {
    const two = hostOf([on('a', 'one'), on('b', 'one')])
    expect(two.size).toEqual(amountsOf({ cpu: '8', memory: '32Gi' }))
    expect(excessOf(two)).toEqual(amountsOf({ cpu: '4', memory: '16Gi' }))
    expect(excessOf(hostOf([on('a', 'one')]))).toBeUndefined()
    const cpuOnly = { ...two, size: amountsOf({ cpu: '5', memory: '1Gi' }) }
    expect(excessOf(cpuOnly)).toEqual(amountsOf({ cpu: '1' }))
  })
  test('know what the pods of all their nodes request', () => {
    expect(hostOf([nodeSize({}, workload('web', '1', '1Gi')), on('b', 'one')]).requested).toEqual(
      amountsOf({ cpu: '1', memory: '1Gi' }),
    )
  })
})

test('shares sum exactly to the host, in millicores and bytes', () => {
  expect(shares(amountsOf({ cpu: '8', memory: '100' }), [1n, 1n, 1n])).toEqual([
    { cpu: 2_667n, memory: 34n },
    { cpu: 2_667n, memory: 33n },
    { cpu: 2_666n, memory: 33n },
  ])
})

test.each<[string, Record<string, string>, readonly string[]]>([
  ['of nothing', { cpu: '0', memory: '1Gi' }, ['cpu']],
  ['beside which the balloon has no floor', { cpu: '4', memory: '16Gi' }, ['cpu', 'memory']],
  ['that just leaves the floor', { cpu: '3999m', memory: '16368Mi' }, []],
])('a share %s', (_, share, outside) => {
  expect(outsideOf(nodeSize({}), amountsOf(share)).map(({ resource }) => resource)).toEqual(outside)
})
