import { describe, expect, test } from '@jest/globals'
import { podsPath } from '../talk.ts'
import { conditionOf, eventsOf, startPods } from './pods.ts'

describe('a kubelet that is stopped', () => {
  test('says nothing, and its node is lost after a while', () => {
    const pods = startPods()
    pods.runs('p', '1m')
    pods.sandbox.stopKubelet('node-a')
    pods.resize('p', '500m')
    pods.sandbox.advance(30_000)
    const readiness = () => conditionOf(pods.must('GET', '/api/v1/nodes/node-a'), 'Ready').status
    expect(pods.cpuOf('p')).toBe('500m 1m')
    expect(pods.get('p').status.observedGeneration).toBe(1)
    expect(readiness()).toBe('True')
    pods.sandbox.advance(20_000)
    expect(readiness()).toBe('Unknown')
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(2000)
    expect(readiness()).toBe('True')
  })

  test('judges what it finds 30 s after its start, and what comes later at once', () => {
    const pods = startPods()
    pods.runs('p', '1m')
    pods.runs('q', '1m')
    pods.sandbox.stopKubelet('node-a')
    pods.resize('p', '500m')
    pods.sandbox.advance(10_000)
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(5000)
    expect(pods.get('p').status.observedGeneration).toBe(2)
    expect(conditionOf(pods.get('p'), 'PodResizePending')).toBeUndefined()
    pods.resize('q', '500m')
    pods.sandbox.advance(1000)
    expect([pods.cpuOf('p'), pods.cpuOf('q')]).toEqual(['500m 1m', '500m 500m'])
    pods.sandbox.advance(26_000)
    expect(pods.cpuOf('p')).toBe('500m 500m')
  })

  test('keeps what it granted, and what it deferred', () => {
    const pods = startPods()
    pods.runs('other', '1500m')
    pods.runs('p', '1m')
    pods.resize('p', '1')
    pods.sandbox.advance(1000)
    pods.sandbox.stopKubelet('node-a')
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(40_000)
    expect([pods.cpuOf('other'), pods.cpuOf('p')]).toEqual(['1500m 1500m', '1 1m Deferred'])
  })

  test('frees what was deleted behind its back when it is back', () => {
    const pods = startPods()
    pods.runs('other', '1500m')
    pods.sandbox.stopKubelet('node-a')
    pods.must('DELETE', podsPath('default', 'other'), { query: { gracePeriodSeconds: '0' } })
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(1000)
    pods.runs('p', '2')
    expect(pods.get('p').status.phase).toBe('Running')
  })
})

test('a slow kubelet answers late', () => {
  const pods = startPods()
  pods.runs('p', '1m')
  pods.sandbox.kubeletDelay(5000)
  pods.resize('p', '500m')
  pods.sandbox.advance(4900)
  expect(pods.cpuOf('p')).toBe('500m 1m')
  pods.sandbox.advance(200)
  expect(pods.cpuOf('p')).toBe('500m 500m')
})

test('a pod that comes too late is rejected for good', () => {
  const pods = startPods()
  pods.runs('balloon', '1500m')
  pods.runs('p', '1500m')
  expect(pods.get('p').status).toMatchObject({
    phase: 'Failed',
    reason: 'OutOfcpu',
    message: "Pod was rejected: Node didn't have enough resource: cpu, requested: 1500, used: 1500, capacity: 2000",
  })
})

test('a critical pod kills others to get in, as kubelets before 1.37 do', () => {
  const pods = startPods()
  pods.runs('p', '1500m')
  pods.runs('critical', '1', { priorityClassName: 'system-node-critical' })
  expect(pods.get('critical').status.phase).toBe('Running')
  expect(pods.get('p').status).toMatchObject({ phase: 'Failed', reason: 'Preempting' })
  expect(eventsOf(pods, 'p')).toEqual(['Warning Preempting: Preempted in order to admit critical pod'])
})

test('a pod that is deleted stays for its grace period, and holds its node for so long', () => {
  const pods = startPods()
  pods.runs('p', '1500m')
  const { metadata } = pods.must('DELETE', podsPath('default', 'p'), { query: { gracePeriodSeconds: '20' } })
  expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 20, deletionTimestamp: '2026-01-01T00:00:20Z' })
  pods.runs('q', '1')
  expect(pods.get('q').status.reason).toBe('OutOfcpu')
  pods.sandbox.advance(19_000)
  expect(pods.get('p').status.phase).toBe('Running')
  pods.sandbox.advance(1000)
  expect(pods.ask('GET', podsPath('default', 'p')).status).toBe(404)
})
