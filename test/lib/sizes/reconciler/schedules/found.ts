import type { Op, Schedule } from './schedule.ts'

/** Where these are not the usual ones: right clocks, and no size at the start. */
type Circumstances = Partial<Pick<Schedule, 'clocks' | 'sizes'>>

type Found = readonly [name: string, circumstances: Circumstances, ops: readonly Op[]]

/** What campaigns found, as small as it could be made, and what findings say: replayed for ever. */
export const found: readonly Found[] = [
  [
    'a renewal that arrives while the Lease is released',
    {},
    [
      { after: 5_000, kind: 'trouble', replica: 0, on: 'renew', times: 1, trouble: { kind: 'late', ms: 3_000 } },
      { after: 3_000, kind: 'terminate', replica: 0 },
    ],
  ],
  [
    'a leader that is stopped between the confirmation and the write, until another one leads',
    { sizes: [2, 0] },
    [
      {
        ...{ after: 0, kind: 'trouble', replica: 0, on: 'resize', times: 1 },
        trouble: { kind: 'freeze', ms: 40_000, clocks: 'run' },
      },
      { after: 15_000, kind: 'edit', node: 0, to: 3 },
    ],
  ],
  [
    'a restored etcd in which the Lease was released',
    { sizes: [2, 0] },
    [
      { after: 5_000, kind: 'terminate', replica: 0 },
      { after: 1_000, kind: 'backup' },
      { after: 20_000, kind: 'restore' },
      { after: 3_000, kind: 'edit', node: 0, to: 3 },
    ],
  ],
  [
    'a restored etcd with an older size',
    { sizes: [2, 0] },
    [
      { after: 20_000, kind: 'backup' },
      { after: 0, kind: 'edit', node: 0, to: 3 },
      { after: 20_000, kind: 'restore' },
    ],
  ],
  [
    'a replica that is stopped while it takes the Lease, until another one leads',
    { sizes: [1, 0] },
    [{ after: 3, kind: 'freeze', replica: 0, ms: 17_000, clocks: 'run' }],
  ],
  [
    'a restored etcd in which a pod was not bound yet',
    {},
    [
      { after: 0, kind: 'command', node: 1, size: 1, ifFull: 'wait', diesAt: undefined },
      { after: 0, kind: 'start-pod', node: 1, milliCpu: 2_500, bound: false },
      { after: 4, kind: 'backup' },
      { after: 0, kind: 'restore' },
    ],
  ],
  [
    'a quota that refuses each resize, and a restored etcd that has it once more',
    {},
    [
      { after: 260, kind: 'command', node: 0, size: 2, ifFull: 'revert', diesAt: 8 },
      { after: 9_000, kind: 'limits', what: 'quota', how: 'set' },
      { after: 9_000, kind: 'backup' },
      { after: 260, kind: 'edit', node: 0, to: 9 },
      { after: 2_000, kind: 'restore' },
    ],
  ],
]
