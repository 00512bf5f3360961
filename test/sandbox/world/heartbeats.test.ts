import { describe, expect, test } from '@jest/globals'
import { conditionOf, startPods } from './pods.ts'

describe('a kubelet that runs', () => {
  const lease = (pods: ReturnType<typeof startPods>) =>
    pods.must('GET', '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-a').spec.renewTime
  const heartbeat = (pods: ReturnType<typeof startPods>) =>
    conditionOf(pods.must('GET', '/api/v1/nodes/node-a'), 'Ready').lastHeartbeatTime

  test('renews the Lease of its node every ten seconds, and while it is stopped it does not', () => {
    const pods = startPods()
    pods.sandbox.advance(10_000)
    expect(lease(pods)).toBe('2026-01-01T00:00:10.000000Z')
    pods.sandbox.stopKubelet('node-a')
    pods.sandbox.advance(60_000)
    expect(lease(pods)).toBe('2026-01-01T00:00:10.000000Z')
    pods.sandbox.startKubelet('node-a')
    pods.sandbox.advance(10_000)
    expect(lease(pods)).toBe('2026-01-01T00:01:20.000000Z')
  })

  test('reports its node every five minutes, although nothing changes', () => {
    const pods = startPods()
    pods.sandbox.advance(299_000)
    expect(heartbeat(pods)).toBe('2026-01-01T00:00:00Z')
    pods.sandbox.advance(1000)
    expect(heartbeat(pods)).toBe('2026-01-01T00:05:00Z')
  })

  test('leaves no Lease behind when its node is deleted', () => {
    const pods = startPods()
    pods.must('DELETE', '/api/v1/nodes/node-a')
    pods.sandbox.advance(1000)
    expect(() => lease(pods)).toThrow(/404/)
  })
})
