import { expect } from '@jest/globals'
import { podBody } from '../../../contract/pods.ts'
import { good, make, patchCall, pathOf } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

/** On a node without a kubelet that would have another opinion. */
async function podOn(subject: PortSubject, node: string, status: object): Promise<string> {
  const path = pathOf('pods')
  const { metadata } = await make(subject, path, podBody(subject.name(), { spec: { nodeName: node } }))
  good(await subject.request(patchCall(`${path}/${metadata.name}/status`, 'merge', { status })))
  return `default/${metadata.name}`
}

const refused = { phase: 'Failed', reason: 'SysctlForbidden', message: 'Pod was rejected: forbidden sysctl' }
const evicted = {
  phase: 'Succeeded',
  conditions: [
    {
      ...{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' },
      message: 'The node was low on resource: memory. ',
      lastTransitionTime: '2026-01-02T00:00:00Z',
    },
  ],
}
const crashing = {
  phase: 'Running',
  containerStatuses: [{ name: 'balloon', state: { waiting: { reason: 'CrashLoopBackOff' } } }],
}

/** What a cache has may be older than what was written. */
export const podSignCases: readonly PortCase[] = [
  {
    name: 'pod signs: pods that have ended because of a kubelet, on whichever node, and no others',
    async run(subject) {
      const { podSigns } = await subject.connect()
      const node = subject.name()
      const stopped = await podOn(subject, node, evicted)
      const pod = await podOn(subject, node, refused)
      const others = [
        await podOn(subject, node, { phase: 'Failed' }),
        await podOn(subject, node, { ...refused, phase: 'Succeeded' }),
        await podOn(subject, node, crashing),
      ]
      const found = await subject.eventually(async () => {
        const signs = await podSigns.ofEnded(limits)
        return signs.some((one) => one.pod === pod) ? signs : undefined
      })
      expect(found!.find((one) => one.pod === pod)).toMatchObject({
        ...{ node, shows: 'refused', reason: 'SysctlForbidden', at: expect.any(Number) },
      })
      expect(found!.find((one) => one.pod === stopped)).toMatchObject({
        ...{ shows: 'evicted', at: Date.parse('2026-01-02T00:00:00Z') },
      })
      for (const other of others) expect(found!.map((one) => one.pod)).not.toContain(other)
    },
  },
  {
    name: 'pod signs: pods of one node that have not ended, and do not run',
    async run(subject) {
      const { podSigns } = await subject.connect()
      const node = subject.name()
      const pod = await podOn(subject, node, crashing)
      await podOn(subject, node, { phase: 'Running' })
      await podOn(subject, node, { ...crashing, phase: 'Failed' })
      const found = await subject.eventually(async () => {
        const signs = await podSigns.ofUnfinished(node, limits)
        return signs.length > 0 ? signs : undefined
      })
      expect(found).toMatchObject([{ node, pod, shows: 'not-started', reason: 'CrashLoopBackOff' }])
      expect(await podSigns.ofUnfinished(subject.name(), limits)).toEqual([])
    },
  },
]
