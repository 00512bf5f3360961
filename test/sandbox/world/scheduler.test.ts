import { describe, expect, test } from '@jest/globals'
import { type Body, podOf, podsPath, strategicPatch } from '../talk.ts'
import { conditionOf, eventsOf, type Pods, startPods } from './pods.ts'

const create = ({ must }: Pods, name: string, cpu: string, spec = {}): Body =>
  must('POST', podsPath('default'), { body: podOf(name, { cpu, memory: '16Mi' }, spec) })
const nodeOf = ({ get }: Pods, name: string): string | undefined => get(name).spec.nodeName

describe('the scheduler', () => {
  test('spreads pods over the nodes', () => {
    const pods = startPods()
    for (const name of ['a', 'b', 'c']) create(pods, name, '500m')
    pods.sandbox.advance(1000)
    expect(['a', 'b', 'c'].map((name) => nodeOf(pods, name)).sort()).toEqual(['node-a', 'node-b', 'node-c'])
    expect(pods.get('a').status.phase).toBe('Running')
  })

  test('says why a pod fits nowhere, and binds it when there is room', () => {
    const pods = startPods({ nodes: 2 })
    for (const node of ['node-a', 'node-b']) pods.runs(`on-${node}`, '1500m', { nodeName: node })
    create(pods, 'p', '1')
    pods.sandbox.advance(1000)
    const message =
      '0/2 nodes are available: 2 Insufficient cpu. preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.'
    expect(conditionOf(pods.get('p'), 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message,
    })
    expect(eventsOf(pods, 'p')).toEqual([`Warning FailedScheduling: ${message}`])
    pods.resize('on-node-b', '100m')
    pods.sandbox.advance(200)
    expect(nodeOf(pods, 'p')).toBe('node-b')
  })

  test('counts what a deferred resize asks for', () => {
    const pods = startPods({ nodes: 1 })
    pods.runs('other', '1500m')
    pods.runs('p', '1m')
    pods.resize('p', '1')
    pods.sandbox.advance(1000)
    create(pods, 'late', '300m')
    pods.sandbox.advance(1000)
    expect(nodeOf(pods, 'late')).toBeUndefined()
  })

  test.each<[string, Body, Body]>([
    ['cordoned', { unschedulable: true }, {}],
    ['tainted', { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] }, {}],
    ['not selected', {}, { nodeSelector: { nowhere: 'yes' } }],
  ])('leaves a node that is %s alone', (_name, spec, podSpec) => {
    const pods = startPods({ nodes: 1 })
    pods.must('PATCH', '/api/v1/nodes/node-a', { body: { spec }, contentType: strategicPatch })
    create(pods, 'p', '1m', podSpec)
    pods.sandbox.advance(1000)
    expect(nodeOf(pods, 'p')).toBeUndefined()
  })

  test('lets a pod that tolerates a taint go there', () => {
    const pods = startPods({ nodes: 1 })
    const body = { spec: { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] } }
    pods.must('PATCH', '/api/v1/nodes/node-a', { body, contentType: strategicPatch })
    create(pods, 'p', '1m', { tolerations: [{ key: 'a', operator: 'Equal', value: 'b' }] })
    pods.sandbox.advance(1000)
    expect(nodeOf(pods, 'p')).toBe('node-a')
  })

  test('sometimes is too late to see that a node has filled up', () => {
    const outcomes = Array.from({ length: 40 }, (_, seed) => {
      const pods = startPods({ nodes: 1, seed })
      pods.runs('balloon', '1m')
      create(pods, 'p', '1500m')
      pods.sandbox.advance(seed % 16)
      pods.resize('balloon', '1500m')
      pods.sandbox.advance(2000)
      const { phase, reason } = pods.get('p').status
      return `${reason ?? phase}, ${pods.cpuOf('balloon').includes('Deferred') ? 'deferred' : 'grown'}`
    })
    expect(new Set(outcomes)).toEqual(new Set(['OutOfcpu, grown', 'Pending, grown', 'Running, deferred']))
  })

  test('is the same again with the same seed', () => {
    const run = () => {
      const pods = startPods({ seed: 7 })
      for (const name of ['a', 'b', 'c', 'd']) create(pods, name, '700m')
      pods.sandbox.advance(3000)
      return pods.must('GET', podsPath('default'))
    }
    expect(run()).toEqual(run())
  })

  test('holds no room for a pod that will not be bound any more', () => {
    for (let ms = 0; ms < 16; ms++) {
      const pods = startPods({ nodes: 1 })
      const pod = podOf('held', { cpu: '2', memory: '16Mi' })
      const metadata = { ...pod.metadata, finalizers: ['example.com/x'] }
      pods.must('POST', podsPath('default'), { body: { ...pod, metadata } })
      pods.sandbox.advance(ms)
      if (nodeOf(pods, 'held') !== undefined) return
      pods.must('DELETE', podsPath('default', 'held'))
      create(pods, 'p', '2')
      pods.sandbox.advance(1000)
      expect(nodeOf(pods, 'p')).toBe('node-a')
    }
    throw new Error('it was never bound')
  })
})
