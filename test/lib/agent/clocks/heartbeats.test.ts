import { describe, expect, test } from '@jest/globals'
import {
  type Author,
  authorOfLease,
  authorOfStatus,
  type HeartbeatHistory,
  noHeartbeats,
  withHeartbeats,
} from '../../../../src/lib/agent/health/heartbeats.ts'

/** One look: when, since the boot, how far its wall clock was set since the first, and what it saw. */
interface Probe {
  readonly at: number
  readonly set?: number
  readonly boot?: string
  /** When the value was written, since the boot, and by a clock that was set so far. */
  readonly sees: number
  readonly writtenWith?: number
  /** The boot that the kubelet says beside Ready, if any. */
  readonly of?: string | undefined
}

const epochMs = 1_800_000_000_000
const startedMs = 100_000

function historyAfter(looks: readonly Probe[]): HeartbeatHistory {
  return looks.reduce((heartbeatsSeen, { at, set = 0, boot = 'boot-1', sees, writtenWith = 0, of }) => {
    const moment = { bootId: boot, uptimeMs: at, wallMs: epochMs + at + set }
    const value = epochMs + sees + writtenWith
    return withHeartbeats(heartbeatsSeen, {
      lease: value,
      ready: Math.floor(value / 1_000) * 1_000,
      readyBootId: of,
      asked: moment,
      answered: { ...moment, uptimeMs: at + 20, wallMs: moment.wallMs + 20 },
    })
  }, noHeartbeats)
}

const started = { bootId: 'boot-1', uptimeMs: startedMs }

