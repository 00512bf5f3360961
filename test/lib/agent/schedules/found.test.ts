import { expect, test } from '@jest/globals'
import { problemOf } from './campaign.ts'
import type { DocumentKind, Op } from './schedule.ts'

const good: DocumentKind = { temper: 'good', refused: false, diesOnUpgrade: false }

/** What longer campaigns found, rarely: kept for good. */
test.each<[name: string, documents: readonly DocumentKind[], ops: readonly Op[]]>([
  [
    'a kubelet that exits with the state file of a document that nobody knows any more',
    [good, good, { ...good, temper: 'static' }, good],
    [
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 3_750, kind: 'damage-journal' },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'upgrade' },
      { after: 0, kind: 'stop', how: 'kill', acts: 5, downMs: 90_000 },
      { after: 15_000, kind: 'clock', byMs: 86_400_000 },
    ],
  ],
  [
    'an upgraded kubelet that exits, and an API server that is a pod of it',
    [good, good, good, { ...good, diesOnUpgrade: true }],
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 200_000, kind: 'api', reachable: false },
      { after: 0, kind: 'upgrade' },
      { after: 0, kind: 'reboot' },
    ],
  ],
])('%s', (_name, documents, ops) => {
  const endsSilent = ops.some((op) => op.kind === 'api')
  expect(problemOf({ documents, trialMs: 120_000, restartsPerHour: 12, endsSilent, ops })).toBeUndefined()
})
