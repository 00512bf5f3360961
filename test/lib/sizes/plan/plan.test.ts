import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import { planResize } from '../../../../src/lib/sizes/plan/plan.ts'
import { applyingPod, balloonPod, installation, node, pending, workload } from '../../pods/samples.ts'

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
  test.each<[string, Situation, Record<'cpu' | 'memory', string>, string]>([
    ['less cpu', { cpu: '2' }, { cpu: '2', memory: '4Gi' }, 'shrink-node'],
    ['much less cpu', { cpu: '1' }, { cpu: '3', memory: '4Gi' }, 'shrink-node'],
    ['less memory', { memory: '-1Gi' }, { cpu: '1', memory: '5Gi' }, 'shrink-node'],
    ['more cpu', { cpu: '3500m' }, { cpu: '500m', memory: '4Gi' }, 'grow-node'],
    ['all there is of both', { cpu: 'max', memory: 'max' }, { cpu: '1m', memory: '16Mi' }, 'grow-node'],
    ['all of allocatable cpu', { cpu: '4' }, { cpu: '1m', memory: '4Gi' }, 'grow-node'],
    ['less cpu and more memory', { cpu: '2', memory: '16Gi' }, { cpu: '2', memory: '16Mi' }, 'mixed'],
    ['more cpu and less memory', { cpu: '+500m', memory: '50%' }, { cpu: '500m', memory: '8Gi' }, 'mixed'],
    ['the same cpu and less memory', { cpu: '3', memory: '8Gi' }, { cpu: '1', memory: '8Gi' }, 'shrink-node'],
  ])('%s is one step', (_, size, to, direction) => {
    expect(plan(size)).toMatchObject({
      verb: 'resize',
      from: { text: held },
      to: { text: to, amounts: amountsOf(to) },
      backTo: { text: held },
      direction,
    })
  })

  test('the step knows the size before and after', () => {
    expect(plan({ cpu: '2' })).toMatchObject({
      before: { cpu: 3_000n, memory: 12n * Gi },
      after: { cpu: 2_000n, memory: 12n * Gi },
    })
  })

  test.each<[string, Situation]>([
    ['nothing', {}],
    ['the same cpu', { cpu: '3' }],
    ['the same memory', { memory: '12Gi' }],
    ['the same of both in other words', { cpu: '3000m', memory: '75%' }],
  ])('to ask for %s changes nothing', (_, size) => {
    expect(plan(size)).toEqual({ verb: 'unchanged', notes: [] })
  })

  test('what was read is kept letter for letter, also where nobody asks for a change', () => {
    const odd = { cpu: '1', memory: '4294967296' }
    expect(plan({ cpu: '2', balloon: balloonPod(odd) })).toMatchObject({
      from: { text: odd },
      to: { text: { cpu: '2', memory: '4294967296' } },
    })
  })

  test.each<[string, Situation, string, string]>([
    ['more than allocatable', { cpu: '64' }, 'invalid', 'SizeOutOfRange'],
    ['nothing', { cpu: '-3' }, 'invalid', 'SizeOutOfRange'],
    ['less cpu than its pods request', { cpu: '999m' }, 'refused', 'NoRoom'],
    ['less memory than its pods request', { memory: '1Gi' }, 'refused', 'NoRoom'],
    ['a size, by an old kubelet', { cpu: '2', changes: { kubeletVersion: 'v1.30.2' } }, 'refused', 'KubeletTooOld'],
    ['less, while it is not ready', { cpu: '2', changes: { ready: false } }, 'refused', 'ShrinkNotConfirmable'],
    [
      'less of one and more of the other, while it is not ready',
      { cpu: '2', memory: 'max', changes: { ready: false } },
      'refused',
      'ShrinkNotConfirmable',
    ],
  ])('the node is refused %s', (_, situation, code, reason) => {
    expect(plan(situation)).toMatchObject({ verb: 'refuse', code, fact: { reason } })
  })

  test('all of allocatable leaves the balloon its floor, again and again', () => {
    const notes = [{ reason: 'BalloonKeepsFloor', kept: [{ resource: 'cpu', asked: 4_000n, floor: 1n }] }]
    expect(plan({ cpu: '4' })).toMatchObject({ verb: 'resize', notes })
    expect(plan({ cpu: '4', balloon: balloonPod(small) })).toMatchObject({ verb: 'unchanged', notes })
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
      fact: { reason: 'NoRoom', lacks: [{ resource: 'memory', requested: 15n * Gi, target: 12n * Gi }] },
    })
  })
})

describe('while an earlier resize waits', () => {
  const asking = { cpu: '3', memory: '16Mi' }
  const waiting = (reason?: 'Deferred' | 'Infeasible') =>
    balloonPod(asking, small, { status: { conditions: reason === undefined ? [] : [pending(reason, 'sorry', 1)] } })

  test('the same size again is awaited as long as the kubelet is silent', () => {
    expect(plan({ cpu: '1', balloon: waiting() })).toMatchObject({ verb: 'wait', requests: { text: asking } })
  })

  test('the same size again is awaited until the runtime has applied it', () => {
    const balloon = applyingPod(asking, { cpu: '3500m', memory: '16Mi' })
    const after = { cpu: 1_000n, memory: 16n * Gi - 16n * 2n ** 20n }
    expect(plan({ cpu: '1', balloon })).toMatchObject({ verb: 'wait', requests: { text: asking }, after })
  })

  test.each(['Deferred', 'Infeasible'] as const)('the same size again is refused when it is %s', (reason) => {
    expect(plan({ cpu: '1', balloon: waiting(reason) })).toMatchObject({
      verb: 'refuse',
      code: 'refused',
      fact: { reason: 'AskedBefore', because: { reason: `Resize${reason}`, kubeletMessage: 'sorry' } },
    })
  })

  test('another size replaces it, and what was granted is what to go back to', () => {
    expect(plan({ cpu: '2', balloon: waiting('Deferred') })).toMatchObject({
      ...{
        verb: 'resize',
        from: { text: asking },
        to: { text: { cpu: '2', memory: '16Mi' } },
        backTo: { text: small },
      },
      direction: 'mixed',
    })
  })

  test('a size that still does not fit is refused, though it asks for less than before', () => {
    const others = [workload('web', '2500m', '2Gi')]
    expect(plan({ cpu: '2', balloon: waiting('Deferred'), others })).toMatchObject({
      verb: 'refuse',
      code: 'refused',
    })
  })

  test('going back to what was granted makes the node larger', () => {
    expect(plan({ cpu: 'max', balloon: waiting('Deferred') })).toMatchObject({
      to: { text: small },
      direction: 'grow-node',
    })
  })
})

describe('on a node without a balloon', () => {
  const without = (size: Situation, pods: readonly Pod[] = [], changes: Partial<Node> = { labels: {} }) =>
    planResize(measure({ node: node(changes), pods, installation }), ask(size))

  test('the full size is what it has', () => {
    expect(without({ cpu: 'max', memory: 'max' })).toEqual({ verb: 'unchanged', notes: [] })
    expect(without({ cpu: 'max' })).toEqual({ verb: 'unchanged', notes: [] })
  })

  test('no other size can be had', () => {
    expect(without({ cpu: '2', memory: 'max' })).toMatchObject({ verb: 'refuse', fact: { reason: 'LabelMissing' } })
  })

  test('nor the full size while something there may be a balloon of others', () => {
    const theirs = balloonPod(held, held, { metadata: { namespace: 'ops' } })
    expect(without({ cpu: 'max' }, [theirs])).toMatchObject({ verb: 'refuse' })
  })
})
