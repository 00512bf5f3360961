import { describe, expect, test } from '@jest/globals'
import { podOf, podsPath } from '../talk.ts'
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

  test('grows, shrinks and refuses nothing, while the API server goes on', () => {
    const pods = startPods()
    pods.runs('p', '300m')
    pods.sandbox.stopKubelet('node-a')
    pods.sandbox.advance(50_000)
    for (const cpu of ['900m', '300m', '100m', '500m']) {
      const { metadata, status } = pods.resize('p', cpu)
      pods.sandbox.advance(1000)
      expect(status.observedGeneration).toBeLessThan(metadata.generation)
      expect(pods.cpuOf('p')).toBe(`${cpu} 300m`)
    }
    expect(() => pods.resize('p', '99')).toThrow('403')
  })

  test('starts, finishes and ends nothing until it is back', () => {
    const pods = startPods()
    pods.runs('ends', '100m')
    pods.runs('resized', '100m')
    const body = podOf('starts', { cpu: '1m', memory: '16Mi' }, { nodeName: 'node-a' })
    pods.must('POST', podsPath('default'), { body })
    pods.resize('resized', '200m')
    pods.must('DELETE', podsPath('default', 'ends'), { query: { gracePeriodSeconds: '2' } })
    pods.sandbox.kubeletDelay(0)
    pods.sandbox.advance(12)
    pods.sandbox.stopKubelet('node-a')
    const before = ['starts', 'resized', 'ends'].map(pods.get)
    pods.sandbox.advance(10_000)
    expect(['starts', 'resized', 'ends'].map(pods.get)).toEqual(before)
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(35_000)
    expect(pods.get('starts').status.phase).toBe('Running')
    expect(pods.cpuOf('resized')).toBe('200m 200m')
    expect(conditionOf(pods.get('resized'), 'PodResizeInProgress')).toBeUndefined()
    expect(pods.ask('GET', podsPath('default', 'ends')).status).toBe(404)
  })

  test('makes its pods unready when its node is lost, and ready again', () => {
    const pods = startPods()
    pods.runs('p', '1m')
    const readiness = () => conditionOf(pods.get('p'), 'Ready').status
    pods.sandbox.stopKubelet('node-a')
    pods.sandbox.advance(30_000)
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.stopKubelet('node-a')
    pods.sandbox.advance(30_000)
    expect(readiness()).toBe('True')
    pods.sandbox.advance(20_000)
    expect(readiness()).toBe('False')
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(2000)
    expect(readiness()).toBe('True')
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

test('a critical pod that would not fit even alone kills nobody', () => {
  const pods = startPods()
  pods.runs('p', '1500m')
  pods.runs('critical', '100m', { priorityClassName: 'system-node-critical' })
  pods.runs('other', '1', { priorityClassName: 'system-node-critical', nodeName: 'node-a' })
  expect(pods.get('p').status).toMatchObject({ phase: 'Failed', reason: 'Preempting' })
  pods.runs('q', '500m')
  pods.resize('critical', '1500m')
  pods.sandbox.advance(1000)
  expect(pods.get('q').status.phase).toBe('Running')
  expect(pods.cpuOf('critical')).toBe('1500m 100m Deferred')
})

test('a critical pod that grows kills others', () => {
  const pods = startPods()
  pods.runs('p', '1500m')
  pods.runs('critical', '100m', { priorityClassName: 'system-node-critical' })
  pods.resize('critical', '1')
  pods.sandbox.advance(1000)
  expect(pods.get('p').status).toMatchObject({ phase: 'Failed', reason: 'Preempting' })
  expect(pods.cpuOf('critical')).toBe('1 1')
})

test('a node that comes back under its name has nothing of its former pods', () => {
  const pods = startPods()
  pods.runs('p', '2')
  const node = pods.must('GET', '/api/v1/nodes/node-a')
  pods.must('DELETE', '/api/v1/nodes/node-a')
  pods.sandbox.advance(61_000)
  const { name, labels } = node.metadata
  pods.must('POST', '/api/v1/nodes', { body: { metadata: { name, labels }, status: node.status } })
  pods.runs('q', '2')
  expect(pods.get('q').status.phase).toBe('Running')
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
