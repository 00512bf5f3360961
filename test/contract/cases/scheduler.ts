import { expect } from '@jest/globals'
import { makePod, type Pod, resizeCall, roomOf, runningPod, settled, small } from '../pods.ts'
import { good, read } from '../requests.ts'
import type { Case } from '../subject.ts'

const onNode = (node: string): object => ({ nodeSelector: { 'kubernetes.io/hostname': node } })

export const scheduling: readonly Case[] = [
  {
    name: 'scheduler: a pod is bound to the node that it selects, and runs',
    async run(subject) {
      const node = await subject.node()
      const path = await makePod(subject, { requests: small, spec: onNode(node) })
      expect((await settled(subject, path)).spec.nodeName).toBe(node)
    },
  },
  {
    name: 'scheduler: a pod that fits nowhere waits, and is told why',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const { cpu } = await roomOf(subject, node)
      const path = await makePod(subject, { requests: { cpu: `${cpu + 1}m` }, spec: onNode(node) })
      await subject.eventually(async () => {
        const { status } = await read<Pod>(subject, path)
        expect(status.phase).toBe('Pending')
        expect(status.conditions).toContainEqual(
          expect.objectContaining({
            type: 'PodScheduled',
            reason: 'Unschedulable',
            message: expect.stringMatching(/^0\/2 nodes are available: .*1 Insufficient cpu/),
          }),
        )
      })
    },
  },
  {
    name: 'scheduler: a pod waits for the room that a balloon gives back',
    async run(subject) {
      const node = await subject.node()
      const { cpu } = await roomOf(subject, node)
      const balloon = await runningPod(subject, node, { requests: { cpu: `${cpu - 100}m`, memory: '16Mi' } })
      const path = await makePod(subject, { requests: { cpu: '300m', memory: '16Mi' }, spec: onNode(node) })
      await subject.pass(100)
      expect((await read<Pod>(subject, path)).spec.nodeName).toBeUndefined()
      good(await subject.request(resizeCall(balloon, { cpu: '10m' })))
      await settled(subject, path)
    },
  },
  {
    name: 'scheduler: a pod that was too big makes way for nothing of equal priority',
    slow: true,
    async run(subject) {
      const node = await subject.node()
      const { cpu } = await roomOf(subject, node)
      const holder = await runningPod(subject, node, { requests: { cpu: `${cpu - 100}m`, memory: '16Mi' } })
      await makePod(subject, { requests: { cpu: '300m' }, spec: onNode(node) })
      await subject.pass(300)
      expect((await read<Pod>(subject, holder)).metadata.deletionTimestamp).toBeUndefined()
    },
  },
]
