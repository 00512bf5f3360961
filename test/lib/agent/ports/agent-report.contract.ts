import { expect } from '@jest/globals'
import type { AgentNode, NodeReport } from '../../../../src/lib/agent/ports/agent-node.ts'
import { agent } from '../../../../src/lib/names.ts'
import { conditionOf, type Node, ownNode } from '../../../contract/nodes.ts'
import { good, make, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const report: NodeReport = {
  condition: { status: 'True', reason: 'Good', message: 'the kubelet runs with the global document' },
  annotation: '{"phase":"Good"}',
}
const other: NodeReport = { ...report, condition: { ...report.condition, status: 'False', reason: 'RolledBack' } }

interface Room {
  readonly node: AgentNode
  readonly name: string
  readonly path: string
}

/** A Node of the case's own, without a kubelet. */
async function room(subject: PortSubject): Promise<Room> {
  const { name, path } = await ownNode(subject)
  return { node: (await subject.connect()).agentNode(name), name, path }
}

const ours = async (subject: PortSubject, { path }: Room) => {
  const node = await read<Node>(subject, path)
  return {
    node,
    condition: conditionOf(node, agent.condition),
    annotation: node.metadata.annotations?.[agent.annotation.status],
  }
}

const heartbeatAt = (time: string, ms: number) => {
  const at = new Date(Date.parse(time) + ms).toISOString().replace('.000Z', 'Z')
  return { lastHeartbeatTime: at, lastTransitionTime: '2026-01-02T03:04:05Z' }
}

/** What an agent writes to its Node. */
export const agentReportCases: readonly PortCase[] = [
  {
    name: 'agent node: a report is our condition and our annotation, beside those of others',
    async run(subject) {
      const own = await room(subject)
      const theirs = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'is ready' }
      good(await subject.request(patchCall(`${own.path}/status`, 'strategic', { status: { conditions: [theirs] } })))
      good(await subject.request(patchCall(own.path, 'merge', { metadata: { annotations: { team: 'a' } } })))
      expect(await own.node.report(report, limits)).toBe('written')
      const { node, condition, annotation } = await ours(subject, own)
      expect(condition).toMatchObject({ type: agent.condition, ...report.condition })
      expect(annotation).toBe(report.annotation)
      expect(conditionOf(node, 'Ready')).toMatchObject(theirs)
      expect(node.metadata.annotations).toMatchObject({ team: 'a' })
    },
  },
  {
    name: 'agent node: a report that the Node has, with a recent heartbeat, is not made again',
    async run(subject) {
      const own = await room(subject)
      const { metadata } = await read<Node>(subject, own.path)
      const before = { type: agent.condition, ...report.condition, ...heartbeatAt(metadata.creationTimestamp, -60_000) }
      const annotations = { [agent.annotation.status]: report.annotation }
      const body = { metadata: { annotations }, status: { conditions: [before] } }
      good(await subject.request(patchCall(`${own.path}/status`, 'strategic', body)))
      expect(await own.node.report(report, limits)).toBe('unchanged')
      expect((await ours(subject, own)).condition).toEqual(before)
    },
  },
  {
    name: 'agent node: a heartbeat of five minutes ago is renewed, and one of the future',
    async run(subject) {
      for (const ms of [-301_000, 3_600_000]) {
        const own = await room(subject)
        const { metadata } = await read<Node>(subject, own.path)
        const old = { type: agent.condition, ...report.condition, ...heartbeatAt(metadata.creationTimestamp, ms) }
        good(await subject.request(patchCall(`${own.path}/status`, 'strategic', { status: { conditions: [old] } })))
        await own.node.report(report, limits)
        const { condition } = await ours(subject, own)
        expect(condition?.lastHeartbeatTime).not.toBe(old.lastHeartbeatTime)
        expect(condition?.lastTransitionTime).toBe(old.lastTransitionTime)
      }
    },
  },
  {
    name: 'agent node: lastTransitionTime is of the status, not of its reason',
    async run(subject) {
      const own = await room(subject)
      const old = '2026-01-02T03:04:05Z'
      const before = { type: agent.condition, ...report.condition, lastHeartbeatTime: old, lastTransitionTime: old }
      good(await subject.request(patchCall(`${own.path}/status`, 'strategic', { status: { conditions: [before] } })))
      await own.node.report({ ...report, condition: { ...report.condition, reason: 'Idle' } }, limits)
      expect((await ours(subject, own)).condition?.lastTransitionTime).toBe(old)
      await own.node.report(other, limits)
      const { lastTransitionTime, lastHeartbeatTime } = (await ours(subject, own)).condition!
      expect(lastTransitionTime).not.toBe(old)
      expect(lastHeartbeatTime).toBe(lastTransitionTime)
    },
  },
  {
    name: 'agent node: of a Node that does not exist, a report is told so and a withdrawal is done',
    async run(subject) {
      const node = (await subject.connect()).agentNode('nosuch')
      expect(await node.report(report, limits)).toBe('no-node')
      await node.withdraw(limits)
    },
  },
  {
    name: 'agent node: a user whom no policy limits is not limited, which leaves the Node as it was',
    async run(subject) {
      const own = await room(subject)
      const kept = async () => {
        const { node, ...report } = await ours(subject, own)
        // Controllers give a Node taints, and take them away.
        const spec = { ...node.spec, taints: undefined }
        return { ...report, labels: node.metadata.labels, spec, status: node.status }
      }
      await own.node.report(report, limits)
      const before = await kept()
      expect(await own.node.isLimited(limits)).toBe(false)
      expect(await kept()).toEqual(before)
      expect(await (await subject.connect()).agentNode('nosuch').isLimited(limits)).toBeUndefined()
    },
  },
  {
    name: 'agent node: a Node that was made again is reported again',
    async run(subject) {
      const own = await room(subject)
      await own.node.report(report, limits)
      await removeNow(subject, own.path)
      expect(await own.node.report(other, limits)).toBe('no-node')
      await make(subject, pathOf('nodes'), { metadata: { name: own.name } })
      expect(await own.node.report(other, limits)).toBe('written')
      expect((await ours(subject, own)).condition).toMatchObject(other.condition)
    },
  },
  {
    name: 'agent node: a withdrawal leaves what is not ours',
    async run(subject) {
      const own = await room(subject)
      const theirs = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'is ready' }
      good(await subject.request(patchCall(`${own.path}/status`, 'strategic', { status: { conditions: [theirs] } })))
      await own.node.report(report, limits)
      for (const _ of ['once', 'twice']) await own.node.withdraw(limits)
      const { node, condition, annotation } = await ours(subject, own)
      expect([condition, annotation]).toEqual([undefined, undefined])
      expect(conditionOf(node, 'Ready')).toMatchObject(theirs)
    },
  },
  {
    name: 'agent node: a kubelet that starts leaves the report as it is',
    slow: true,
    async run(subject) {
      const name = await subject.node()
      const own = { node: (await subject.connect()).agentNode(name), name, path: `${pathOf('nodes')}/${name}` }
      subject.afterwards(() => own.node.withdraw(limits))
      await own.node.report(report, limits)
      const before = await ours(subject, own)
      await subject.stopKubelet(name)
      await subject.startKubelet(name)
      const after = await ours(subject, own)
      expect(after.condition).toEqual(before.condition)
      expect(after.annotation).toBe(before.annotation)
    },
  },
]
