import { describe, expect, test } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { formatAmounts } from '../../../../src/lib/pods/amounts.ts'
import { parseDesiredSize } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import { type Action, grantMs, reconcile, settleMs } from '../../../../src/lib/sizes/desired/reconcile.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { applyingPod, balloonPod, installation, node, pending, workload } from '../../pods/samples.ts'

const floor = { cpu: '1m', memory: '16Mi' }
const long = 3_600_000

interface Situation {
  readonly desired?: object | undefined
  readonly balloon?: Pod
  readonly others?: readonly Pod[]
  readonly changes?: Partial<Node>
  readonly willShrink?: boolean
  readonly unchangedMs?: number
}

const subject = { kind: 'ConfigMap', name: 'nodesize-sizes-0', namespace: 'kube-system' }
const stored = (desired: object) => {
  const text = JSON.stringify(desired)
  return { node: 'node-a', text, desired: parseDesiredSize(text, { node: 'node-a', subject }) }
}

/** The node has 4 cores and 16Gi; other pods request 1 core and 2Gi. */
const decide = ({ balloon = balloonPod(floor), others = [workload('web', '1', '2Gi')], ...rest }: Situation): Action =>
  reconcile({
    size: measure({ node: node(rest.changes), pods: [balloon, ...others], installation }),
    stored:
      'desired' in rest && rest.desired === undefined
        ? undefined
        : stored(rest.desired ?? { cpu: '3', memory: '12Gi' }),
    willShrink: rest.willShrink ?? false,
    unchangedMs: rest.unchangedMs ?? long,
  })

const brief = (action: Action) =>
  action.kind === 'noop'
    ? [action.why.reason, ...(action.againMs === undefined ? [] : [action.againMs])]
    : [action.kind, action.why.reason, formatAmounts(action.to)]

const wanted = { cpu: '1', memory: '4Gi' }
const by = (manager: string, time: string) => ({ manager, time, subresource: 'resize' })
const resizedBy = (...managers: readonly ReturnType<typeof by>[]) =>
  balloonPod(floor, floor, { metadata: { managedFields: managers } })

describe('a balloon that is not what is desired', () => {
  test.each<[string, Situation, readonly unknown[]]>([
    ['a new balloon gets the size back', {}, ['resize', 'SizeRestored', wanted]],
    ['the balloon has it', { balloon: balloonPod(wanted) }, ['DesiredSizeReached']],
    [
      'a larger size is desired',
      { balloon: balloonPod({ cpu: '2', memory: '8Gi' }) },
      ['resize', 'SizeRestored', wanted],
    ],
    ['no desired size', { desired: undefined }, ['NoDesiredSize']],
    ['cpu only: memory is full', { desired: { cpu: '3' } }, ['resize', 'SizeRestored', { cpu: '1', memory: '16Mi' }]],
    ['a size above allocatable leaves the floor', { desired: { cpu: '9', memory: '99Gi' } }, ['DesiredSizeReached']],
    [
      'it holds the balloon, not the size',
      { desired: { hold: 'balloon', cpu: '2' } },
      ['resize', 'SizeRestored', { cpu: '2', memory: '16Mi' }],
    ],
    ['a change waits for whoever made it', { unchangedMs: 4_000 }, ['ChangedRecently', settleMs - 4_000]],
  ])('%s', (_, situation, expected) => expect(brief(decide(situation))).toEqual(expected))
})

describe('allocatable that changes', () => {
  const more = { allocatable: { cpu: '6', memory: '24Gi' } }
  const less = { allocatable: { cpu: '3500m', memory: '16Gi' } }
  test.each<[string, Situation, readonly unknown[]]>([
    [
      'holding the size, the balloon takes what is plugged in',
      { changes: more, balloon: balloonPod(wanted) },
      ['resize', 'SizeRestored', { cpu: '3', memory: '12Gi' }],
    ],
    [
      'holding the balloon, the pods get it',
      { changes: more, balloon: balloonPod(wanted), desired: { hold: 'balloon', cpu: '1', memory: '4Gi' } },
      ['DesiredSizeReached'],
    ],
    [
      'holding the size, the balloon gives what is taken away',
      { changes: less, balloon: balloonPod(wanted) },
      ['resize', 'SizeRestored', { cpu: '500m', memory: '4Gi' }],
    ],
    [
      'before it shrinks, all is given back at once',
      { willShrink: true, balloon: balloonPod(wanted), unchangedMs: 0 },
      ['resize', 'AllocatableWillShrink', floor],
    ],
    ['before it shrinks, a balloon at its floor stays there', { willShrink: true }, ['DesiredSizeReached']],
  ])('%s', (_, situation, expected) => expect(brief(decide(situation))).toEqual(expected))
})

