import { describe, expect, test } from '@jest/globals'
import type { Counted } from '../../../src/sandbox/core/accounting/aggregate.ts'
import { limitsForQuota } from '../../../src/sandbox/core/accounting/limits.ts'
import { podOf, podsPath } from '../talk.ts'
import { startPods } from '../world/pods.ts'

test('a quota charges pods that have ended for their number alone', () => {
  const pods = startPods()
  const hard = { 'count/pods': '9', 'limits.cpu': '9', pods: '9', 'requests.cpu': '9' }
  pods.must('POST', '/api/v1/namespaces/default/resourcequotas', { body: { metadata: { name: 'q' }, spec: { hard } } })
  const limits = { cpu: '1500m' }
  for (const name of ['first', 'too-much']) {
    const body = podOf(name, { cpu: '1500m' }, { nodeName: 'node-a' })
    body.spec.containers[0].resources.limits = limits
    pods.must('POST', podsPath('default'), { body })
    pods.sandbox.advance(1000)
  }
  expect(pods.get('too-much').status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' })
  expect(pods.must('GET', '/api/v1/namespaces/default/resourcequotas/q').status.used).toEqual({
    'count/pods': '2',
    'limits.cpu': '1500m',
    pods: '1',
    'requests.cpu': '1500m',
  })
})

describe('limits', () => {
  const limits = (cpu: string) => ({ limits: { cpu } })
  const status = (name: string, cpu: string) => ({ name, resources: limits(cpu) })
  const pod = (spec: object, found: object = {}): Counted => ({ spec, status: found }) as unknown as Counted
  const charged = (counted: Counted, minor = 36): bigint => limitsForQuota(counted, { minor }).cpu

  test('are those of the containers and their sidecars, or of an init container beside them', () => {
    const containers = [{ name: 'a', resources: limits('1') }]
    const initContainers = [
      { name: 's', restartPolicy: 'Always', resources: limits('500m') },
      { name: 'i', resources: limits('2') },
    ]
    expect(charged(pod({ containers }))).toBe(1000n)
    expect(charged(pod({ containers, initContainers: initContainers.slice(0, 1) }))).toBe(1500n)
    expect(charged(pod({ containers, initContainers }))).toBe(2500n)
  })

  test('get overhead only where there are any', () => {
    const overhead = { cpu: '50m', memory: '64Mi' }
    const counted = pod({ containers: [{ name: 'a', resources: limits('1') }], overhead })
    expect(limitsForQuota(counted, { minor: 36 })).toEqual({ cpu: 1050n, memory: 0n })
  })

  test('of the pod as a whole replace those of its containers', () => {
    expect(charged(pod({ containers: [{ name: 'a', resources: limits('1') }], resources: limits('3') }))).toBe(3000n)
  })

  test('count as they are asked for or applied, whichever is more, container by container up to 1.36', () => {
    const containers = [
      { name: 'a', resources: limits('1') },
      { name: 'b', resources: limits('2') },
    ]
    const counted = pod({ containers }, { containerStatuses: [status('a', '2'), status('b', '1')] })
    expect([charged(counted, 32), charged(counted, 36), charged(counted, 37)]).toEqual([3000n, 4000n, 3000n])
  })

  test.each([36, 37])('that can never be granted do not count in 1.%d', (minor) => {
    const conditions = [{ type: 'PodResizePending', reason: 'Infeasible' }]
    const containers = [{ name: 'a', resources: limits('9') }]
    expect(charged(pod({ containers }, { conditions, containerStatuses: [status('a', '1')] }), minor)).toBe(1000n)
  })
})
