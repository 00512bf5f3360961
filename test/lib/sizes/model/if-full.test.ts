import { describe, expect, test } from '@jest/globals'
import { amountsOf, formatAmounts } from '../../../../src/lib/pods/amounts.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { parseSize, type SizeRequest } from '../../../../src/lib/sizes/model/size.ts'
import { type IfFull, planResize } from '../../../../src/lib/sizes/plan/plan.ts'
import { balloonPod, container, installation, node, pod, workload } from '../../pods/samples.ts'

/** 4 cores and 16Gi, of which the balloon has one core and 4Gi; pods request two cores and 2Gi. */
const held = { cpu: '1', memory: '4Gi' }
const others = [workload('web', '1500m', '1Gi'), workload('db', '500m', '1Gi')]
const sizeOf = ({ cpu, memory }: { cpu?: string; memory?: string }): SizeRequest => ({
  ...(cpu !== undefined && { cpu: parseSize('cpu', cpu) }),
  ...(memory !== undefined && { memory: parseSize('memory', memory) }),
})
const plan = (size: { cpu?: string; memory?: string }, ifFull: IfFull, pods = others, changes = {}) =>
  planResize(measure({ node: node(changes), pods: [balloonPod(held), ...pods], installation }), sizeOf(size), {
    ifFull,
  })

describe('a size that fits is the same plan, whatever to do if it does not', () => {
  test.each<IfFull>(['revert', 'wait', 'partial'])('%s', (ifFull) => {
    expect(plan({ cpu: '2' }, ifFull)).toEqual(plan({ cpu: '2' }, 'revert'))
    expect(plan({ cpu: '2' }, ifFull)).toMatchObject({ verb: 'resize', to: { text: { cpu: '2', memory: '4Gi' } } })
  })
})

const noRoom = { reason: 'NoRoom', lacks: [{ resource: 'cpu', target: 1_000n, requested: 2_000n }] }

test('revert refuses a size that does not fit', () => {
  expect(plan({ cpu: '1' }, 'revert')).toMatchObject({ verb: 'refuse', fact: noRoom })
})

test('wait requests all of it, and knows what it waits for', () => {
  const step = plan({ cpu: '1' }, 'wait')
  expect(step).toMatchObject({ verb: 'resize', to: { text: { cpu: '3', memory: '4Gi' } }, waitsFor: noRoom })
  expect(step).not.toHaveProperty('missing')
})

describe('partial takes what fits', () => {
  test.each<[string, { cpu?: string; memory?: string }, object, object]>([
    ['of cpu', { cpu: '1' }, { cpu: '2', memory: '4Gi' }, { cpu: '1', memory: '0' }],
    ['of memory', { memory: '1Gi' }, { cpu: '1', memory: '14Gi' }, { cpu: '0', memory: '1Gi' }],
    ['of both', { cpu: '1500m', memory: '1Gi' }, { cpu: '2', memory: '14Gi' }, { cpu: '500m', memory: '1Gi' }],
    [
      'of one, and all of the other',
      { cpu: '1', memory: '8Gi' },
      { cpu: '2', memory: '8Gi' },
      { cpu: '1', memory: '0' },
    ],
    [
      'of one, and gives the other back',
      { cpu: '1', memory: 'max' },
      { cpu: '2', memory: '16Mi' },
      { cpu: '1', memory: '0' },
    ],
  ])('%s', (_, size, to, missing) => {
    const step = plan(size, 'partial')
    expect(step).toMatchObject({ verb: 'resize', to: { text: to, amounts: amountsOf(to as Record<string, string>) } })
    const amounts = step.verb === 'resize' ? step.missing?.amounts : undefined
    expect(amounts && formatAmounts(amounts)).toEqual(missing)
  })

  test('but is refused if nothing does', () => {
    const full = [workload('web', '3', '1Gi')]
    expect(plan({ cpu: '1' }, 'partial', full)).toMatchObject({ verb: 'refuse', fact: { reason: 'NoRoom' } })
  })
  test('and if the node is too full as it is: the kubelet grants all of a resize or nothing', () => {
    const overfull = [workload('web', '1', '13Gi')]
    expect(plan({ cpu: '500m' }, 'partial', overfull)).toMatchObject({ verb: 'refuse', fact: { reason: 'NoRoom' } })
  })
})

describe('neither helps', () => {
  test.each<IfFull>(['wait', 'partial'])('%s: with a node whose kubelet does not answer', (ifFull) => {
    const down = plan({ cpu: '2' }, ifFull, others, { ready: false })
    expect(down).toMatchObject({ verb: 'refuse' })
  })
  test.each<IfFull>(['wait', 'partial'])('%s: with a size that no node of this kind has', (ifFull) => {
    expect(plan({ cpu: '5' }, ifFull)).toMatchObject({ verb: 'refuse', fact: { reason: 'SizeOutOfRange' } })
  })
})

test('the pods in the way are named with their owners', () => {
  const ownerReferences = [{ kind: 'ReplicaSet', name: 'web-1', uid: 'u', controller: true }]
  const owned = pod({
    ...{ name: 'web-1-x', metadata: { ownerReferences } },
    spec: { containers: [container('app', { cpu: '2', memory: '1Gi' })] },
  })
  const owner = { kind: 'ReplicaSet', name: 'web-1' }
  const pods = [{ name: 'default/web-1-x', amount: 2_000n, owner }]
  expect(plan({ cpu: '1' }, 'revert', [owned])).toMatchObject({ fact: { lacks: [{ pods }] } })
})
