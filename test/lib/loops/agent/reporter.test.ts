import { expect, test } from '@jest/globals'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { Failure } from '../../../../src/lib/failure.ts'
import { Reporter } from '../../../../src/lib/loops/agent/reporter.ts'
import type { NodeReport } from '../../../../src/lib/ports/agent-node.ts'
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
}

interface Story {
  /** Statuses by the time from the start, in milliseconds. */
  readonly statuses: readonly (readonly [ms: number, status: AgentStatus])[]
  readonly forMs: number
  /** Whether the API server refuses the nth report. */
  readonly refuses?: (attempt: number) => boolean
}

/** The phases that reach the Node, and when. */
async function tell({
  statuses,
  forMs,
  refuses = () => false,
}: Story): Promise<readonly (readonly [number, string])[]> {
  using process = new InProcess()
  const { clock } = process
  const begun = clock.now()
  const written: [number, string][] = []
  let attempts = 0
  const report = async ({ condition }: NodeReport): Promise<boolean> => {
    if (refuses(attempts++)) throw new Failure('unreachable', { reason: 'NoAnswer' })
    written.push([clock.now() - begun, condition.reason])
    return true
  }
  const reporter = new Reporter(
    { clock, random: () => 0, cluster: { node: { report } } } as never,
    ({ reason }) => reason,
  )
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
