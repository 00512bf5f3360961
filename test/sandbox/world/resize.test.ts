import { describe, expect, test } from '@jest/globals'
import { type Body, podsPath, strategicPatch } from '../talk.ts'
import { conditionOf, eventsOf, startPods } from './pods.ts'

/** The part of a pod that a resize changes. */
const summary = ({ object: { metadata, status } }: Body): Body => {
  const { observedGeneration, containerStatuses, conditions } = status
  const resizes = conditions.filter(({ type }: Body) => type.startsWith('PodResize'))
  return {
    generation: metadata.generation,
    observedGeneration,
    allocated: containerStatuses[0].allocatedResources.cpu,
    actual: containerStatuses[0].resources.requests.cpu,
    conditions: resizes.map(({ type, reason, message }: Body) => [type, reason, message].filter(Boolean).join(' ')),
  }
}

describe('a resize', () => {
  test('that fits is granted, applied, and told in the steps of a real kubelet', () => {
    const pods = startPods()
    pods.runs('p', '1m')
    const { metadata } = pods.get('p')
    const { events } = pods.watch(podsPath('default'), { resourceVersion: metadata.resourceVersion })
    pods.resize('p', '500m')
    pods.sandbox.advance(1000)
    expect(events.map(summary)).toEqual([
      { generation: 2, observedGeneration: 1, allocated: '1m', actual: '1m', conditions: [] },
      { generation: 2, observedGeneration: 2, allocated: '500m', actual: '1m', conditions: ['PodResizeInProgress'] },
      { generation: 2, observedGeneration: 2, allocated: '500m', actual: '500m', conditions: [] },
    ])
    const what = '{"containers":[{"name":"c","resources":{"requests":{"cpu":"500m","memory":"16Mi"}}}],"generation":2}'
    expect(eventsOf(pods, 'p').sort()).toEqual([
      `Normal ResizeCompleted: Pod resize completed: ${what}`,
      `Normal ResizeStarted: Pod resize started: ${what}`,
    ])
  })

  test('that does not fit is deferred once, and the words stay until something else is asked', () => {
    const pods = startPods()
    pods.runs('other', '1500m')
    pods.runs('p', '1m')
    pods.resize('p', '1')
    pods.sandbox.advance(100)
    const deferred = pods.get('p')
    expect(conditionOf(deferred, 'PodResizePending')).toEqual({
      type: 'PodResizePending',
      status: 'True',
      reason: 'Deferred',
      message: "Node didn't have enough resource: cpu, requested: 1000, used: 1500, capacity: 2000",
      observedGeneration: 2,
      lastProbeTime: '2026-01-01T00:00:01Z',
      lastTransitionTime: '2026-01-01T00:00:01Z',
    })
    pods.sandbox.advance(366_000)
    expect(pods.get('p')).toEqual(deferred)
    pods.resize('p', '700m')
    pods.sandbox.advance(100)
    expect(conditionOf(pods.get('p'), 'PodResizePending')).toMatchObject({
      message: "Node didn't have enough resource: cpu, requested: 700, used: 1500, capacity: 2000",
      lastProbeTime: '2026-01-01T00:06:07Z',
      lastTransitionTime: '2026-01-01T00:00:01Z',
    })
    pods.resize('p', '1m')
    pods.sandbox.advance(100)
    expect(pods.cpuOf('p')).toBe('1m 1m')
  })

  test.each<[string, (pods: ReturnType<typeof startPods>) => unknown]>([
    ['deleted', ({ must }) => must('DELETE', podsPath('default', 'other'), { query: { gracePeriodSeconds: '0' } })],
    ['resized', ({ resize }) => resize('other', '500m')],
    [
      'finished',
      ({ must }) =>
        must('PATCH', `${podsPath('default', 'other')}/status`, {
          body: { status: { phase: 'Succeeded' } },
          contentType: strategicPatch,
        }),
    ],
  ])('that waits is granted soon after another pod is %s', (_name, free) => {
    const pods = startPods()
    pods.runs('other', '1500m')
    pods.runs('p', '1m')
    pods.resize('p', '1')
    pods.sandbox.advance(1000)
    expect(pods.cpuOf('p')).toBe('1 1m Deferred')
    free(pods)
    pods.sandbox.advance(100)
    expect(pods.cpuOf('p')).toBe('1 1')
  })

  test('that waits is looked at every three minutes even if nothing happened', () => {
    const pods = startPods()
    pods.runs('other', '1500m')
    pods.runs('p', '1m')
    pods.resize('p', '1')
    pods.sandbox.advance(1000)
    const body = { status: { allocatable: { cpu: '3' } } }
    pods.must('PATCH', '/api/v1/nodes/node-a/status', { body, contentType: strategicPatch })
    pods.sandbox.advance(170_000)
    expect(pods.cpuOf('p')).toBe('1 1m Deferred')
    pods.sandbox.advance(10_000)
    expect(pods.cpuOf('p')).toBe('1 1')
  })

  test('of a pod of higher priority goes first', () => {
    const pods = startPods()
    const body = { metadata: { name: 'high' }, value: 1000 }
    pods.must('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', { body })
    pods.runs('other', '1500m')
    pods.runs('low', '1m')
    pods.runs('high', '1m', { priorityClassName: 'high' })
    pods.resize('low', '1200m')
    pods.sandbox.advance(1000)
    pods.resize('high', '1200m')
    pods.sandbox.advance(1000)
    pods.resize('other', '1m')
    pods.sandbox.advance(1000)
    expect([pods.cpuOf('low'), pods.cpuOf('high')]).toEqual(['1200m 1m Deferred', '1200m 1200m'])
  })

  test('that asks for less is granted on a node that is too full', () => {
    const pods = startPods()
    pods.runs('p', '2')
    const body = { status: { allocatable: { cpu: '1' } } }
    pods.must('PATCH', '/api/v1/nodes/node-a/status', { body, contentType: strategicPatch })
    pods.resize('p', '900m')
    pods.sandbox.advance(100)
    expect(pods.cpuOf('p')).toBe('900m 900m')
  })

  test('that can never fit is infeasible for a kubelet of 1.35, and refused by a server of 1.36', () => {
    const old = startPods({ kubernetesVersion: '1.35' })
    old.runs('p', '1m')
    old.resize('p', '3')
    old.sandbox.advance(100)
    expect(conditionOf(old.get('p'), 'PodResizePending')).toMatchObject({
      reason: 'Infeasible',
      message: "Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000",
    })
    const pods = startPods()
    pods.runs('p', '1m')
    expect(() => pods.resize('p', '3')).toThrow('403')
  })

  test('that overtakes another is the one that is applied, whichever the runtime is done with first', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const pods = startPods({ seed })
      pods.runs('p', '1m')
      pods.sandbox.kubeletDelay(0)
      pods.resize('p', '500m')
      pods.sandbox.advance(1)
      pods.resize('p', '700m')
      pods.sandbox.advance(1000)
      const { status } = pods.get('p')
      expect(status.containerStatuses[0].resources.requests.cpu).toBe('700m')
      expect(conditionOf({ status }, 'PodResizeInProgress')).toBeUndefined()
    }
  })

  test('of parts of a byte stays in progress', () => {
    const pods = startPods()
    pods.runs('p', '1m')
    pods.must('PATCH', `${podsPath('default', 'p')}/resize`, {
      body: { spec: { containers: [{ name: 'c', resources: { requests: { memory: '16777216500m' } } }] } },
      contentType: strategicPatch,
    })
    pods.sandbox.advance(60_000)
    expect(conditionOf(pods.get('p'), 'PodResizeInProgress')).toBeDefined()
  })
})
