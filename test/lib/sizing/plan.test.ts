import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../src/lib/api/node.ts'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { measure } from '../../../src/lib/sizing/node-size.ts'
import { planResize } from '../../../src/lib/sizing/plan.ts'
import { parseSize } from '../../../src/lib/sizing/size.ts'
import { balloonPod, installation, node, pending, workload } from './samples.ts'

const Gi = 2n ** 30n
const held = { cpu: '1', memory: '4Gi' }
const small = { cpu: '1m', memory: '16Mi' }

const ask = ({ cpu, memory }: { cpu?: string; memory?: string }) => ({
  cpu: cpu === undefined ? undefined : parseSize('cpu', cpu),
  memory: memory === undefined ? undefined : parseSize('memory', memory),
})

interface Situation {
  readonly cpu?: string
  readonly memory?: string
  readonly balloon?: Pod
  readonly others?: readonly Pod[]
  readonly changes?: Partial<Node>
}

const plan = ({
  balloon = balloonPod(held),
  others = [workload('web', '1', '2Gi')],
  changes = {},
  ...size
}: Situation) => planResize(measure({ node: node(changes), pods: [balloon, ...others], installation }), ask(size))

describe('on a node of 3 cores and 12Gi, which could have 4 and 16Gi', () => {
  test.each([
    [{ cpu: '2' }, { cpu: '2', memory: '4Gi' }, 'shrink-node'],
    [{ cpu: '1' }, { cpu: '3', memory: '4Gi' }, 'shrink-node'],
    [{ memory: '-1Gi' }, { cpu: '1', memory: '5Gi' }, 'shrink-node'],
    [{ cpu: '3500m' }, { cpu: '500m', memory: '4Gi' }, 'grow-node'],
    [{ cpu: 'max', memory: 'max' }, { cpu: '1m', memory: '16Mi' }, 'grow-node'],
    [{ cpu: '4' }, { cpu: '1m', memory: '4Gi' }, 'grow-node'],
    [{ cpu: '2', memory: '16Gi' }, { cpu: '2', memory: '16Mi' }, 'mixed'],
    [{ cpu: '+500m', memory: '50%' }, { cpu: '500m', memory: '8Gi' }, 'mixed'],
    [{ cpu: '3', memory: '8Gi' }, { cpu: '1', memory: '8Gi' }, 'shrink-node'],
  ])('%j is one step', (size, to, direction) => {
    expect(plan(size)).toMatchObject({ verb: 'resize', from: held, to, backTo: held, direction })
  })

  test('the step knows the size before and after', () => {
    expect(plan({ cpu: '2' })).toMatchObject({
      before: { cpu: 3_000n, memory: 12n * Gi },
      after: { cpu: 2_000n, memory: 12n * Gi },
    })
  })

  test.each([{}, { cpu: '3' }, { memory: '12Gi' }, { cpu: '3000m', memory: '75%' }])('%j changes nothing', (size) => {
    expect(plan(size)).toEqual({ verb: 'unchanged' })
  })

  test('what was read is kept letter for letter, also where nobody asks for a change', () => {
    const odd = { cpu: '1', memory: '4294967296' }
    expect(plan({ cpu: '2', balloon: balloonPod(odd) })).toMatchObject({
      from: odd,
      to: { cpu: '2', memory: '4294967296' },
    })
  })

  test.each([
    [{ cpu: '64' }, 'invalid', 'cpu 64 is more than the node has to offer'],
    [{ cpu: '-3' }, 'invalid', 'cpu 0 would leave nothing of the node'],
    [{ cpu: '999m' }, 'refused', "node 'node-a' has no room to shrink: its pods hold 1 cpu, more than 999m"],
    [{ memory: '1Gi' }, 'refused', "node 'node-a' has no room to shrink: its pods hold 2Gi memory, more than 1Gi"],
    [
      { cpu: '2', changes: { kubeletVersion: 'v1.30.2' } },
      'refused',
      "node 'node-a' cannot be resized: its kubelet is v1.30.2",
    ],
    [
      { cpu: '2', changes: { ready: false } },
      'refused',
      "node 'node-a' is not ready: nobody could confirm that it shrinks",
    ],
    [
      { cpu: '2', memory: 'max', changes: { ready: false } },
      'refused',
      "node 'node-a' is not ready: nobody could confirm that it shrinks",
    ],
  ])('%j is refused', (situation, code, message) => {
    expect(plan(situation)).toMatchObject({ verb: 'refuse', failure: { code, message } })
  })

  test('a node that is not ready can still be made larger', () => {
    expect(plan({ cpu: 'max', changes: { ready: false } })).toMatchObject({ verb: 'resize', direction: 'grow-node' })
  })
})

describe('on a node in which more is in use than there is', () => {
  const others = [workload('web', '1', '15Gi')]

  test('making it larger is always possible', () => {
    expect(plan({ cpu: 'max', others })).toMatchObject({ verb: 'resize', direction: 'grow-node' })
    expect(plan({ memory: '14Gi', others })).toMatchObject({ verb: 'resize', direction: 'grow-node' })
  })

  test('not even the other resource can shrink, for the kubelet grants all or nothing', () => {
    expect(plan({ cpu: '2', others })).toMatchObject({
      verb: 'refuse',
      failure: { message: "node 'node-a' has no room to shrink: its pods hold 15Gi memory, more than 12Gi" },
    })
  })
})

describe('while an earlier resize waits', () => {
  const asking = { cpu: '3', memory: '16Mi' }
  const waiting = (reason?: 'Deferred' | 'Infeasible') =>
    balloonPod(asking, small, { status: { conditions: reason === undefined ? [] : [pending(reason, 'sorry', 1)] } })

  test('the same size again is awaited as long as the kubelet is silent', () => {
    expect(plan({ cpu: '1', balloon: waiting() })).toMatchObject({ verb: 'wait', requests: asking })
  })

  test.each([
    ['Deferred', 'refused', "node 'node-a' was asked for this size before, and it is deferred: sorry"],
    ['Infeasible', 'refused', "node 'node-a' was asked for this size before, and it is infeasible: sorry"],
  ] as const)('the same size again is refused when it is %s', (reason, code, message) => {
    expect(plan({ cpu: '1', balloon: waiting(reason) })).toMatchObject({ verb: 'refuse', failure: { code, message } })
  })

  test('another size replaces it, and what was granted is what to go back to', () => {
    expect(plan({ cpu: '2', balloon: waiting('Deferred') })).toMatchObject({
      ...{ verb: 'resize', from: asking, to: { cpu: '2', memory: '16Mi' }, backTo: small },
      direction: 'mixed',
    })
  })

  test('a size that still does not fit is refused, though it asks for less than before', () => {
    const others = [workload('web', '2500m', '2Gi')]
    expect(plan({ cpu: '2', balloon: waiting('Deferred'), others })).toMatchObject({
      verb: 'refuse',
      failure: { code: 'refused' },
    })
  })

  test('going back to what was granted makes the node larger', () => {
    expect(plan({ cpu: 'max', balloon: waiting('Deferred') })).toMatchObject({ to: small, direction: 'grow-node' })
  })
})
