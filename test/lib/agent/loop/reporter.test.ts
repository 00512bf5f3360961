import { expect, test } from '@jest/globals'
import { Reporter } from '../../../../src/lib/agent/loop/reporter.ts'
import type { NodeReport, ReportOutcome } from '../../../../src/lib/agent/ports/agent-node.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { InProcess } from '../../../support/in-process.ts'

const idle: AgentStatus = {
  node: 'node-a',
  phase: 'Idle',
  since: 0,
  assigned: { source: 'local' },
  active: { source: 'local' },
  lastKnownGood: { source: 'local' },
  trial: undefined,
  problem: undefined,
  trouble: undefined,
  optOut: undefined,
  bad: [],
  shadowedByFlags: [],
  drifted: false,
  allocatable: undefined,
  kubeletVersion: 'v1.36.3',
  gated: false,
  followsRollouts: true,
}

interface Story {
  /** Statuses by the time from the start, in milliseconds. */
  readonly statuses: readonly (readonly [ms: number, status: AgentStatus])[]
  readonly forMs: number
  /** Whether the API server refuses the nth report. */
  readonly refuses?: (attempt: number) => boolean
  readonly refusal?: Fact
  readonly outcome?: ReportOutcome
  readonly stored?: (problem: Fact | undefined) => void
}

/** The phases that reach the Node, and when. */
async function tell({
  statuses,
  forMs,
  refuses = () => false,
  refusal = { reason: 'NoAnswer' },
  outcome = 'written',
  stored = () => undefined,
}: Story): Promise<readonly (readonly [number, string])[]> {
  using process = new InProcess()
  const { clock } = process
  const begun = clock.now()
  const written: [number, string][] = []
  let attempts = 0
  const report = async ({ condition }: NodeReport): Promise<ReportOutcome> => {
    if (refuses(attempts++)) throw new Failure('unreachable', refusal)
    written.push([clock.now() - begun, condition.reason])
    return outcome
  }
  const reporter = new Reporter({ clock, random: () => 0, cluster: { node: { report } } } as never, {
    stored,
  })
  const end = new AbortController()
  for (const [ms, status] of statuses) clock.after(ms, () => reporter.status(status))
  clock.after(forMs, () => end.abort(new Error('over')))
  await reporter.run(end.signal).catch(() => undefined)
  return written
}

test('changes within half a second are one report, of the newest', async () => {
  expect(
    await tell({
      statuses: [
        [0, idle],
        [100, { ...idle, phase: 'Resolving' }],
        [200, { ...idle, phase: 'Applying' }],
      ],
      forMs: 10_000,
    }),
  ).toEqual([[500, 'Applying']])
})

test('what did not change is not reported again before the heartbeat', async () => {
  const written = await tell({
    statuses: [
      [0, idle],
      [5_000, { ...idle }],
    ],
    forMs: 310_000,
  })
  expect(written.map(([ms]) => ms)).toEqual([500, 301_000])
})

test('a trial is reported when it begins and ends, and with each heartbeat, however long it goes on', async () => {
  const trial = (elapsedMs: number): AgentStatus => ({
    ...idle,
    phase: 'Trial',
    trial: { elapsedMs, lengthMs: 600_000 },
  })
  const looks = Array.from({ length: 60 }, (_, i) => [i * 10_000, trial(i * 10_000)] as const)
  const written = await tell({ statuses: [...looks, [600_000, { ...idle, phase: 'Good' }]], forMs: 610_000 })
  expect(written.map(([ms, phase]) => [Math.round(ms / 60_000), phase])).toEqual([
    [0, 'Trial'],
    [5, 'Trial'],
    [10, 'Good'],
  ])
})

test('a report that fails is repeated with pauses until the Node has the newest status', async () => {
  const written = await tell({
    statuses: [
      [0, idle],
      [3_000, { ...idle, phase: 'Frozen' }],
    ],
    forMs: 60_000,
    refuses: (attempt) => attempt < 4,
  })
  expect(written.map(([, phase]) => phase)).toEqual(['Frozen'])
})

test.each<[string, Fact & { readonly status?: number }, boolean]>([
  ['an error of the server', { reason: 'ServerError', status: 500 }, true],
  ['a request that times out', { reason: 'RequestTimedOut' }, true],
  ['too many requests', { reason: 'ServerError', status: 429 }, false],
  ['a refusal', { reason: 'AccessDenied' }, false],
  ['no connection', { reason: 'NoAnswer' }, false],
])('whether the API server stores nothing is told after each report: %s', async (_name, refusal, isTold) => {
  const told: (Fact | undefined)[] = []
  const stored = (problem: Fact | undefined) => told.push(problem)
  await tell({ statuses: [[0, idle]], forMs: 60_000, refuses: (attempt) => attempt < 2, refusal, stored })
  expect(told).toStrictEqual(isTold ? [refusal, refusal, undefined] : [undefined])
})

test.each<ReportOutcome>(['unchanged', 'no-node'])(
  'nothing was stored, and nothing is told, when it is %s',
  async (outcome) => {
    const told: (Fact | undefined)[] = []
    await tell({ statuses: [[0, idle]], forMs: 60_000, outcome, stored: (problem) => told.push(problem) })
    expect(told).toStrictEqual([])
  },
)
