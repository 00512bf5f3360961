import { expect } from '@jest/globals'
import type { Node } from '../../../../src/lib/api/node.ts'
import type { Nodes } from '../../../../src/lib/cluster/ports/nodes.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { agent, balloon } from '../../../../src/lib/names.ts'
import { parkedPod, podBody, runningPod } from '../../../contract/pods.ts'
import { good, make, patchCall, pathOf } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const maxTries = 5
const nodesOf = async (subject: PortSubject): Promise<Nodes> => (await subject.connect()).nodes
const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name)
const nameOf = (path: string): string => path.split('/').at(-1)!

export const nodeCases: readonly PortCase[] = [
  {
    name: 'nodes: one is read with what it offers and runs',
    async run(subject) {
      const node = await subject.node()
      const read = await (await nodesOf(subject)).read(node, limits)
      expect({ ...read, agentCondition: undefined }).toEqual({
        name: node,
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        annotations: expect.any(Object),
        labels: expect.objectContaining({ 'kubernetes.io/hostname': node }),
        allocatable: expect.objectContaining({ cpu: expect.any(String), memory: expect.any(String) }),
        capacity: expect.objectContaining({ cpu: expect.any(String), memory: expect.any(String) }),
        bootId: expect.stringMatching(/./),
        ready: expect.any(Boolean),
        unreachable: expect.any(Boolean),
        kubeletVersion: expect.stringMatching(/^v1\.\d+\.\d+/),
        operatingSystem: 'linux',
        osImage: expect.any(String),
        // Unknown: the kubelet reported before containerd answered.
        containerRuntime: expect.stringMatching(/^\w+:\/\/(\d|Unknown$)/),
        scheduling: { resourceVersion: expect.stringMatching(/^\d+$/), unschedulable: false, cordonedBy: [] },
      })
    },
  },
  {
    name: 'nodes: annotations are set and removed, and the others stay',
    async run(subject) {
      const [nodes, node] = [await nodesOf(subject), await subject.node()]
      const [documents, forgetBad] = [agent.annotation.documents, agent.annotation.forgetBad]
      const before = (await nodes.read(node, limits))?.annotations
      const written = await nodes.annotate(node, { [documents]: 'freeze', [forgetBad]: 'all' }, 'none', limits)
      expect(written?.annotations).toEqual({ ...before, [documents]: 'freeze', [forgetBad]: 'all' })
      await nodes.annotate(node, { [documents]: 'local' }, 'server', limits)
      await nodes.annotate(node, { [forgetBad]: null }, 'none', limits)
      expect((await nodes.read(node, limits))?.annotations).toEqual({ ...before, [documents]: 'freeze' })
      await nodes.annotate(node, { [documents]: null }, 'none', limits)
      expect((await nodes.read(node, limits))?.annotations).toEqual(before)
      expect(await nodes.annotate('nosuch', { [documents]: 'freeze' }, 'none', limits)).toBeUndefined()
    },
  },
  {
    name: 'nodes: a cordon and its annotation are one write, and say whose they are',
    async run(subject) {
      const [nodes, node] = [await nodesOf(subject), await subject.node()]
      const annotation = balloon.cordonAnnotation
      const before = await nodes.read(node, limits)
      const cordoned = await nodes.schedule(
        before!,
        { unschedulable: true, annotations: { [annotation]: 'x' } },
        limits,
      )
      expect(cordoned?.annotations).toEqual({ ...before?.annotations, [annotation]: 'x' })
      expect(cordoned?.scheduling).toMatchObject({ unschedulable: true, cordonedBy: ['nodesize'] })
      const free = await freed(nodes, node, annotation)
      expect(free?.annotations).toEqual(before?.annotations)
      expect(free?.scheduling).toMatchObject({ unschedulable: false, cordonedBy: [] })
    },
  },
  {
    name: 'nodes: a cordon of a Node that has changed since is a conflict, and changes nothing',
    async run(subject) {
      const [nodes, node] = [await nodesOf(subject), await subject.node()]
      const annotation = balloon.cordonAnnotation
      const before = (await nodes.read(node, limits))!
      const desired = { unschedulable: true, annotations: { [annotation]: 'x' } }
      await nodes.annotate(node, { [annotation]: 'y' }, 'none', limits)
      await expect(nodes.schedule(before, desired, limits)).rejects.toMatchObject({ code: 'conflict' })
      expect((await nodes.read(node, limits))?.scheduling.unschedulable).toBe(false)
      await nodes.annotate(node, { [annotation]: null }, 'none', limits)
      expect(await nodes.schedule({ ...before, name: 'nosuch' }, desired, limits)).toBeUndefined()
    },
  },
  {
    name: 'nodes: one that is not there is undefined',
    async run(subject) {
      const nodes = await nodesOf(subject)
      for (const name of ['nosuch', 'no such', 'ä']) expect(await nodes.read(name, limits)).toBeUndefined()
    },
  },
  {
    name: 'nodes: configz is what the kubelet reports, and undefined for a node that is not there',
    async run(subject) {
      const nodes = await nodesOf(subject)
      const text = await nodes.configz(await subject.node(), limits)
      expect(JSON.parse(text ?? '')).toMatchObject({ kubeletconfig: { port: 10250 } })
      expect(await nodes.configz('nosuch', limits)).toBeUndefined()
    },
  },
  {
    name: 'nodes: the Lease of a kubelet has the time of both clocks',
    async run(subject) {
      const nodes = await nodesOf(subject)
      const found = await nodes.leaseTimes(await subject.node(), limits)
      expect(Math.abs((found?.renewedAt ?? 0) - (found?.writtenAt ?? Number.NaN))).toBeLessThan(5_000)
      expect(await nodes.leaseTimes('nosuch', limits)).toBeUndefined()
    },
  },
  {
    name: 'nodes: the list is by name, and of those that a selector selects',
    async run(subject) {
      const nodes = await nodesOf(subject)
      expect(namesOf(await nodes.list({}, limits))).toEqual(expect.arrayContaining(['node-a', 'node-b']))
      expect(namesOf(await nodes.list({ labelSelector: 'kubernetes.io/hostname=node-b' }, limits))).toEqual(['node-b'])
      expect(await nodes.list({ labelSelector: 'kubernetes.io/hostname=nosuch' }, limits)).toEqual([])
    },
  },
  {
    name: 'nodes: what is not a selector is wrong usage',
    async run(subject) {
      const list = (await nodesOf(subject)).list({ labelSelector: 'a in' }, limits)
      await expect(list).rejects.toMatchObject({ code: 'usage' })
    },
  },
  {
    name: 'nodes: pods are those bound to a node, or to any, that have not finished',
    async run(subject) {
      const nodes = await nodesOf(subject)
      const node = await subject.node()
      const running = await runningPod(subject, node)
      const waiting = await parkedPod(subject)
      const finished = await finishedPod(subject, 'Succeeded')
      const failed = await finishedPod(subject, 'Failed')
      for (const where of [node, new Set([node, 'nosuch']), undefined]) {
        const found = (await nodes.pods(where, limits)).map(({ metadata }) => metadata.name)
        expect(found).toContain(nameOf(running))
        for (const other of [waiting, finished, failed]) expect(found).not.toContain(nameOf(other))
      }
      expect(await nodes.pods(new Set(['nosuch']), limits)).toEqual([])
    },
  },
  {
    name: 'nodes: pending pods are those of no node that have not finished, with what they ask of one',
    async run(subject) {
      const nodes = await nodesOf(subject)
      const running = await runningPod(subject, await subject.node())
      const finished = await finishedPod(subject, 'Failed')
      const nodeSelector = { 'kubernetes.io/hostname': 'nosuch' }
      const waiting = await parkedPod(subject, { requests: { cpu: '300m', memory: '1Mi' }, spec: { nodeSelector } })
      const found = await nodes.pendingPods(limits)
      const names = found.map(({ name }) => name.split('/').at(-1))
      for (const other of [running, finished]) expect(names).not.toContain(nameOf(other))
      expect(found.find(({ name }) => name.endsWith(`/${nameOf(waiting)}`))).toMatchObject({
        ...{ requests: { cpu: 300n, memory: 2n ** 20n }, nodeSelector, unschedulable: false },
      })
    },
  },
  {
    name: 'nodes: adding up pods sees those bound to any node that have not finished, once each',
    async run(subject) {
      const nodes = await nodesOf(subject)
      const running = nameOf(await runningPod(subject, await subject.node()))
      const others = [nameOf(await parkedPod(subject)), nameOf(await finishedPod(subject, 'Failed'))]
      const seen = await nodes.foldPods(
        (): string[] => [],
        (sum, { metadata }) => void sum.push(metadata.name),
        limits,
      )
      expect(seen.filter((name) => name === running)).toHaveLength(1)
      for (const other of others) expect(seen).not.toContain(other)
    },
  },
]

/** The controllers taint a Node that is cordoned, so that the first try may come too late. */
async function freed(nodes: Nodes, node: string, annotation: string): Promise<Node | undefined> {
  for (let tries = 1; ; tries++) {
    const seen = (await nodes.read(node, limits))!
    const written = nodes.schedule(seen, { unschedulable: false, annotations: { [annotation]: null } }, limits)
    const freed = await written.catch((error: unknown) => {
      if (tries === maxTries || !(error instanceof Failure) || error.code !== 'conflict') throw error
      return 'again' as const
    })
    if (freed !== 'again') return freed
  }
}

/** On a node without a kubelet that would have another opinion. */
async function finishedPod(subject: PortSubject, phase: string): Promise<string> {
  const path = pathOf('pods')
  const body = podBody(subject.name(), { spec: { nodeName: subject.name() } })
  const { metadata } = await make(subject, path, body)
  good(await subject.request(patchCall(`${path}/${metadata.name}/status`, 'merge', { status: { phase } })))
  return `${path}/${metadata.name}`
}
