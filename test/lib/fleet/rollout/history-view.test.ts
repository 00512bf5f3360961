import { expect, test } from '@jest/globals'
import { rolloutHistoryView, rolloutsIn } from '../../../../src/lib/fleet/rollout/history-view.ts'
import { noDocument, type PastRollout, type Progress } from '../../../../src/lib/rollouts/rollout.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const view = rolloutHistoryView(() => now)
const cause = { reason: 'NodesFailed', message: 'node node-a failed: the kubelet exits' }
const promoted: PastRollout = {
  ...{ digest: `v1:sha256:${'7'.repeat(64)}`, revision: 7, outcome: 'Promoted', cause: undefined },
  ...{ startedAt: '2026-11-29T10:00:00Z', endedAt: '2026-11-29T11:30:00Z' },
}
const aborted: PastRollout = {
  ...{ digest: `v1:sha256:${'8'.repeat(64)}`, revision: undefined, outcome: 'Aborted', cause },
  ...{ startedAt: '2026-11-30T10:00:00Z', endedAt: '2026-11-30T10:02:10Z' },
}
const progress = {
  ...{ phase: 'Progressing', startedAt: '2026-11-30T11:59:00Z', cause: undefined },
  candidate: { digest: noDocument, revision: undefined },
} as Progress

test('the one under way comes first, and then the newest', () => {
  const rows = rolloutsIn({ progress, past: [aborted, promoted] })
  expect(rows.map((row) => [...view.columns, ...view.wide].map(({ value }) => value(row)))).toEqual([
    ['no document', 'Progressing', '60s', '60s', '-', 'local'],
    ['88888888', 'Aborted', '120m', '2m10s', cause.message, 'v1:sha256:888888888888'],
    ['revision 7', 'Promoted', '26h', '90m', '-', 'v1:sha256:777777777777'],
  ])
  expect(rows.map(view.name)).toEqual([
    ...[undefined, undefined],
    'controllerrevision.apps/global-kubelet-configuration-7',
  ])
  expect(view.data(rows[0]!)).toEqual({
    ...{ digest: noDocument, revision: null, outcome: 'Progressing' },
    ...{ startedAt: '2026-11-30T11:59:00Z', endedAt: null, cause: null },
  })
})

test('without one under way, there are those that have ended', () => {
  expect(rolloutsIn({ progress: undefined, past: [promoted] })).toEqual([promoted])
  expect(rolloutsIn({ progress: undefined, past: [] })).toEqual([])
})