describe('never by force', () => {
  const full = [workload('web', '3500m', '2Gi')]
  const over = [workload('web', '3500m', '13Gi')]
  test.each<[string, Situation, readonly unknown[]]>([
    ['only free room is taken', { others: full }, ['resize', 'SizeRestored', { cpu: '500m', memory: '4Gi' }]],
    [
      'without more room it waits',
      { others: full, balloon: balloonPod({ cpu: '500m', memory: '4Gi' }) },
      ['NoRoomForDesiredSize'],
    ],
    [
      'what other pods need is given back at once',
      { others: over, balloon: balloonPod(wanted), unchangedMs: 0 },
      ['resize', 'NodeOvercommitted', { cpu: '500m', memory: '3Gi' }],
    ],
    [
      'a floor is always held',
      { others: [workload('web', '4', '16Gi')], balloon: balloonPod(wanted) },
      ['resize', 'NodeOvercommitted', floor],
    ],
    ['a node without kubelet does not shrink', { changes: { ready: false } }, ['NotResizableNow']],
    [
      'it grows',
      { changes: { ready: false }, balloon: balloonPod({ cpu: '2', memory: '8Gi' }) },
      ['resize', 'SizeRestored', wanted],
    ],
    ['two balloons', { others: [balloonPod(floor, floor, { name: 'other' })] }, ['NotResizableNow']],
  ])('%s', (_, situation, expected) => expect(brief(decide(situation))).toEqual(expected))

  test('says what is missing', () => {
    const action = decide({ others: full, balloon: balloonPod({ cpu: '500m', memory: '4Gi' }) })
    expect(action.why).toEqual({
      reason: 'NoRoomForDesiredSize',
      subject: { kind: 'Node', name: 'node-a' },
      resources: ['cpu'],
      missing: { cpu: 500n, memory: 0n },
    })
  })
})

describe('nobody is overruled', () => {
  test.each<[string, Situation, readonly unknown[]]>([
    [
      'who resized the balloon by kubectl',
      { balloon: resizedBy(by('kubectl-patch', '2026-01-02T00:00:00Z')) },
      ['ResizedByOther'],
    ],
    [
      'and after nodesize did',
      { balloon: resizedBy(by('nodesize', '2026-01-01T00:00:00Z'), by('scaler', '2026-01-02T00:00:00Z')) },
      ['ResizedByOther'],
    ],
    [
      'nodesize after them is followed',
      { balloon: resizedBy(by('nodesize', '2026-01-03T00:00:00Z'), by('scaler', '2026-01-02T00:00:00Z')) },
      ['resize', 'SizeRestored', wanted],
    ],
  ])('%s', (_, situation, expected) => expect(brief(decide(situation))).toEqual(expected))

  test('and is named', () => {
    const { why } = decide({ balloon: resizedBy(by('kubectl-patch', '2026-01-02T00:00:00Z')) })
    expect(why).toMatchObject({ manager: 'kubectl-patch', at: '2026-01-02T00:00:00Z' })
  })
})

describe('a resize that is not granted', () => {
  const deferred = balloonPod(wanted, floor, { status: { conditions: [pending('Deferred', 'no room', 1)] } })
  const larger = { cpu: '2', memory: '8Gi' }
  const shrinking = balloonPod(floor, wanted, { metadata: { generation: 2 } })
  test.each<[string, Situation, readonly unknown[]]>([
    ['has its time', { balloon: deferred, unchangedMs: 60_000 }, ['ResizePending', grantMs - 60_000]],
    ['is reverted after it', { balloon: deferred }, ['revert', 'ResizeNotGrantedInTime', floor]],
    [
      'is reverted at once before allocatable shrinks',
      { balloon: deferred, unchangedMs: 0, willShrink: true },
      ['revert', 'AllocatableWillShrink', floor],
    ],
    ['to a smaller balloon waits for the kubelet', { balloon: shrinking }, ['ResizePending']],
    ['is another than one that is not applied yet', { balloon: applyingPod(wanted, larger) }, ['DesiredSizeReached']],
    [
      'nor is one that is not applied yet reverted before allocatable shrinks',
      { balloon: applyingPod(floor, wanted), willShrink: true },
      ['DesiredSizeReached'],
    ],
  ])('%s', (_, situation, expected) => expect(brief(decide(situation))).toEqual(expected))
})

test('a desired size that somebody edited into nonsense is left alone, and its problems are told', () => {
  expect(decide({ desired: { cpu: '4Gi' } }).why).toMatchObject({
    reason: 'DesiredSizeInvalid',
    subject: { kind: 'Node', name: 'node-a' },
    problems: [{ reason: 'DesiredSizeAmountInvalid', subject, key: 'node-a', field: 'cpu' }],
  })
})
