import { expect, test } from '@jest/globals'
import type { EventBody, EventSeries } from '../../../src/lib/api/event.ts'
import { EventRecorder } from '../../../src/lib/loop/event-recorder.ts'
import { nodeReference, type ObjectEvent } from '../../../src/lib/loop/events/object-event.ts'
import { Failure, type FailureCode, said } from '../../../src/lib/message/failure.ts'
import { InProcess } from '../../support/in-process.ts'

const about = (node: string, reason: string): ObjectEvent => ({
  ...{ about: nodeReference(node), reason, type: 'Normal', action: 'Test', key: reason },
  fact: said('Told', `${reason} of ${node}`),
})

/** What an API server gets that answers so, one answer for each request; the rest succeeds. */
async function sentOf(recorded: readonly ObjectEvent[], answers: readonly (FailureCode | 'done' | 'deleted')[] = []) {
  using world = new InProcess()
  const { clock } = world
  const left = [...answers]
  const sent: string[] = []
  const answer = (what: string): boolean => {
    sent.push(what)
    const next = left.shift()
    if (next === undefined || next === 'done' || next === 'deleted') return next !== 'deleted'
    throw new Failure(next, said('X', 'no'))
  }
  const events = {
    create: async ({ involvedObject, reason }: EventBody) => void answer(`create ${involvedObject.name} ${reason}`),
    repeat: async (_: Pick<EventBody, 'metadata'>, { count }: EventSeries) => answer(`repeat ${count}`),
  }
  const recorder = new EventRecorder({ events, clock, random: () => 0, source: { component: 'c', instance: 'i' } })
  for (const one of recorded) recorder.record(one)
  const end = new AbortController()
  const running = recorder.run(end.signal)
  clock.after(600_000, () => end.abort(new Error('over')))
  await expect(running).rejects.toThrow('over')
  return sent
}

test('Events are sent in their order, and repetitions of an object are counted', async () => {
  const recorded = [about('a', 'One'), about('b', 'One'), about('a', 'One'), about('a', 'Two')]
  expect(await sentOf(recorded)).toEqual(['create a One', 'create b One', 'repeat 2', 'create a Two'])
})

test('objects of the same name in two namespaces are two', async () => {
  const inNamespace = (namespace: string): ObjectEvent => ({
    ...about('a', 'One'),
    about: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace },
  })
  const recorded = ['one', 'other', 'one'].map(inNamespace)
  expect(await sentOf(recorded)).toEqual(['create a One', 'create a One', 'repeat 2'])
})

test('an Event that the server has deleted is created again', async () => {
  const answers = ['done', 'deleted'] as const
  expect(await sentOf([about('a', 'One'), about('a', 'One')], answers)).toEqual([
    'create a One',
    'repeat 2',
    'create a One',
  ])
})

test('without an answer an Event is sent again, five times in all; one that is refused is not', async () => {
  const recorded = [about('a', 'One'), about('b', 'Two')]
  expect(await sentOf(recorded, ['unreachable', 'timeout'])).toEqual([...Array(3).fill('create a One'), 'create b Two'])
  expect(await sentOf(recorded, Array(5).fill('unreachable'))).toEqual([
    ...Array(5).fill('create a One'),
    'create b Two',
  ])
  expect(await sentOf(recorded, ['refused'])).toEqual(['create a One', 'create b Two'])
})

test('of Events that wait, a thousand are kept', async () => {
  const many = Array.from({ length: 1_200 }, (_, i) => about(`n${i}`, 'One'))
  expect(await sentOf(many)).toHaveLength(1_000)
})
