import { expect } from '@jest/globals'
import { makePod, type Pod, pending, resizeCall, roomOf, runningPod, settled } from '../pods.ts'
import { good, pathOf, read, removeNow } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

interface Crowd {
  readonly node: string
  readonly cpu: number
  readonly balloon: string
  readonly workload: string
  /** Milli-CPUs that fit beside the workload, and one that does not. */
  readonly fits: number
  readonly tooMuch: number
}

/** A small balloon beside a workload that holds more than half of the node. */
async function crowd(subject: Subject): Promise<Crowd> {
  const node = await subject.node()
  const { cpu } = await roomOf(subject, node)
  const held = Math.floor(cpu / 2) + subject.between(100, 400)
  const [workload, balloon] = await Promise.all([
    runningPod(subject, node, { requests: { cpu: `${held}m`, memory: '16Mi' } }),
    runningPod(subject, node),
  ])
  return { node, cpu, balloon, workload, fits: cpu - held, tooMuch: cpu - held + subject.between(1, 90) }
}

async function grow(subject: Subject, { balloon, tooMuch }: Crowd): Promise<Pod> {
  good(await subject.request(resizeCall(balloon, { cpu: `${tooMuch}m` })))
  return deferred(subject, balloon)
}

const deferred = (subject: Subject, path: string): Promise<Pod> =>
  subject.eventually(async () => {
    const pod = await read<Pod>(subject, path)
    expect(pending(pod)).toMatchObject({ reason: 'Deferred', observedGeneration: pod.metadata.generation })
    return pod
  })

export const deferrals: readonly Case[] = [
  {
    name: 'deferred: a size that fits the node but not now is told so, and nothing changes',
    async run(subject) {
      const all = await crowd(subject)
      const { metadata, status, spec } = await grow(subject, all)
      expect(spec.containers[0]?.resources.requests?.['cpu']).toBe(`${all.tooMuch}m`)
      expect(status.containerStatuses?.[0]?.allocatedResources?.['cpu']).toBe('10m')
      await subject.eventually(async () => {
        const later = await read<Pod>(subject, all.balloon)
        expect(later.status.observedGeneration).toBe(metadata.generation)
      })
      expect(pending({ metadata, status, spec })).toMatchObject({
        status: 'True',
        message: `Node didn't have enough resource: cpu, requested: ${all.tooMuch}, used: ${all.cpu - all.fits}, capacity: ${all.cpu}`,
      })
    },
  },
  {
    name: 'deferred: memory is told in bytes',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const { memory } = await roomOf(subject, node)
      const held = Math.floor(memory / 2)
      const [, balloon] = await Promise.all([
        runningPod(subject, node, { requests: { cpu: '10m', memory: `${held}` } }),
        runningPod(subject, node),
      ])
      const tooMuch = memory - held + 1
      good(await subject.request(resizeCall(balloon, { memory: `${tooMuch}` })))
      const pod = await deferred(subject, balloon)
      const text = `Node didn't have enough resource: memory, requested: ${tooMuch}, used: ${held}, capacity: ${memory}`
      expect(pending(pod)?.message).toBe(text)
    },
  },
  {
    name: 'deferred: exactly what is free is not',
    slow: true,
    async run(subject) {
      const { balloon, fits } = await crowd(subject)
      good(await subject.request(resizeCall(balloon, { cpu: `${fits}m` })))
      await settled(subject, balloon)
    },
  },
  {
    name: 'deferred: it happens as soon as another pod goes',
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      await removeNow(subject, all.workload)
      const { status } = await settled(subject, all.balloon)
      expect(status.containerStatuses?.[0]?.allocatedResources?.['cpu']).toBe(`${all.tooMuch}m`)
    },
  },
  {
    name: 'deferred: it happens as soon as another pod shrinks',
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      good(await subject.request(resizeCall(all.workload, { cpu: '10m' })))
      await settled(subject, all.balloon)
    },
  },
  {
    name: 'deferred: the way back ends it',
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      good(await subject.request(resizeCall(all.balloon, { cpu: '10m' })))
      expect(pending(await settled(subject, all.balloon))).toBeUndefined()
    },
  },
  {
    name: 'deferred: another size that does not fit replaces the verdict',
    slow: true,
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      const more = all.tooMuch + 5
      const pod = await grow(subject, { ...all, tooMuch: more })
      expect(pending(pod)?.message).toContain(`requested: ${more},`)
    },
  },
  {
    name: 'deferred: a smaller size that fits is granted',
    slow: true,
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      good(await subject.request(resizeCall(all.balloon, { cpu: `${all.fits}m` })))
      await settled(subject, all.balloon)
    },
  },
  {
    name: 'deferred: an event tells what is missing',
    slow: true,
    async run(subject) {
      const all = await crowd(subject)
      const { metadata } = await grow(subject, all)
      await subject.eventually(async () => {
        const query = { fieldSelector: `involvedObject.name=${metadata.name},reason=ResizeDeferred` }
        const { body } = await subject.request<{ items: object[] }>({ method: 'GET', path: pathOf('events'), query })
        expect(body.items).toMatchObject([
          { type: 'Warning', message: expect.stringMatching(/^Pod resize OutOfcpu: \{"containers":/) },
        ])
      })
    },
  },
  {
    name: 'deferred: a dry run does not foresee it',
    slow: true,
    async run(subject) {
      const { balloon, tooMuch } = await crowd(subject)
      const reply = await subject.request({ ...resizeCall(balloon, { cpu: `${tooMuch}m` }), query: { dryRun: 'All' } })
      expect(reply.status).toBe(200)
    },
  },
  {
    name: 'deferred: the scheduler counts the size that is wanted',
    async run(subject) {
      const all = await crowd(subject)
      await grow(subject, all)
      const spec = { nodeSelector: { 'kubernetes.io/hostname': all.node } }
      const path = await makePod(subject, { requests: { cpu: `${all.fits - 50}m`, memory: '16Mi' }, spec })
      await subject.eventually(async () => {
        const { status } = await read<Pod>(subject, path)
        expect(status.conditions).toContainEqual(
          expect.objectContaining({ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }),
        )
      })
      good(await subject.request(resizeCall(all.balloon, { cpu: '10m' })))
      await settled(subject, path)
    },
  },
  {
    name: 'a pod that is bound to a full node fails there',
    async run(subject) {
      const all = await crowd(subject)
      const path = await makePod(subject, {
        requests: { cpu: `${all.tooMuch}m`, memory: '16Mi' },
        spec: { nodeName: all.node },
      })
      await subject.eventually(async () => {
        const { status } = await read<Pod>(subject, path)
        expect(status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' })
        const used = all.cpu - all.fits + 10
        expect(status.message).toBe(
          `Pod was rejected: Node didn't have enough resource: cpu, requested: ${all.tooMuch}, used: ${used}, capacity: ${all.cpu}`,
        )
      })
    },
  },
]
