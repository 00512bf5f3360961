import type { Found } from '../found.ts'

/** The same of several faults at once. */
export const foundFaults: readonly Found[] = [
  [
    'a rescue that fires while the disk of the agent stands still: what has ended before is not held against what is back',
    { restartsPerHour: 5 },
    { 3: { temper: 'exitsHealthy' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 2_000, kind: 'frozen-disk', forMs: 60_000 },
      { after: 1_250, kind: 'push', source: 'node', document: 1, accepts: false },
    ],
  ],
  [
    'a rescue that fires for a drop-in while the API server hangs, and a loss of power',
    { trialMs: 240_000 },
    {},
    [
      { after: 0, kind: 'foreign-drop-in', works: false },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 3_000, kind: 'frozen-api', frozen: true },
      { after: 30_000, kind: 'stop', how: 'power', acts: 10, downMs: 900_000, underWay: 'last-lost' },
    ],
  ],
  [
    'an older agent in mid-trial, which forgets what was seen of heartbeats, and a clock that is set back',
    { trialMs: 240_000, restartsPerHour: 5 },
    { 1: { temper: 'statusOnly' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 3_000, kind: 'downgrade', forMs: 60_000 },
      { after: 0, kind: 'clock', byMs: -30_000 },
      { after: 20_000, kind: 'api', reachable: false },
    ],
  ],
  [
    'a state that is lost in a trial while the API server hangs: what runs is proven once the Node is heard again',
    {},
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 2_000, kind: 'frozen-api', frozen: true },
      { after: 0, kind: 'damage-journal' },
      { after: 0, kind: 'api', reachable: false },
    ],
  ],
  [
    'an opt-out that comes while the agent stands still, and is about to write',
    { trialMs: 240_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'frozen-agent', acts: 3, forMs: 200_000 },
      { after: 0, kind: 'push', source: 'global', document: 3, accepts: true },
      { after: 20_000, kind: 'opt-out', by: 'file', mode: 'local' },
    ],
  ],
  [
    'the same with another document, and an opt-out that freezes',
    { trialMs: 0 },
    {},
    [
      { after: 0, kind: 'frozen-agent', acts: 3, forMs: 200_000 },
      { after: 0, kind: 'push', source: 'global', document: 1, accepts: true },
      { after: 15_000, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 0, kind: 'opt-out', by: 'file', mode: 'freeze' },
    ],
  ],
  [
    'a file of another program that comes while the disk stands still, before the own file of the node is put back',
    { trialMs: 0 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 2_500, kind: 'frozen-disk', forMs: 200_000 },
      { after: 5_000, kind: 'foreign-write', works: true },
      { after: 0, kind: 'opt-out', by: 'file', mode: 'freeze' },
    ],
  ],
  [
    'the same with a file with which no kubelet starts, and without the rescue',
    { trialMs: 0 },
    { 3: { temper: 'ineffective' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 3_000, kind: 'frozen-disk', forMs: 900_000 },
      { after: 2_343, kind: 'rescue-unit', is: 'file-gone' },
      { after: 0, kind: 'foreign-write', works: false },
    ],
  ],
  [
    'an older state that somebody puts there while a document is on trial with which no kubelet starts',
    { trialMs: 0 },
    { 1: { temper: 'ineffective' }, 3: { temper: 'exits' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 15_000, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 3_750, kind: 'state-file', is: 'older', behind: 10 },
    ],
  ],
  [
    'an agent that stands still half-way through a restart, and an administrator who restarts the kubelet',
    { trialMs: 0 },
    { 2: { temper: 'static' } },
    [
      { after: 0, kind: 'frozen-agent', acts: 9, forMs: 60_000 },
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 2_000, kind: 'admin-restart' },
    ],
  ],
  [
    'a document that was written and whose sync failed, with a state file of before',
    { trialMs: 0 },
    { 3: { temper: 'static' } },
    [
      { after: 0, kind: 'lose-copies' },
      { after: 0, kind: 'frozen-agent', acts: 5, forMs: 200_000 },
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 3_750, kind: 'failing-writes', acts: 0, lasts: false, fate: 'not-synced' },
    ],
  ],
  [
    'a kubelet that does not report, an older agent that forgets what was seen, and a clock that was set',
    { restartsPerHour: 5 },
    { 0: { temper: 'leaseOnly' } },
    [
      { after: 75_000, kind: 'clock', byMs: -300_000 },
      { after: 0, kind: 'stop', how: 'power', acts: 7, downMs: 900_000, underWay: 'lost' },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 150_000, kind: 'downgrade', forMs: 900_000 },
    ],
  ],
  [
    'a rescue that puts back state files that the power has brought back, and whose mark the power takes, before the restart',
    { trialMs: 240_000 },
    { 1: { temper: 'static' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 0, kind: 'stop', how: 'power', acts: 8, downMs: 90_000, underWay: 'last-lost' },
      {
        ...{ after: 0, kind: 'power-in-rescue', step: 'marked' },
        ...{ lost: ['live', 'state-files', 'mark'], downMs: 200_000 },
      },
      { after: 37_500, kind: 'frozen-disk', forMs: 60_000 },
    ],
  ],
  [
    'a kubelet that is killed for its memory right before an agent that was away looks at it',
    { trialMs: 240_000 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 10_000, kind: 'stop', how: 'kill', acts: 5, downMs: 90_000, underWay: 'lost' },
      { after: 60_000, kind: 'stop', how: 'power', acts: 4, downMs: 900_000, underWay: 'kept' },
      { after: 60_000, kind: 'oom' },
    ],
  ],
  [
    'a state file whose move the disk refuses',
    { trialMs: 0, restartsPerHour: 5 },
    { 0: { temper: 'static' } },
    [
      { after: 0, kind: 'stop', how: 'kill', acts: 3, downMs: 90_000, underWay: 'kept' },
      { after: 0, kind: 'failing-writes', acts: 10, lasts: false, fate: 'refused' },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 150_000, kind: 'stop', how: 'kill', acts: 2, downMs: 900_000, underWay: 'lost' },
    ],
  ],
  [
    'an agent that stands still between two looks at kubelets that have just started',
    { trialMs: 240_000 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 3_750, kind: 'frozen-agent', acts: undefined, forMs: 900_000 },
      { after: 75_000, kind: 'admin-restart' },
    ],
  ],
  [
    'an older state that asks to keep a file of another program, when the file is a document again',
    { trialMs: 240_000 },
    { 2: { temper: 'deaf' } },
    [
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: false },
      { after: 3_000, kind: 'state-file', is: 'older', behind: 8 },
    ],
  ],
  [
    'a file that somebody gives a node in a dead end, without a restart',
    { trialMs: 0 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 2_000, kind: 'foreign-drop-in', works: false },
      { after: 0, kind: 'lose-copies' },
      { after: 0, kind: 'damage-journal' },
      { after: 18_750, kind: 'lose-copies' },
      { after: 0, kind: 'foreign-write', works: true },
    ],
  ],
  [
    'another document in a dead end, which comes to nothing',
    { trialMs: 240_000 },
    { 1: { temper: 'ineffective' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 0, kind: 'lose-copies' },
      { after: 3_000, kind: 'delete', source: 'node' },
      { after: 0, kind: 'downgrade', forMs: 200_000 },
      { after: 0, kind: 'rescue-unit', is: 'reset' },
      { after: 20_000, kind: 'stop', how: 'power', acts: 9, downMs: 100, underWay: 'kept' },
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
    ],
  ],
  [
    'a file of another program that comes between a lost state and the first look of the next agent',
    {},
    {},
    [
      { after: 0, kind: 'push', source: 'global', document: 1, accepts: true },
      { after: 150_000, kind: 'frozen-disk', forMs: 900_000 },
      { after: 0, kind: 'forget' },
      { after: 0, kind: 'damage-journal' },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'push', source: 'global', document: 2, accepts: false },
      { after: 0, kind: 'restored-etcd', behind: 3 },
    ],
  ],
  [
    'an agent that stands still while it hears of the last operation',
    {},
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 0, kind: 'failing-writes', acts: 7, lasts: true, fate: 'refused' },
      { after: 2_343, kind: 'frozen-agent', acts: 9, forMs: 200_000 },
      { after: 1, kind: 'watch', source: 'global', behind: [2, 0] },
    ],
  ],
]
