import { expect } from '@jest/globals'
import { expectRefusal, good, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Entity, Subject } from '../subject.ts'

interface EventObject extends Entity {
  readonly count?: number
  readonly lastTimestamp?: string | null
}

const collection = pathOf('events')

/** As client-go's old recorder writes it. */
const about = (name: string) => ({
  metadata: { name },
  involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name },
  type: 'Normal',
  reason: 'Tried',
  message: 'it was tried',
  source: { component: 'contract' },
  count: 1,
  firstTimestamp: '2026-01-02T03:04:05Z',
  lastTimestamp: '2026-01-02T03:04:05Z',
})

/** As its new recorder writes it, but for what is left out. */
const newStyle = (name: string) => ({
  metadata: { name },
  involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name },
  type: 'Warning',
  reason: 'Tried',
  message: 'it was tried',
  action: 'Trying',
  eventTime: '2026-01-02T03:04:05.123456Z',
  reportingComponent: 'kubeletcfg.dev/contract',
  reportingInstance: 'contract-1',
})

const refused = (subject: Subject, body: object) => subject.request({ method: 'POST', path: collection, body })

/** What a reporter of events relies on. */
export const events: readonly Case[] = [
  {
    name: 'a new Event is 201 and complete',
    async run(subject) {
      const event = about(subject.name())
      expect(await make(subject, collection, event)).toMatchObject({
        ...event,
        apiVersion: 'v1',
        kind: 'Event',
        eventTime: null,
        reportingInstance: '',
      })
    },
  },
  {
    name: 'an Event with an eventTime needs no timestamps',
    async run(subject) {
      const event = newStyle(subject.name())
      expect(await make(subject, collection, event)).toMatchObject({ ...event, firstTimestamp: null, source: {} })
    },
  },
  {
    name: 'an Event with an eventTime says who reports it and what was done',
    async run(subject) {
      const { reportingComponent: _c, reportingInstance: _i, action: _a, ...event } = newStyle(subject.name())
      const reply = await refused(subject, event)
      expect(reply).toMatchObject({ status: 422, body: { reason: 'Invalid' } })
      for (const field of ['reportingComponent', 'reportingInstance', 'action'])
        expect(reply.body.message).toContain(`${field}: Required value`)
    },
  },
  {
    name: 'an Event is in the namespace of what it is about',
    async run(subject) {
      const event = about(subject.name())
      const elsewhere = { ...event, involvedObject: { ...event.involvedObject, namespace: 'kube-system' } }
      expectRefusal(await refused(subject, elsewhere), {
        code: 422,
        reason: 'Invalid',
        message: `Event "${event.metadata.name}" is invalid: involvedObject.namespace: Invalid value: "kube-system": does not match event.namespace`,
      })
    },
  },
  {
    name: 'an Event about a node is in default',
    async run(subject) {
      const event = { ...about(subject.name()), involvedObject: { kind: 'Node', name: 'node-a', uid: 'node-a' } }
      expect(await make(subject, collection, event)).toMatchObject({ involvedObject: event.involvedObject })
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('events', 'kube-public'), body: event }), {
        code: 422,
        reason: 'Invalid',
        message: `Event "${event.metadata.name}" is invalid: involvedObject.namespace: Invalid value: "": does not match event.namespace`,
      })
    },
  },
  {
    name: 'a patch counts an Event that happened again',
    async run(subject) {
      const { metadata } = await make(subject, collection, about(subject.name()))
      const again = { count: 2, lastTimestamp: '2026-01-02T03:05:05Z' }
      const call = patchCall(`${collection}/${metadata.name}`, 'strategic', again)
      expect(good(await subject.request<EventObject>(call))).toMatchObject({ ...again, reason: 'Tried' })
    },
  },
  {
    name: 'Events are selected by what they are about and why',
    async run(subject) {
      const name = subject.name()
      await make(subject, collection, about(name))
      const query = { fieldSelector: `involvedObject.name=${name},reason=Tried,type=Normal` }
      const { items } = good(await subject.request<{ items: Entity[] }>({ method: 'GET', path: collection, query }))
      expect(items.map(({ metadata }) => metadata.name)).toEqual([name])
    },
  },
  {
    name: 'an Event that is deleted is gone',
    async run(subject) {
      const { metadata } = await make(subject, collection, about(subject.name()))
      const path = `${collection}/${metadata.name}`
      expect((await subject.request({ method: 'DELETE', path })).status).toBe(200)
      await expect(read(subject, path)).rejects.toThrow(/404/)
    },
  },
]
