import { expect } from '@jest/globals'
import { makePod, type Pod, type PodOptions, podBody, roomOf, runningPod, settled, small } from '../pods.ts'
import { expectRefusal, good, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

const onNode = (node: string): object => ({ nodeSelector: { 'kubernetes.io/hostname': node } })

async function priorityClass(subject: Subject, fields: object): Promise<string> {
  const name = subject.name()
  await make(subject, pathOf('priorityclasses'), { metadata: { name }, ...fields })
  return name
}

/** A pod of a new class. The API server hears of classes by a watch of its own, and may be late. */
const podOfClass = (subject: Subject, options: PodOptions): Promise<string> =>
  subject.eventually(() => makePod(subject, options))

export const priorities: readonly Case[] = [
  {
    name: 'priority: a class gives its value to its pods',
    async run(subject) {
      const value = subject.between(1, 1_000_000)
      const priorityClassName = await priorityClass(subject, { value, preemptionPolicy: 'Never' })
      const path = await podOfClass(subject, { requests: small, spec: { schedulerName: 'nobody', priorityClassName } })
      expect((await read<Pod>(subject, path)).spec).toMatchObject({
        priority: value,
        priorityClassName,
        preemptionPolicy: 'Never',
      })
    },
  },
  {
    name: 'priority: the generation of a class stays what it was',
    async run(subject) {
      const path = `${pathOf('priorityclasses')}/${await priorityClass(subject, { value: 1 })}`
      const { metadata } = good(await subject.request(patchCall(path, 'merge', { description: 'new' })))
      expect(metadata.generation).toBe(1)
    },
  },
  {
    name: 'priority: more than a billion is for the system',
    async run(subject) {
      const name = subject.name()
      const body = { metadata: { name }, value: 1_000_000_001 }
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('priorityclasses'), body }), {
        code: 422,
        reason: 'Invalid',
        message: `PriorityClass.scheduling.k8s.io "${name}" is invalid: value: Forbidden: maximum allowed value of a user defined priority is 1000000000`,
      })
    },
  },
  {
    name: 'priority: names that begin with system- are reserved',
    async run(subject) {
      const name = `system-${subject.name()}`
      expectRefusal(
        await subject.request({
          method: 'POST',
          path: pathOf('priorityclasses'),
          body: { metadata: { name }, value: 1 },
        }),
        {
          code: 422,
          reason: 'Invalid',
          message: `PriorityClass.scheduling.k8s.io "${name}" is invalid: metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`,
        },
      )
    },
  },
  {
    name: 'priority: the value of a class cannot change',
    async run(subject) {
      const name = await priorityClass(subject, { value: 5 })
      expectRefusal(await subject.request(patchCall(`${pathOf('priorityclasses')}/${name}`, 'merge', { value: 6 })), {
        code: 422,
        reason: 'Invalid',
        message: /value: .*(may not be changed in an update|field is immutable)/,
      })
    },
  },
  {
    name: 'priority: a pod of a class that does not exist is forbidden',
    async run(subject) {
      const name = subject.name()
      const body = podBody(name, { spec: { priorityClassName: name } })
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('pods'), body }), {
        code: 403,
        reason: 'Forbidden',
        message: `pods "${name}" is forbidden: no PriorityClass with name ${name} was found`,
      })
    },
  },
  {
    name: 'priority: a pod of a higher class takes the room of a lower one',
    async run(subject) {
      const node = await subject.node()
      const { cpu } = await roomOf(subject, node)
      const holder = await runningPod(subject, node, { requests: { cpu: `${cpu - 100}m`, memory: '16Mi' } })
      const priorityClassName = await priorityClass(subject, { value: 100 })
      const path = await podOfClass(subject, {
        requests: { cpu: '300m', memory: '16Mi' },
        spec: { ...onNode(node), priorityClassName },
      })
      await settled(subject, path)
      expect((await subject.request({ method: 'GET', path: holder })).status).toBe(404)
    },
  },
]
