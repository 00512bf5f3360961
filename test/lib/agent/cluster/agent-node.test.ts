import { describe, expect, test } from '@jest/globals'
import { podFactsOf } from '../../../../src/lib/agent/cluster/agent-node.ts'
import type { NodeReport } from '../../../../src/lib/agent/ports/agent-node.ts'
import { agent, balloon } from '../../../../src/lib/names.ts'
import { refusal } from '../../../support/api-server.ts'
import { InProcess, type Mishap } from '../../../support/in-process.ts'
import { patient } from '../../cluster/http/rest-to.ts'

const report: NodeReport = {
  condition: { status: 'True', reason: 'Good', message: 'good' },
  annotation: '{}',
}
const worse: NodeReport = { ...report, condition: { ...report.condition, status: 'False' } }

interface NodeBody {
  readonly status: { readonly conditions: readonly { type: string; lastHeartbeatTime: string }[] }
}

/** Answers the first so many patches with this status. */
const failing = (status: number, times: number): ((call: { method: string }) => Mishap | undefined) => {
  let left = times
  return ({ method }) =>
    method === 'PATCH' && left-- > 0
      ? {
          kind: 'answer',
          status,
          body: refusal(status, 'Conflict', { details: { name: 'node-a', kind: 'nodes' } }).body,
        }
      : undefined
}

describe('the report of an agent on its Node', () => {
  test('is one read and one patch at first, then one patch per change, and none without a change', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    for (const next of [report, report, worse, worse, report]) await node.report(next, patient)
    expect(world.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/nodes/node-a',
      ...Array(3).fill('PATCH /api/v1/nodes/node-a/status'),
    ])
  })

  test('needs no read while the Node is watched', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    for await (const _ of node.watch(patient)) break
    const { requests } = await world.count(() => node.report(report, patient))
    expect(requests).toBe(1)
  })

  test('is sent every five minutes for its heartbeat', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    await node.report(report, patient)
    const hour = async () => {
      for (let minute = 0; minute < 60; minute++) {
        await world.clock.sleep(60_000, patient.signal)
        await node.report(report, patient)
      }
    }
    expect((await world.count(hour)).requests).toBe(12)
  })

  test('is made again after a conflict, from the Node as it is then', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    world.mishap = failing(409, 2)
    expect(await node.report(report, patient)).toBe('written')
    expect(world.sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'PATCH', 'GET', 'PATCH'])
  })

  test('fails after three conflicts', async () => {
    using world = new InProcess()
    world.mishap = failing(409, 3)
    const asked = world.cluster.agentNode('node-a').report(report, patient)
    await expect(asked).rejects.toMatchObject({ code: 'conflict', fact: { reason: 'WriteConflict' } })
  })

  test('waits while the server has too much to do', async () => {
    using world = new InProcess()
    world.mishap = failing(429, 4)
    expect(await world.cluster.agentNode('node-a').report(report, patient)).toBe('written')
  })

  test('whose answer was lost is read before the next one', async () => {
    using world = new InProcess()
    const node = world.cluster.agentNode('node-a')
    world.mishap = ({ method }) => (method === 'PATCH' ? { kind: 'lose-answer' } : undefined)
    await expect(node.report(report, patient)).rejects.toMatchObject({ code: 'unreachable' })
    world.mishap = () => undefined
    expect((await world.count(() => node.report(report, patient))).requests).toBe(1)
    expect((await world.count(() => node.report(worse, patient))).requests).toBe(1)
  })

  test('keeps its heartbeat while the kubelet renews its own', async () => {
    using world = new InProcess()
    await world.cluster.agentNode('node-a').report(report, patient)
    const heartbeats = () => {
      const { status } = world.asAdmin<NodeBody>({ method: 'GET', path: '/api/v1/nodes/node-a' })
      return Object.fromEntries(status.conditions.map(({ type, lastHeartbeatTime }) => [type, lastHeartbeatTime]))
    }
    const before = heartbeats()
    await world.clock.sleep(400_000, patient.signal)
    const after = heartbeats()
    expect(after[agent.condition]).toBe(before[agent.condition])
    expect(after['Ready']).not.toBe(before['Ready'])
  })
})

type Quantities = Record<string, string>

const pod = (metadata: object, requests?: Quantities, allocatedResources?: Quantities) => ({
  metadata,
  spec: { containers: [{ name: balloon.container, resources: { ...(requests && { requests }) } }] },
  status: { containerStatuses: [{ name: balloon.container, allocatedResources }] } as never,
})
const label = { [balloon.podLabel.key]: balloon.podLabel.value }
const owner = (kind: string, controller: boolean) => ({
  ownerReferences: [{ apiVersion: 'v1', kind, name: 'a', uid: 'u', controller }],
})
const floor = { cpu: '1m', memory: '16Mi' }

describe('a pod of the node', () => {
  test.each([
    ['a usual one', {}, false],
    ['one of a ReplicaSet', owner('ReplicaSet', true), false],
    ['one of a DaemonSet', owner('DaemonSet', true), true],
    ['one that a DaemonSet has, but does not control', owner('DaemonSet', false), false],
    ['the mirror of a static one', { annotations: { 'kubernetes.io/config.mirror': 'hash' } }, true],
    ['a static one, as the kubelet lists it', { annotations: { 'kubernetes.io/config.source': 'file' } }, true],
    ['a usual one, as the kubelet lists it', { annotations: { 'kubernetes.io/config.source': 'api' } }, false],
  ])('%s stays in a drain: %#', (_, metadata, stays) => {
    expect(podFactsOf(pod(metadata)).staysOnDrain).toBe(stays)
  })

  test.each([
    ['a shutdown', 'Pod was terminated in response to imminent node shutdown.', 'Terminated'],
    ['pressure of its node', 'The node was low on resource: memory.', ''],
  ])('one that its kubelet has ended, with 0 and without a reason, for %s', (_what, message, reason) => {
    const conditions = [{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message }]
    expect(podFactsOf({ ...pod({}), status: { phase: 'Succeeded', conditions } }).reason).toBe(reason)
  })

  test.each([
    ['Always', true],
    [undefined, true],
    ['OnFailure', false],
    ['Never', false],
  ] as const)('with restartPolicy %s, it restarts always: %s', (restartPolicy, expected) => {
    const made = pod({ creationTimestamp: '2026-11-22T20:00:00Z' })
    const { restartsAlways, createdAt } = podFactsOf({
      ...made,
      spec: { ...made.spec, ...(restartPolicy && { restartPolicy }) },
    })
    expect({ restartsAlways, createdAt }).toEqual({ restartsAlways: expected, createdAt: Date.UTC(2026, 10, 22, 20) })
  })

  test.each([
    ['no balloon', {}, { cpu: '4', memory: '1Gi' }, undefined, false],
    ['a balloon at its floor', { labels: label }, floor, floor, false],
    ['a larger balloon', { labels: label }, { cpu: '2', memory: '16Mi' }, floor, true],
    [
      'a balloon that the kubelet has not made smaller yet',
      { labels: label },
      floor,
      { cpu: '1m', memory: '1Gi' },
      true,
    ],
    ['a balloon without requests', { labels: label }, undefined, undefined, false],
  ])('%s is above its floor: %#', (_, metadata, requests, allocated, above) => {
    expect(podFactsOf(pod(metadata, requests, allocated)).balloonAboveFloor).toBe(above)
  })
})
