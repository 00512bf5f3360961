import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { planResize } from '../../../../src/lib/sizes/plan/plan.ts'
import { balloonPod, installation, node, pending } from '../../pods/samples.ts'

const small = { cpu: '1m', memory: '16Mi' }
const claimed = { cpu: '3', memory: '16Mi' }
const plan = (...pods: readonly Pod[]) => planResize(measure({ node: node(), pods, installation }), 'granted')

test.each(['Deferred', 'Infeasible'] as const)('what is claimed and %s is taken back to what was granted', (reason) => {
  const balloon = balloonPod(claimed, small, { status: { conditions: [pending(reason, 'sorry', 1)] } })
  expect(plan(balloon)).toMatchObject({
    verb: 'resize',
    from: { text: claimed },
    to: { text: small },
    direction: 'grow-node',
  })
})

test('only the resource that is claimed: the node still becomes larger in the other', () => {
  const balloon = balloonPod({ cpu: '3', memory: '1Gi' }, { cpu: '1', memory: '2Gi' })
  expect(plan(balloon)).toMatchObject({ verb: 'resize', to: { text: { cpu: '1', memory: '1Gi' } } })
})

test.each<[string, Pod[], string]>([
  ['that is granted', [balloonPod(claimed)], 'unchanged'],
  ['that makes the node larger', [balloonPod(small, claimed)], 'unchanged'],
  ['of a node without a balloon', [], 'unchanged'],
])('nothing is done about a size %s', (_, pods, verb) => {
  expect(plan(...pods)).toMatchObject({ verb })
})
