import { describe, expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { type Expectation, judge, type ResizeVerdict } from '../../../../src/lib/sizes/model/verdict.ts'
import { balloonPod, pending } from '../../pods/samples.ts'
import { recorded } from './recordings.ts'

const deferral = (cpu: string) => `Node didn't have enough resource: cpu, requested: ${cpu}, used: 1500, capacity: 2000`
const kinds = (verdicts: readonly ResizeVerdict[]) => verdicts.map(({ kind }) => kind)

describe('what a real cluster sent', () => {
  test.each<[string, number, string, string, ResizeVerdict['kind'][]]>([
    ['watch-grow-accepted', 309, '500m', '1Gi', ['waiting', 'accepted', 'accepted']],
    ['watch-shrink-accepted', 310, '1m', '16Mi', ['waiting', 'applying', 'accepted']],
    ['watch-grow-deferred', 311, '1', '16Mi', ['waiting', 'deferred']],
    ['watch-deferred-replaced', 312, '700m', '16Mi', ['waiting', 'deferred']],
    ['watch-deferred-reverted', 313, '1m', '16Mi', ['waiting', 'accepted']],
    ['watch-deferred-then-room', 314, '1', '16Mi', ['accepted', 'accepted']],
    ['get-kubelet-down', 51, '900m', '64Mi', ['waiting']],
    ['watch-deferred-replaced', 311, '1', '16Mi', ['superseded', 'superseded']],
    ['watch-grow-accepted', 310, '500m', '1Gi', ['waiting', 'waiting', 'waiting']],
  ])('%s, generation %d', (name, generation, cpu, memory, expected) => {
    const pods = recorded(name)
    const expectation = { uid: pods[0]!.metadata.uid, generation, wanted: amountsOf({ cpu, memory }) }
    expect(kinds(pods.map((pod) => judge(pod, expectation)))).toEqual(expected)
  })

  test('keeps the words of the kubelet', () => {
    const [, pod] = recorded('watch-grow-deferred')
    const expectation = { uid: pod!.metadata.uid, generation: 311, wanted: amountsOf({ cpu: '1', memory: '16Mi' }) }
    expect(judge(pod, expectation)).toEqual({ kind: 'deferred', kubeletMessage: deferral('1000') })
  })
})

const small = { cpu: '1m', memory: '16Mi' }
const large = { cpu: '1', memory: '1Gi' }
const expectation: Expectation = { uid: 'balloon-uid', generation: 5, wanted: amountsOf(large) }

interface Sketch {
  readonly asked?: typeof large
  readonly granted?: typeof large
  readonly metadata?: Partial<Pod['metadata']>
  readonly status?: Pod['status']
}

const balloon = ({ asked = large, granted = small, metadata = {}, status = {} }: Sketch = {}): Pod =>
  balloonPod(asked, granted, {
    metadata: { uid: 'balloon-uid', generation: 5, ...metadata },
    status: { observedGeneration: 5, ...status },
  })

const enormous = { cpu: '2', memory: '2Gi' }
const applied = (requests: typeof large) => ({
  containerStatuses: [{ name: 'balloon', allocatedResources: large, resources: { requests } }],
})

const inProgress = (reason?: string) => ({
  ...{ type: 'PodResizeInProgress', status: 'True', message: 'runtime says no', observedGeneration: 5 },
  ...(reason === undefined ? {} : { reason }),
})

test.each<[string, Pod | undefined, ResizeVerdict]>([
  ['a balloon that is gone is lost', undefined, { kind: 'lost' }],
  ['a balloon with another uid was replaced', balloon({ metadata: { uid: 'other' } }), { kind: 'lost' }],
  [
    'a terminating balloon is lost, whatever it was granted',
    balloon({ granted: large, metadata: { deletionTimestamp: '2026-11-21T09:31:59Z' } }),
    { kind: 'lost' },
  ],
  ['a failed balloon is lost', balloon({ status: { phase: 'Failed' } }), { kind: 'lost' }],
  ['a succeeded balloon is lost', balloon({ status: { phase: 'Succeeded' } }), { kind: 'lost' }],
  [
    'a view from before the resize tells nothing',
    balloon({ asked: small, metadata: { generation: 4 } }),
    { kind: 'waiting', why: { reason: 'KubeletNotLooked' } },
  ],
  ['somebody asked for something else', balloon({ asked: small }), { kind: 'superseded', requested: amountsOf(small) }],
  [
    'another spelling of the same request is no other request',
    balloon({ asked: { cpu: '1000m', memory: '1024Mi' }, granted: { cpu: '1', memory: '1073741824' } }),
    { kind: 'accepted' },
  ],
  [
    'a kubelet that has not looked is waited for',
    balloon({ granted: large, status: { observedGeneration: 4 } }),
    { kind: 'waiting', why: { reason: 'KubeletNotLooked' } },
  ],
  [
    'a kubelet that looked and says nothing has just been restarted',
    balloon(),
    { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
  ],
  [
    'a balloon without granted resources is waited for',
    balloon({ status: { containerStatuses: [] } }),
    { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
  ],
  [
    'what is deferred is not granted',
    balloon({ status: { conditions: [pending('Deferred', 'full', 5)] } }),
    { kind: 'deferred', kubeletMessage: 'full' },
  ],
  [
    'a condition of this resize counts before the status as a whole has caught up',
    balloon({ status: { observedGeneration: 4, conditions: [pending('Deferred', 'full', 5)] } }),
    { kind: 'deferred', kubeletMessage: 'full' },
  ],
  [
    'one of an earlier resize does not, then',
    balloon({ status: { observedGeneration: 4, conditions: [pending('Deferred', 'full', 4)] } }),
    { kind: 'waiting', why: { reason: 'KubeletNotLooked' } },
  ],
  [
    'what is infeasible never will be',
    balloon({ status: { conditions: [pending('Infeasible', 'swap', 5)] } }),
    { kind: 'infeasible', kubeletMessage: 'swap' },
  ],
  [
    'a condition of an earlier resize does not count',
    balloon({ status: { conditions: [pending('Deferred', 'full', 4)] } }),
    { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
  ],
  [
    'a condition that is False does not count',
    balloon({ granted: large, status: { conditions: [{ ...pending('Deferred', 'full', 5), status: 'False' }] } }),
    { kind: 'accepted' },
  ],
  ['what is granted is accepted', balloon({ granted: large }), { kind: 'accepted' }],
  [
    'what is being applied to a larger balloon is accepted: the scheduler counts what it requests',
    balloon({ granted: large, status: { ...applied(small), conditions: [inProgress()] } }),
    { kind: 'accepted' },
  ],
  ...(['cpu', 'memory'] as const).map((resource): [string, Pod, ResizeVerdict] => [
    `what is being applied is waited for while more ${resource} is applied, which the scheduler counts`,
    balloon({
      granted: large,
      status: { ...applied({ ...large, [resource]: enormous[resource] }), conditions: [inProgress()] },
    }),
    { kind: 'applying', why: { reason: 'RuntimeNotDone' } },
  ]),
  [
    'what an earlier resize applies is not waited for',
    balloon({
      granted: large,
      status: { ...applied(enormous), conditions: [{ ...inProgress(), observedGeneration: 4 }] },
    }),
    { kind: 'accepted' },
  ],
  [
    'more that is applied without a resize is rounded',
    balloon({ granted: large, status: applied(enormous) }),
    { kind: 'accepted' },
  ],
  [
    'a runtime that does not say what it applies is not waited for',
    balloon({ granted: large, status: { conditions: [inProgress()] } }),
    { kind: 'accepted' },
  ],
  [
    'what cannot be applied is accepted with a warning',
    balloon({ granted: large, status: { ...applied(enormous), conditions: [inProgress('Error')] } }),
    { kind: 'accepted', runtimeMessage: 'runtime says no' },
  ],
  ...[
    [inProgress(), pending('Deferred', 'full', 5)],
    [pending('Deferred', 'full', 5), inProgress('Error')],
  ].map((conditions): [string, Pod, ResizeVerdict] => [
    `what is deferred while an earlier resize is still applied is deferred (${conditions[0]?.type} first)`,
    balloon({ status: { conditions } }),
    { kind: 'deferred', kubeletMessage: 'full' },
  ]),
  [
    'both resources must be granted',
    balloon({ granted: { cpu: '1', memory: '16Mi' } }),
    { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
  ],
])('%s', (_, pod, verdict) => {
  expect(judge(pod, expectation)).toEqual(verdict)
})

describe('a kubelet 1.33, which names no generations', () => {
  const old = (granted: typeof large, message?: string, reason: 'Deferred' | 'Infeasible' = 'Deferred'): Pod => {
    const { observedGeneration: _, ...status } = balloon({ granted }).status ?? {}
    const conditions = message === undefined ? [] : [pending(reason, message)]
    return { ...balloon(), status: { ...status, conditions } }
  }
  const tooMuch = (cpu: string) => `Node didn't have enough capacity: cpu, requested: ${cpu}, capacity: 500`

  test.each<[string, Pod, ResizeVerdict]>([
    ['accepts by granting', old(large), { kind: 'accepted' }],
    ['is waited for while it says nothing', old(small), { kind: 'waiting', why: { reason: 'KubeletNotDecided' } }],
    ['defers', old(small, deferral('1000')), { kind: 'deferred', kubeletMessage: deferral('1000') }],
    ['defers in words that we do not know', old(small, 'full'), { kind: 'deferred', kubeletMessage: 'full' }],
    [
      'still shows why it deferred an earlier resize',
      old(small, deferral('1700')),
      { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
    ],
    [
      'refuses for good',
      old(small, tooMuch('1000'), 'Infeasible'),
      { kind: 'infeasible', kubeletMessage: tooMuch('1000') },
    ],
    [
      'still shows why it refused an earlier resize for good',
      old(small, tooMuch('1700'), 'Infeasible'),
      { kind: 'waiting', why: { reason: 'KubeletNotDecided' } },
    ],
  ])('%s', (_, pod, verdict) => {
    expect(judge(pod, expectation)).toEqual(verdict)
  })
  test('is known to show what was before by what it requested then', () => {
    const before = { ...balloon({ asked: small }), metadata: { ...balloon().metadata, generation: 0 } }
    const from = amountsOf(small)
    expect(judge(before, { ...expectation, generation: 0, from })).toEqual({
      kind: 'waiting',
      why: { reason: 'KubeletNotLooked' },
    })
    expect(judge(before, { ...expectation, generation: 0 })).toEqual({
      kind: 'superseded',
      requested: amountsOf(small),
    })
  })
})
