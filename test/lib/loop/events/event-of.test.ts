import { describe, expect, test } from '@jest/globals'
import type { Announcement } from '../../../../src/lib/agent/model/announcement.ts'
import { local } from '../../../../src/lib/agent/model/config.ts'
import { eventOf } from '../../../../src/lib/agent/report/event-of.ts'
import { isSubdomain } from '../../../../src/lib/api/dns-subdomain.ts'
import { correlate, type RecentEvents } from '../../../../src/lib/loop/events/event-series.ts'
import { objectEvent } from '../../../../src/lib/loop/events/object-event.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import { agent } from '../../../../src/lib/names.ts'
import { document, good } from '../../agent/report/statuses.ts'

const at = Date.UTC(2026, 10, 22, 20, 0, 0, 5)
const crash = said('KubeletExits', 'the kubelet ends with exit code 1')
const eventFor = (given: Partial<Announcement>, node = 'node-a') =>
  objectEvent(
    eventOf({ kind: 'Assigned', config: good, because: undefined, ...given }, node),
    { component: agent.reportingComponent, instance: node },
    at,
  )

describe('the Event of an announcement', () => {
  test('is of the Node as a kubelet names it', () => {
    expect(eventFor({ kind: 'RolledBack', because: crash })).toEqual({
      metadata: { name: expect.stringMatching(/^node-a\.rolledback\.[0-9a-f]+$/), namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'node-a', uid: 'node-a' },
      type: 'Warning',
      reason: 'KubeletConfigRolledBack',
      action: 'RolledBack',
      message: "the node's document (revision 4) was rolled back: the kubelet ends with exit code 1",
      eventTime: '2026-11-22T20:00:00.005000Z',
      reportingComponent: 'kubeletcfg.dev/agent',
      reportingInstance: 'node-a',
    })
  })

  test.each<readonly [kind: Announcement['kind'], type: string, reason: string]>([
    ['Assigned', 'Normal', 'KubeletConfigAssigned'],
    ['Applying', 'Normal', 'KubeletConfigChanged'],
    ['TrialPassed', 'Normal', 'KubeletConfigProven'],
    ['RolledBack', 'Warning', 'KubeletConfigRolledBack'],
    ['Rejected', 'Warning', 'KubeletConfigRejected'],
    ['Held', 'Warning', 'KubeletConfigHeld'],
    ['OptedOut', 'Normal', 'KubeletConfigOptedOut'],
    ['OptedIn', 'Normal', 'KubeletConfigOptedIn'],
    ['DeadEnd', 'Warning', 'KubeletConfigDeadEnd'],
  ])('of %s is %s with reason %s, and says so for each source', (kind, type, reason) => {
    for (const config of [local, good, document('global')]) {
      const event = eventFor({ kind, config })
      expect(event).toMatchObject({ type, reason, message: expect.stringMatching(/^[\x20-\x7e]{15,}$/) })
    }
  })

  test.each(['a', 'x'.repeat(253), `${'a.'.repeat(120)}b`, `${'a'.repeat(219)}-b`])(
    'has a valid name for node %j',
    (node) => {
      const { metadata, reportingInstance } = eventFor({ kind: 'TrialPassed' }, node)
      expect(isSubdomain(metadata.name)).toBe(true)
      expect(reportingInstance.length).toBeLessThanOrEqual(128)
    },
  )

  test('has a message that an API server stores, without secrets', () => {
    const { message } = eventFor({ because: said('X', `staticPodURLHeader: secret\n${'x'.repeat(5_000)}`) })
    expect(message.length).toBeLessThanOrEqual(1024)
    expect(message).not.toContain('secret')
  })
})

describe('an Event that is recorded again', () => {
  const minute = 60_000
  const event = (name: string, because?: Announcement['because']) => ({
    ...eventFor({ kind: 'RolledBack', because }),
    metadata: { name, namespace: 'default' },
  })
  const recorded = (...events: readonly (readonly [ReturnType<typeof event>, number])[]) =>
    events.reduce<{ recent: RecentEvents; lines: string[] }>(
      ({ recent, lines }, [one, after]) => {
        const next = correlate(recent, one, at + after)
        const { event: sent, series } = next.correlated
        return { recent: next.recent, lines: [...lines, `${sent.metadata.name} ${series?.count ?? 'new'}`] }
      },
      { recent: [], lines: [] },
    )

  test('within an hour of the last time is a repetition of the first', () => {
    const { lines } = recorded(
      [event('a'), 0],
      [event('b'), minute],
      [event('c'), 60 * minute],
      [event('d'), 121 * minute],
    )
    expect(lines).toEqual(['a new', 'a 2', 'a 3', 'd new'])
  })

  test('for another cause is another Event', () => {
    expect(recorded([event('a'), 0], [event('b', crash), 1], [event('c'), 2]).lines).toEqual(['a new', 'b new', 'a 2'])
  })

  test('is remembered for the twenty newest Events only', () => {
    const many = Array.from({ length: 50 }, (_, i) => [event(`e${i}`, said('X', `${i}`)), i] as const)
    expect(recorded(...many).recent).toHaveLength(20)
    expect(recorded(...many, [event('again', said('X', '49')), 60]).lines.at(-1)).toBe('e49 2')
  })

  test('has the time of the repetition', () => {
    const first = correlate([], event('a'), at)
    expect(correlate(first.recent, event('b'), at + minute).correlated.series).toEqual({
      count: 2,
      lastObservedTime: '2026-11-22T20:01:00.005000Z',
    })
  })
})
