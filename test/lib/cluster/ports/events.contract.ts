import { expect } from '@jest/globals'
import type { EventBody } from '../../../../src/lib/api/event.ts'
import type { Events } from '../../../../src/lib/cluster/ports/events.ts'
import { ownNamespace, pathOf, read, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

interface Room {
  readonly events: Events
  readonly event: EventBody
  readonly path: string
}

/** Something that happened to a ConfigMap in a namespace of the case's own. */
async function room(subject: PortSubject): Promise<Room> {
  const namespace = await ownNamespace(subject)
  const { events } = await subject.connect({ namespace })
  const name = 'node-a-kubelet-configuration.1'
  const event: EventBody = {
    metadata: { name, namespace },
    involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'node-a-kubelet-configuration', namespace },
    type: 'Warning',
    reason: 'Unusable',
    action: 'Applying',
    message: 'line 3: maxPods',
    eventTime: '2026-11-21T00:00:00.000001Z',
    reportingComponent: 'kubeletcfg.dev/agent',
    reportingInstance: 'node-a',
  }
  return { events, event, path: `${pathOf('events', namespace)}/${name}` }
}

const series = { count: 3, lastObservedTime: '2026-11-21T00:01:00.000001Z' }

export const eventCases: readonly PortCase[] = [
  {
    name: 'events: what is created is stored to the letter',
    async run(subject) {
      const { events, event, path } = await room(subject)
      await events.create(event, limits)
      expect(await read<object>(subject, path)).toMatchObject(event)
    },
  },
  {
    name: 'events: of a Node, one is in the namespace default, and in no other',
    async run(subject) {
      const { events, event } = await room(subject)
      const involvedObject = { apiVersion: 'v1', kind: 'Node', name: 'node-a', uid: 'node-a' }
      const metadata = { name: subject.name(), namespace: 'default' }
      const path = `${pathOf('events')}/${metadata.name}`
      subject.afterwards(() => removeNow(subject, path))
      await events.create({ ...event, metadata, involvedObject }, limits)
      expect(await read<object>(subject, path)).toMatchObject({ involvedObject })
      await expect(events.create({ ...event, involvedObject }, limits)).rejects.toMatchObject({ code: 'invalid' })
    },
  },
  {
    name: 'events: another one of the same name is a conflict',
    async run(subject) {
      const { events, event } = await room(subject)
      await events.create(event, limits)
      await expect(events.create(event, limits)).rejects.toMatchObject({ code: 'conflict' })
    },
  },
  {
    name: 'events: that it happened again is counted',
    async run(subject) {
      const { events, event, path } = await room(subject)
      await events.create(event, limits)
      expect(await events.repeat(event, series, limits)).toBe(true)
      expect(await read<object>(subject, path)).toMatchObject({ ...event, series })
    },
  },
  {
    name: 'events: one that the server has forgotten is to be created anew',
    async run(subject) {
      const { events, event, path } = await room(subject)
      await events.create(event, limits)
      await removeNow(subject, path)
      expect(await events.repeat(event, series, limits)).toBe(false)
    },
  },
]
