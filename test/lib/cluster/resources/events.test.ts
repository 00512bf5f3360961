import { describe, expect, test } from '@jest/globals'
import type { EventBody } from '../../../../src/lib/api/event.ts'
import { InProcess } from '../../../support/in-process.ts'
import { patient } from '../http/rest-to.ts'

const event: EventBody = {
  metadata: { name: 'node-a.1', namespace: 'default' },
  involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'node-a' },
  type: 'Warning',
  reason: 'NotApplied',
  action: 'Applying',
  message: 'the document is not valid for kubelet 1.36',
  eventTime: '2026-11-21T00:00:00.000000Z',
  reportingComponent: 'kubeletcfg.dev/agent',
  reportingInstance: 'agent-x',
}
const series = { count: 2, lastObservedTime: '2026-11-21T00:00:10.000000Z' }
const path = '/api/v1/namespaces/default/events/node-a.1'

describe('an event', () => {
  test('is there for kubectl to find', async () => {
    using world = new InProcess()
    await world.cluster.events.create(event, patient)
    expect(world.asAdmin({ method: 'GET', path })).toMatchObject(event)
  })

  test('that is repeated becomes a series', async () => {
    using world = new InProcess()
    await world.cluster.events.create(event, patient)
    expect(await world.cluster.events.repeat(event, series, patient)).toBe(true)
    expect(world.asAdmin({ method: 'GET', path })).toMatchObject({ ...event, series })
  })

  test('that the server has forgotten is not repeated', async () => {
    using world = new InProcess()
    expect(await world.cluster.events.repeat(event, series, patient)).toBe(false)
  })

  test('is made once', async () => {
    using world = new InProcess()
    await world.cluster.events.create(event, patient)
    await expect(world.cluster.events.create(event, patient)).rejects.toMatchObject({ code: 'conflict' })
  })
})
