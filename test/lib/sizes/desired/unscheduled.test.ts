import { describe, expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { formatAmounts, type QuantityText } from '../../../../src/lib/pods/amounts.ts'
import { parseDesiredSize } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import { reconcile } from '../../../../src/lib/sizes/desired/reconcile.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { balloonPod, installation, node, workload } from '../../pods/samples.ts'

const floor = { cpu: '1m', memory: '16Mi' }
const wanted = { cpu: '1', memory: '4Gi' }
const tooLarge = { cpu: '9', memory: '99Gi' }
const text = '{"cpu":"3","memory":"12Gi"}'
const subject = { kind: 'ConfigMap', name: 'nodesize-sizes-0', namespace: 'kube-system' }
const stored = { node: 'node-a', text, desired: parseDesiredSize(text, { node: 'node-a', subject }) }

const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['node-a'] }]
const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms: [{ matchFields }] }
const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } }
const noRoom = { type: 'PodScheduled', status: 'False', message: '0/1 nodes are available: 1 Insufficient cpu.' }

/** For node-a, and not bound to it. */
function unbound(requests: QuantityText, conditions: object[]): Pod {
  const { metadata, spec } = balloonPod(requests)
  const { nodeName: _, ...rest } = spec
  return { metadata, spec: { ...rest, affinity }, status: { phase: 'Pending', conditions } } as Pod
}

interface Situation {
  readonly requests: QuantityText
  readonly conditions?: object[]
  /** The cpu that another pod requests. */
  readonly cpu?: string
  readonly willShrink?: boolean
  readonly allocatable?: Readonly<Record<string, string>>
}

/** The node has 4 cores and 16Gi. */
function decide({ requests, conditions = [noRoom], cpu = '1', willShrink = false, allocatable }: Situation) {
  const pods = [unbound(requests, conditions), workload('web', cpu, '2Gi')]
  const size = measure({ node: node(allocatable && { allocatable }), pods, installation })
  const action = reconcile({ size, stored, willShrink, unchangedMs: 0 })
  return action.kind === 'noop' ? [action.why.reason] : [action.kind, action.why.reason, formatAmounts(action.to)]
}

describe('a balloon that is not bound', () => {
  test.each<[string, Situation, readonly unknown[]]>([
    [
      'gets the room that there is',
      { requests: { cpu: '2', memory: '4Gi' }, cpu: '3500m' },
      ['fit', 'BornTooLarge', { cpu: '500m', memory: '4Gi' }],
    ],
    ['gets no more than what is desired', { requests: tooLarge }, ['fit', 'BornTooLarge', wanted]],
    [
      'gets the floor before allocatable shrinks',
      { requests: tooLarge, willShrink: true },
      ['fit', 'BornTooLarge', floor],
    ],
    [
      'on a full node gets the floor',
      { requests: wanted, cpu: '4' },
      ['fit', 'BornTooLarge', { cpu: '1m', memory: '4Gi' }],
    ],
    ['waits for what is not room', { requests: wanted }, ['NotResizableNow']],
    ['is the scheduler’s at first', { requests: tooLarge, conditions: [] }, ['NotResizableNow']],
    [
      'of a node that reports nothing stays',
      { requests: wanted, allocatable: { cpu: '0', memory: '0' } },
      ['NotResizableNow'],
    ],
  ])('%s', (_, situation, expected) => expect(decide(situation)).toEqual(expected))
})