describe('who has written a heartbeat, of a kubelet that was started 100 s after the boot', () => {
  test.each<[name: string, looks: readonly Probe[], lease: Author, status: Author]>([
    ['seen before', [{ at: 99_000, sees: 92_000 }], 'earlier', 'earlier'],
    [
      'as before',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'newer',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, sees: 100_500 },
      ],
      'this',
      'this',
    ],
    [
      'of the last moment',
      [
        { at: 95_000, sees: 92_000 },
        { at: 103_000, sees: 98_500 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of the last moment, right after a look',
      [
        { at: 99_500, sees: 92_000 },
        { at: 103_000, sees: 99_700 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'in the same second',
      [
        { at: 99_980, sees: 92_000 },
        { at: 103_000, sees: 100_500 },
      ],
      'this',
      'this',
    ],
    [
      'changed since',
      [
        { at: 101_000, sees: 92_000 },
        { at: 112_000, sees: 110_500 },
      ],
      'this',
      'this',
    ],
    [
      'changed since, whatever the clocks say',
      [
        { at: 101_000, sees: 92_000 },
        { at: 112_000, set: -3_600_000, sees: 110_500, writtenWith: 86_400_000 },
      ],
      'this',
      'this',
    ],
    [
      'as before, and the clock that was set back says that it is of the first seconds',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, set: -9_000, sees: 92_000 },
      ],
      'earlier',
      'unknown',
    ],
    [
      'as before, and the clock that was set back says that it is of the second in which it started',
      [
        { at: 99_000, sees: 92_900 },
        { at: 103_000, set: -7_100, sees: 92_900 },
      ],
      'earlier',
      'unknown',
    ],
    [
      'as before, and the clock that was set back says that it is of the second before',
      [
        { at: 99_000, sees: 91_900 },
        { at: 103_000, set: -8_000, sees: 91_900 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'as before, and the clock that was set back says that it is of the future',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, set: -12_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'as before, and the clock that was set back says that it is of more than a minute after the start',
      [
        { at: 99_000, sees: 92_000 },
        { at: 180_000, set: -70_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'as before, and of the first seconds by a clock that was set back, for longer than a kubelet is silent',
      [
        { at: 99_000, sees: 92_000 },
        { at: 582_000, set: -9_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of the first look in this boot, and once more five minutes later, since the clock was set back by as much',
      [
        { at: 500_000, boot: 'boot-0', sees: 92_000, of: 'boot-0' },
        { at: 103_000, set: 700_000, sees: 100_500, writtenWith: 1_000_000, of: 'boot-1' },
        { at: 700_000, set: 700_000, sees: 100_500, writtenWith: 1_000_000, of: 'boot-1' },
      ],
      'earlier',
      'unknown',
    ],
    [
      'the same, for longer than a kubelet is silent',
      [
        { at: 500_000, boot: 'boot-0', sees: 92_000, of: 'boot-0' },
        { at: 103_000, set: 700_000, sees: 100_500, writtenWith: 1_000_000, of: 'boot-1' },
        { at: 881_000, set: 700_000, sees: 100_500, writtenWith: 1_000_000, of: 'boot-1' },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of about the start, when the clock was set back',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, set: -2_000, sees: 99_500 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of about the start, when the clock was set forward',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, set: 2_000, sees: 100_500 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of this boot by a clock that was set back at it',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000 },
        { at: 130_000, set: 30_000, sees: 140_000 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of this boot by a clock that went on, of which nobody knows that it did',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000 },
        { at: 130_000, set: 300_000, sees: 120_000, writtenWith: 300_000 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of this boot, as its kubelet says beside Ready',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000, of: 'boot-0' },
        { at: 130_000, set: 300_000, sees: 120_000, writtenWith: 300_000, of: 'boot-1' },
      ],
      'unknown',
      'this',
    ],
    [
      'of this boot, and then of another look of it',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000 },
        { at: 130_000, set: 300_000, sees: 120_000, writtenWith: 300_000 },
        { at: 140_000, set: 300_000, sees: 135_000, writtenWith: 300_000 },
      ],
      'this',
      'this',
    ],
    [
      'of the boot before, after its last look, by the clock of this one that lost as much since',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000, of: 'boot-0' },
        { at: 900_000, set: 200_000, sees: 310_000, of: 'boot-0' },
      ],
      'unknown',
      'unknown',
    ],
    [
      'the same, for longer than a kubelet is silent',
      [
        { at: 218_000, boot: 'boot-0', sees: 20_000, of: 'boot-0' },
        { at: 900_000, set: 200_000, sees: 310_000, of: 'boot-0' },
        { at: 1_390_000, set: 200_000, sees: 310_000, of: 'boot-0' },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of the same second as one of the boot before, and of this boot, as its kubelet says beside Ready',
      [
        { at: 218_000, boot: 'boot-0', sees: 120_000, of: 'boot-0' },
        { at: 130_000, sees: 120_000, of: 'boot-1' },
      ],
      'earlier',
      'this',
    ],
    [
      'of the same second as one that did not say its boot',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, sees: 92_000, of: 'boot-1' },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of the first look, and of another boot, as its kubelet says beside Ready',
      [{ at: 103_000, sees: 100_500, of: 'boot-0' }],
      'this',
      'unknown',
    ],
    [
      'newer, by a kubelet that says a boot of its own',
      [
        { at: 99_000, sees: 92_000, of: 'machine' },
        { at: 103_000, sees: 100_500, of: 'machine' },
      ],
      'this',
      'this',
    ],
    ['of the first look', [{ at: 103_000, sees: 100_500 }], 'this', 'this'],
    [
      'that an etcd which was restored has again',
      [
        { at: 99_000, sees: 92_000 },
        { at: 103_000, sees: 92_000 },
        { at: 106_000, sees: 52_000 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of before, which an API server that hung has stored late',
      [
        { at: 99_000, sees: 82_000 },
        { at: 103_000, sees: 82_000 },
        { at: 106_000, sees: 92_000 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'of after, which an API server that hung has stored late',
      [
        { at: 99_000, sees: 82_000 },
        { at: 133_000, sees: 82_000 },
        { at: 136_000, sees: 110_500 },
      ],
      'this',
      'this',
    ],
    [
      'of the last half second before the start, as far as a clock is exact',
      [
        { at: 99_000, sees: 82_000 },
        { at: 103_000, sees: 82_000 },
        { at: 106_000, sees: 99_600 },
      ],
      'this',
      'this',
    ],
    [
      'of the second before the start, to which a status is exact',
      [
        { at: 99_000, sees: 82_000 },
        { at: 103_000, sees: 82_000 },
        { at: 106_000, sees: 99_400 },
      ],
      'unknown',
      'this',
    ],
    [
      'of the future, when the clock was not set',
      [
        { at: 99_000, sees: 82_000 },
        { at: 103_000, sees: 82_000 },
        { at: 106_000, sees: 109_000 },
      ],
      'unknown',
      'unknown',
    ],
    ['of the first look, and older', [{ at: 103_000, sees: 92_000 }], 'unknown', 'unknown'],
    [
      'of the first look, and as before for longer than a kubelet is silent',
      [
        { at: 103_000, sees: 92_000 },
        { at: 593_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    ['of the first look, and of the future', [{ at: 103_000, sees: 104_000 }], 'unknown', 'unknown'],
    [
      'seen in another boot',
      [
        { at: 500_000, boot: 'boot-0', sees: 92_000 },
        { at: 103_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'seen in another boot, and by a clock that was set back of the first seconds of this kubelet',
      [
        { at: 900_000, boot: 'boot-0', sees: 92_000 },
        { at: 103_000, set: -9_000, sees: 92_000 },
      ],
      'earlier',
      'unknown',
    ],
    [
      'the same, for longer than a kubelet is silent',
      [
        { at: 900_000, boot: 'boot-0', sees: 92_000 },
        { at: 582_000, set: -9_000, sees: 92_000 },
      ],
      'earlier',
      'earlier',
    ],
    [
      'of after a reboot, when the clock was set',
      [
        { at: 500_000, boot: 'boot-0', sees: 92_000 },
        { at: 103_000, set: 3_600_000, sees: 100_500 },
      ],
      'unknown',
      'unknown',
    ],
    [
      'after a long time, in which NTP slewed the clock',
      [
        { at: 1_000, sees: 500 },
        { at: 10_000_000, set: 2_000, sees: 9_999_000, writtenWith: 2_000 },
      ],
      'this',
      'this',
    ],
  ])('%s', (_name, looks, lease, status) => {
    const heartbeatsSeen = historyAfter(looks)
    expect([authorOfLease(heartbeatsSeen.lease!, started), authorOfStatus(heartbeatsSeen.ready!, started)]).toEqual([
      lease,
      status,
    ])
  })

  test('what could not be read stays as it was', () => {
    const heartbeatsSeen = historyAfter([{ at: 99_000, sees: 92_000 }])
    const now = { bootId: 'boot-1', uptimeMs: 103_000, wallMs: epochMs + 103_000 }
    const unread = { lease: undefined, ready: undefined, readyBootId: undefined }
    expect(withHeartbeats(heartbeatsSeen, { ...unread, asked: now, answered: now })).toEqual(heartbeatsSeen)
  })
})
