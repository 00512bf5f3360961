import { expect } from '@jest/globals'
import { type Pod, podBody, resizeCall, roomOf, runningPod, settled, small } from '../pods.ts'
import { good, pathOf, read } from '../requests.ts'
import type { Case } from '../subject.ts'

export const resizeSettled: readonly Case[] = [
  {
    name: 'resize: a running pod gets what it asks for, its container stays',
    async run(subject) {
      const path = await runningPod(subject, await subject.node())
      const requests = { cpu: `${subject.between(20, 900)}m`, memory: `${subject.between(17, 900)}Mi` }
      good(await subject.request(resizeCall(path, requests)))
      const { status, metadata } = await settled(subject, path)
      expect(status.containerStatuses).toMatchObject([{ allocatedResources: requests, restartCount: 0 }])
      expect(status).toMatchObject({ observedGeneration: metadata.generation, qosClass: 'Burstable' })
    },
  },
  {
    name: 'resize: a running pod shrinks again',
    async run(subject) {
      const path = await runningPod(subject, await subject.node(), { requests: { cpu: '500m', memory: '64Mi' } })
      good(await subject.request(resizeCall(path, small)))
      const { status } = await settled(subject, path)
      expect(status.containerStatuses?.[0]?.allocatedResources).toEqual(small)
    },
  },
  {
    name: 'resize: an empty node can be taken whole',
    async run(subject) {
      const node = await subject.node()
      const path = await runningPod(subject, node)
      const { cpu, memoryText } = await roomOf(subject, node)
      good(await subject.request(resizeCall(path, { cpu: `${cpu}m`, memory: memoryText })))
      await settled(subject, path)
    },
  },
  {
    name: 'resize: progress is shown while the kubelet acts, and an event tells of the end',
    async run(subject) {
      const path = await runningPod(subject, await subject.node())
      const pod = await read<Pod>(subject, path)
      const { name, resourceVersion } = pod.metadata
      const watch = await subject.watch(pathOf('pods'), { fieldSelector: `metadata.name=${name}`, resourceVersion })
      subject.afterwards(async () => watch.stop())
      good(await subject.request(resizeCall(path, { cpu: '300m', memory: '64Mi' })))
      await settled(subject, path)
      const conditions = watch.events.flatMap(({ object }) => (object as Pod).status.conditions ?? [])
      expect(conditions).toContainEqual(expect.objectContaining({ type: 'PodResizeInProgress', status: 'True' }))
      await subject.eventually(async () => {
        const query = { fieldSelector: `involvedObject.name=${name},reason=ResizeCompleted` }
        const { body } = await subject.request<{ items: object[] }>({ method: 'GET', path: pathOf('events'), query })
        expect(body.items[0]).toMatchObject({
          type: 'Normal',
          message: expect.stringMatching(/^Pod resize completed: \{"containers":/),
        })
      })
    },
  },
  {
    name: 'resize: a pod that waits for a node is bound when it has shrunk to fit',
    async run(subject) {
      const node = await subject.node()
      const { cpu } = await roomOf(subject, node)
      const name = subject.name()
      const spec = { nodeSelector: { 'kubernetes.io/hostname': node } }
      const path = `${pathOf('pods')}/${name}`
      subject.afterwards(() => subject.request({ method: 'DELETE', path, query: { gracePeriodSeconds: '0' } }))
      const body = podBody(name, { requests: { cpu: `${cpu + 1}m`, memory: '16Mi' }, spec })
      good(await subject.request({ method: 'POST', path: pathOf('pods'), body }))
      good(await subject.request(resizeCall(path, { cpu: '10m' })))
      expect((await settled(subject, path)).spec.nodeName).toBe(node)
    },
  },
]
