import { expect } from '@jest/globals'
import type { AgentNode } from '../../../../src/lib/agent/ports/agent-node.ts'
import { agent } from '../../../../src/lib/names.ts'
import { ownNode } from '../../../contract/nodes.ts'
import { parkedPod, podBody, runningPod } from '../../../contract/pods.ts'
import { good, make, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

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

const nameOf = (path: string): string => path.split('/').at(-1)!

/** What an agent reads of its Node. */
export const agentNodeCases: readonly PortCase[] = [
  {
    name: 'agent node: the watch begins with the Node as it is, and shows each change until it is gone',
    async run(subject) {
      const own = await room(subject)
      const annotation = agent.annotation.documents
      const changes: readonly (() => Promise<unknown>)[] = [
        async () => good(await subject.request(patchCall(own.path, 'merge', { spec: { unschedulable: true } }))),
        async () =>
          good(
            await subject.request(
              patchCall(own.path, 'merge', { metadata: { annotations: { [annotation]: 'freeze', team: 'a' } } }),
            ),
          ),
        () => removeNow(subject, own.path),
      ]
      const seen: unknown[] = []
      const left = [...changes]
      const isNew = (line: unknown) => JSON.stringify(line) !== JSON.stringify(seen.at(-1))
      for await (const facts of own.node.watch(limits)) {
        const line = facts && [facts.cordoned, facts.annotations]
        if (!isNew(line)) continue
        seen.push(line)
        const change = left.shift()
        if (change === undefined) break
        await change()
      }
      expect(seen).toEqual([[false, {}], [true, {}], [true, { [annotation]: 'freeze' }], undefined])
    },
  },
  {
    name: 'agent node: a Node that is not there is undefined, until it is made',
    async run(subject) {
      const name = subject.name()
      const { agentNode } = await subject.connect()
      const seen: boolean[] = []
      for await (const facts of agentNode(name).watch(limits)) {
        seen.push(facts !== undefined)
        if (facts !== undefined) break
        if (seen.length === 1) await make(subject, pathOf('nodes'), { metadata: { name } })
      }
      expect(seen).toEqual([false, true])
    },
  },
  {
    name: 'agent node: a control-plane node is one by its label, and the kubelet says its version and that it is ready',
    async run(subject) {
      const { agentNode } = await subject.connect()
      const first = async (name: string) => (await agentNode(name).watch(limits)[Symbol.asyncIterator]().next()).value
      const { name } = await ownNode(subject, { labels: { 'node-role.kubernetes.io/control-plane': '' } })
      expect(await first(name)).toMatchObject({ controlPlane: true, ready: 'Unknown', kubeletVersion: '' })
      const node = await subject.node()
      expect(await subject.eventually(async () => first(node))).toEqual({
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        rolloutOrder: undefined,
        controlPlane: false,
        capacity: expect.objectContaining({ cpu: expect.any(String), memory: expect.any(String) }),
        cordoned: false,
        leaving: false,
        ready: 'True',
        readyHeartbeatAt: expect.any(Number),
        bootId: expect.any(String),
        kubeletVersion: expect.stringMatching(/^v1\.\d+\.\d+/),
        annotations: {},
        allocatable: expect.objectContaining({ cpu: expect.any(String), memory: expect.any(String) }),
      })
    },
  },
  {
    name: 'agent node: the Lease is that which its kubelet renews; a Node without a kubelet has none',
    async run(subject) {
      const { agentNode } = await subject.connect()
      const node = await subject.node()
      const renewed = await subject.eventually(async () => (await agentNode(node).leaseRenewedAt(limits))!)
      const { spec } = await read<{ spec: { renewTime: string } }>(
        subject,
        `${pathOf('leases', 'kube-node-lease')}/${node}`,
      )
      expect(Math.abs(Date.parse(spec.renewTime) - renewed)).toBeLessThan(30_000)
      expect(await agentNode('nosuch').leaseRenewedAt(limits)).toBeUndefined()
    },
  },
  {
    name: 'agent node: pods are those bound to the node, ended ones too, and which of them a drain leaves',
    async run(subject) {
      const name = subject.name()
      const bound = async (metadata: object, status: object = {}) => {
        const body = podBody(subject.name(), { spec: { nodeName: name } })
        const made = await make(subject, pathOf('pods'), { ...body, metadata: { ...body.metadata, ...metadata } })
        const path = `${pathOf('pods')}/${made.metadata.name}`
        if ('phase' in status) good(await subject.request(patchCall(`${path}/status`, 'merge', { status })))
        return made.metadata.name
      }
      const usual = await bound({})
      const mirror = await bound({ annotations: { 'kubernetes.io/config.mirror': 'a' } })
      const ended = await bound({}, { phase: 'Failed', reason: 'Evicted' })
      await parkedPod(subject)
      const pods = await (await subject.connect()).agentNode(name).pods(limits)
      const shown = pods.map((pod) => [pod.name, pod.namespace, pod.phase, pod.reason, pod.staysOnDrain])
      expect(shown.sort()).toEqual(
        [
          [usual, 'default', 'Pending', '', false],
          [mirror, 'default', 'Pending', '', true],
          [ended, 'default', 'Failed', 'Evicted', false],
        ].sort(),
      )
    },
  },
  {
    name: 'agent node: changes of pods show how one ended, though it is deleted at once',
    async run(subject) {
      const name = subject.name()
      const { metadata } = await make(subject, pathOf('pods'), podBody(subject.name(), { spec: { nodeName: name } }))
      const path = `${pathOf('pods')}/${metadata.name}`
      const seen: string[] = []
      for await (const pods of (await subject.connect()).agentNode(name).podChanges(limits)) {
        if (seen.length === 0) {
          const status = { phase: 'Failed', reason: 'OutOfcpu' }
          good(await subject.request(patchCall(`${path}/status`, 'merge', { status })))
          await removeNow(subject, path)
        }
        seen.push(...pods.map(({ uid, phase, reason }) => `${uid === metadata.uid} ${phase} ${reason}`))
        if (seen.length >= 3) break
      }
      expect(seen).toEqual(['true Pending ', 'true Failed OutOfcpu', 'true Failed OutOfcpu'])
    },
  },
  {
    name: 'agent node: a pod that runs has had its sandbox made',
    async run(subject) {
      const node = await subject.node()
      const name = nameOf(await runningPod(subject, node))
      const pods = await (await subject.connect()).agentNode(node).pods(limits)
      expect(pods.find((pod) => pod.name === name)).toMatchObject({
        phase: 'Running',
        hasSandbox: true,
      })
    },
  },
]
