import { expect } from '@jest/globals'
import { type Pod, pending, resizeCall, runningPod, settled } from '../pods.ts'
import { good, read } from '../requests.ts'
import type { Case } from '../subject.ts'

export const kubeletSilent: readonly Case[] = [
  {
    name: 'a kubelet that is down gives no verdict, and a size taken back leaves no trace',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const path = await runningPod(subject, node)
      await subject.stopKubelet(node)
      subject.afterwards(() => subject.startKubelet(node))
      const { metadata } = good(await subject.request<Pod>(resizeCall(path, { cpu: '300m' })))
      await subject.pass(500)
      const silent = await read<Pod>(subject, path)
      expect(silent.status.observedGeneration).toBe((metadata.generation ?? 0) - 1)
      expect(pending(silent)).toBeUndefined()
      expect(silent.status.containerStatuses?.[0]?.allocatedResources?.['cpu']).toBe('10m')
      good(await subject.request(resizeCall(path, { cpu: '10m' })))
      const back = await read<Pod>(subject, path)
      expect(back.metadata.generation).toBe((metadata.generation ?? 0) + 1)
    },
  },
  {
    name: 'a pod that is deleted while its kubelet is down stays until it is back',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const path = await runningPod(subject, node, { spec: { terminationGracePeriodSeconds: 1 } })
      await subject.stopKubelet(node)
      subject.afterwards(() => subject.startKubelet(node))
      good(await subject.request({ method: 'DELETE', path }))
      await subject.pass(3000)
      expect((await read<Pod>(subject, path)).status.phase).toBe('Running')
      await subject.startKubelet(node)
      await subject.eventually(async () => expect((await subject.request({ method: 'GET', path })).status).toBe(404))
    },
  },
  {
    name: 'a kubelet that restarts keeps size and container, and takes resizes as before',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const path = await runningPod(subject, node)
      good(await subject.request(resizeCall(path, { cpu: '200m' })))
      const before = await settled(subject, path)
      await subject.stopKubelet(node)
      await subject.startKubelet(node)
      good(await subject.request(resizeCall(path, { cpu: '300m' })))
      const { metadata, status } = await settled(subject, path)
      expect(metadata.uid).toBe(before.metadata.uid)
      expect(status.containerStatuses).toMatchObject([{ restartCount: 0, allocatedResources: { cpu: '300m' } }])
    },
  },
]
