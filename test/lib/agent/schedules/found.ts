import type { DocumentKind, Op, Schedule } from './schedule.ts'

/** Where these are not the usual ones. */
type Circumstances = Partial<
  Pick<Schedule, 'trialMs' | 'restartsPerHour' | 'endsSilent' | 'unseen' | 'slowMs' | 'makesPods'>
>

/** By the number of the document, where it is not a good one. */
type Kinds = Readonly<Partial<Record<number, Partial<DocumentKind>>>>

export type Found = readonly [name: string, circumstances: Circumstances, kinds: Kinds, ops: readonly Op[]]

/** What campaigns found, as small as it could be made: replayed for ever. */
export const found: readonly Found[] = [
  [
    'a kubelet that exits with the state file of a document that nobody knows any more',
    {},
    { 2: { behavior: 'static' } },
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
    { endsSilent: true },
    { 3: { diesOnUpgrade: true } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 200_000, kind: 'api', reachable: false },
      { after: 0, kind: 'upgrade' },
      { after: 0, kind: 'reboot' },
    ],
  ],
  [
    'a rescue that fires on a slow disk, before the restart, has counted the ends of what ran before',
    { trialMs: 120_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'slow-disk', ms: 25_000 },
      { after: 0, kind: 'foreign-drop-in', works: false },
      { after: 0, kind: 'admin-restart' },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 2_500, kind: 'stale', source: 'global' },
    ],
  ],
  [
    'an agent that is killed in the restart of a kubelet that a drop-in ends',
    { trialMs: 120_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'foreign-drop-in', works: false },
      { after: 0, kind: 'stop', how: 'kill', acts: 11, downMs: 90_000 },
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 37_500, kind: 'delete', source: 'node' },
    ],
  ],
  [
    'a drop-in that was written in a trial, and that its kubelet has never read',
    { trialMs: 120_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 3_750, kind: 'foreign-drop-in', works: false },
      { after: 150_000, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 3_000, kind: 'stop', how: 'kill', acts: 5, downMs: 5_000 },
      { after: 20_000, kind: 'lose-copies' },
    ],
  ],
  [
    'a rescue that fires for a document has counted the ends of the one that was on trial before',
    { trialMs: 120_000, restartsPerHour: 12 },
    { 3: { behavior: 'exitsLater' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 3_000, kind: 'slow-disk', ms: 25_000 },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 3_000, kind: 'stop', how: 'kill', acts: 12, downMs: 5_000 },
    ],
  ],
  [
    'power that is lost after the document was written, and a drop-in while no agent runs',
    { trialMs: 0, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'stop', how: 'power', acts: 9, downMs: 900_000 },
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 1_171, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 1_000, kind: 'foreign-drop-in', works: false },
    ],
  ],
  [
    'an agent that is killed before it notes the restart, and a drop-in while no agent runs',
    { trialMs: 240_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 0, kind: 'stop', how: 'kill', acts: 9, downMs: 900_000 },
      { after: 60_000, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'a drop-in that is written as the kubelet starts again after it was killed',
    { trialMs: 240_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 3_750, kind: 'oom' },
      { after: 10_000, kind: 'foreign-drop-in', works: false },
    ],
  ],
  [
    'power that is lost in a trial, and a drop-in while no agent runs',
    { trialMs: 240_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 0, kind: 'stop', how: 'power', acts: 12, downMs: 900_000 },
      { after: 3_750, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'a drop-in that was written in a trial ends the kubelet with the own files later',
    { trialMs: 120_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 3_750, kind: 'foreign-drop-in', works: false },
      { after: 150_000, kind: 'delete', source: 'node' },
      { after: 150_000, kind: 'ailing', ails: true },
    ],
  ],
  [
    'a journal that is damaged between write and restart, and a drop-in that hides what runs',
    { trialMs: 240_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'stop', how: 'kill', acts: 7, downMs: 900_000 },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 2_000, kind: 'damage-journal' },
      { after: 0, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'a verdict that a full disk does not take before the power is lost',
    { trialMs: 0, restartsPerHour: 12 },
    { 0: { behavior: 'mute' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 3_750, kind: 'disk', full: true },
      { after: 75_000, kind: 'ailing', ails: true },
      { after: 8_000, kind: 'stop', how: 'power', acts: 8, downMs: 5_000 },
      { after: 20_000, kind: 'foreign-drop-in', works: true },
      { after: 3_000, kind: 'reboot' },
    ],
  ],
  [
    'a change that waits for pods, while the upgraded kubelet exits and the API server is silent',
    { trialMs: 0, restartsPerHour: 12, endsSilent: true },
    { 0: { diesOnUpgrade: true }, 3: { behavior: 'endsPods' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 9_375, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 18_750, kind: 'upgrade' },
    ],
  ],
  [
    'a mark of the rescue that is seen while the disk is full',
    { trialMs: 240_000, restartsPerHour: 12 },
    { 2: { behavior: 'exits' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 0, kind: 'stop', how: 'kill', acts: 11, downMs: 90_000 },
      { after: 2_000, kind: 'stop', how: 'kill', acts: 11, downMs: 900_000 },
      { after: 0, kind: 'disk', full: true },
      { after: 150_000, kind: 'drain', drained: false },
      { after: 0, kind: 'reboot' },
      { after: 0, kind: 'ailing', ails: true },
    ],
  ],
  [
    'a drop-in that is written right after the restart by an administrator',
    { trialMs: 240_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 75_000, kind: 'clock', byMs: 60_000 },
      { after: 30_000, kind: 'admin-restart' },
      { after: 0, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'a kubelet that started with the file and the drop-in of other programs, before the restart was noted',
    {},
    {},
    [
      { after: 0, kind: 'stop', how: 'power', acts: 11, downMs: 90_000 },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 2_500, kind: 'foreign-write', works: true },
      { after: 0, kind: 'foreign-drop-in', works: false },
      { after: 0, kind: 'upgrade' },
    ],
  ],
  [
    'a journal that is damaged before another program writes the file, and an API server that is silent',
    { trialMs: 0, endsSilent: true },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 2_000, kind: 'disk', full: true },
      { after: 0, kind: 'damage-journal' },
      { after: 1_171, kind: 'foreign-write', works: false },
    ],
  ],
  [
    'an opt-out that ends a trial of what runs, read again from a journal without it',
    { trialMs: 0 },
    { 3: { behavior: 'static' } },
    [
      { after: 0, kind: 'push', source: 'global', document: 3, accepts: true },
      { after: 30_000, kind: 'opt-out', by: 'file', mode: 'local' },
      { after: 0, kind: 'opt-out', by: 'annotation', mode: 'freeze' },
      { after: 0, kind: 'upgrade' },
    ],
  ],
  [
    'a document that ends pods, tried anew with files of others that have changed since its kubelet started',
    {},
    { 2: { behavior: 'endsPods' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: true },
      { after: 0, kind: 'foreign-drop-in', works: true },
      { after: 3_000, kind: 'foreign-write', works: true },
      { after: 0, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'pods that are noted for a change, and that a kubelet with the document before ends before the change',
    { restartsPerHour: 5 },
    { 0: { behavior: 'endsPods' } },
    [
      { after: 0, kind: 'slow-disk', ms: 4_000 },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 2_500, kind: 'oom' },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 2_500, kind: 'forget' },
    ],
  ],
  [
    'a journal that is damaged while the state file of a trial keeps a kubelet with the file of another program from starting',
    { trialMs: 240_000, restartsPerHour: 5 },
    { 2: { behavior: 'static' } },
    [
      { after: 0, kind: 'push', source: 'global', document: 2, accepts: true },
      { after: 7_500, kind: 'foreign-drop-in', works: true },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'admin-restart' },
      { after: 0, kind: 'damage-journal' },
      { after: 1_500, kind: 'opt-out', by: 'annotation', mode: 'local' },
    ],
  ],
  [
    'a kubelet that never reports, a file and a drop-in of other programs before a look is noted, and a silent API server',
    { trialMs: 0, endsSilent: true },
    { 3: { behavior: 'mute' } },
    [
      { after: 0, kind: 'stop', how: 'kill', acts: 12, downMs: 900_000 },
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 2_343, kind: 'foreign-write', works: true },
      { after: 0, kind: 'foreign-drop-in', works: true },
    ],
  ],
  [
    'a kubelet that another program starts with a state file of before, and then a journal that is damaged',
    { trialMs: 0 },
    { 3: { behavior: 'static' } },
    [
      { after: 0, kind: 'push', source: 'global', document: 3, accepts: true },
      { after: 30_000, kind: 'opt-out', by: 'file', mode: 'local' },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'admin-restart' },
      { after: 0, kind: 'damage-journal' },
    ],
  ],
  [
    'a kubelet that is noted to have reported in the moment in which one that does not report replaces it',
    {},
    { 0: { behavior: 'leaseOnly' } },
    [
      { after: 0, kind: 'disk', full: true },
      { after: 0, kind: 'push', source: 'global', document: 0, accepts: true },
      { after: 18_750, kind: 'ailing', ails: true },
      { after: 8_000, kind: 'damage-journal' },
      { after: 8_000, kind: 'systemctl', down: false },
    ],
  ],
  [
    'a Lease that a kubelet renewed while no agent ran, by a clock that was set',
    { trialMs: 240_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 2_500, kind: 'api', reachable: false },
      { after: 0, kind: 'clock', byMs: 2_000 },
      { after: 0, kind: 'stop', how: 'kill', acts: 1, downMs: 900_000 },
      { after: 18_750, kind: 'oom' },
    ],
  ],
  [
    'a document that was written before the power was lost, hidden by another program, and given up on a full disk',
    { restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'stop', how: 'power', acts: 7, downMs: 90_000 },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 3_000, kind: 'foreign-write', works: true },
      { after: 0, kind: 'disk', full: true },
      { after: 150_000, kind: 'foreign-write', works: true },
      { after: 0, kind: 'opt-out', by: 'file', mode: 'freeze' },
    ],
  ],
  [
    'a kubelet that is killed for its memory three times: the document that was not proven yet counts as bad, as ADR 19 has it',
    {},
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 2_500, kind: 'api', reachable: false },
      { after: 0, kind: 'oom' },
      { after: 20_000, kind: 'oom' },
      { after: 20_000, kind: 'oom' },
    ],
  ],
  [
    'a kubelet that reported at its end, a power loss in its restart, and a clock that was set back before the next boot',
    { trialMs: 120_000, restartsPerHour: 5 },
    { 1: { behavior: 'leaseOnly' } },
    [
      { after: 0, kind: 'slow-disk', ms: 25_000 },
      { after: 0, kind: 'stop', how: 'power', acts: 11, downMs: 900_000, underWay: 'lost' },
      { after: 150_000, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 2_000, kind: 'upgrade' },
      { after: 0, kind: 'clock', byMs: -300_000 },
    ],
  ],
  [
    'a write that failed on a way back, which the rescue went instead',
    { trialMs: 120_000, restartsPerHour: 5 },
    { 3: { behavior: 'exitsLater' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 20_000, kind: 'disk', full: true },
      { after: 60_000, kind: 'watch', source: 'global', behind: [2] },
    ],
  ],
  [
    'pods that could not be read for a change, in place of which a document came that is refused',
    { trialMs: 240_000, restartsPerHour: 12 },
    { 0: { refused: true } },
    [
      { after: 0, kind: 'frozen-disk', forMs: 200_000 },
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: true },
      { after: 2_500, kind: 'frozen-api', frozen: true },
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: false },
    ],
  ],
  [
    'orders of the rescue that could not be written, for a document that is withdrawn',
    { trialMs: 120_000, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'failing-writes', acts: 9, lasts: true, fate: 'refused' },
      { after: 0, kind: 'push', source: 'node', document: 2, accepts: false },
      { after: 20_000, kind: 'push', source: 'node', document: 0, accepts: false },
      { after: 4_000, kind: 'restored-etcd', behind: 2 },
    ],
  ],
  [
    'a rescue that could not be connected again on a full disk, and that another program dropped since',
    {},
    {},
    [
      { after: 0, kind: 'disk', full: true },
      { after: 4_687, kind: 'push', source: 'global', document: 1, accepts: true },
      { after: 8_000, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 8_000, kind: 'rescue-unit', is: 'file-gone' },
      { after: 20_000, kind: 'rescue-unit', is: 'reset' },
    ],
  ],
  [
    'the own file of a node that came back while the kubelet ran something else, and an API server that stays silent',
    { endsSilent: true, restartsPerHour: 12 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: true },
      { after: 300_000, kind: 'opt-out', by: 'file', mode: 'local' },
      { after: 2_343, kind: 'stop', how: 'kill', acts: 4, downMs: 900_000, underWay: 'kept' },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'oom' },
      { after: 20_000, kind: 'foreign-write', works: true },
    ],
  ],
  [
    'an older agent that cannot read the state, on a way back before the state files of a document were moved aside',
    { trialMs: 0, restartsPerHour: 12 },
    { 0: { behavior: 'static' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 15_000, kind: 'opt-out', by: 'annotation', mode: 'local' },
      { after: 0, kind: 'state-file', is: 'older', behind: 9 },
      { after: 0, kind: 'downgrade', forMs: 60_000 },
    ],
  ],
  [
    'an own file that came after the restart of its trial, which a state from before that goes on with',
    { trialMs: 120_000, restartsPerHour: 5 },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 150_000, kind: 'delete', source: 'node' },
      { after: 150_000, kind: 'opt-out', by: 'file', mode: undefined },
      { after: 0, kind: 'foreign-write', works: true },
      { after: 0, kind: 'foreign-drop-in', works: true },
      { after: 0, kind: 'state-file', is: 'older', behind: 6 },
    ],
  ],
  [
    "the node's own file, of a kubelet that does not show what it runs",
    { unseen: ['configz'] },
    {},
    [
      { after: 0, kind: 'push', source: 'node', document: 0, accepts: true },
      { after: 200_000, kind: 'delete', source: 'node' },
    ],
  ],
  [
    'a document that ended pods, and that a disk brings back after the kubelet was taken back from it',
    { trialMs: 0, restartsPerHour: 5 },
    { 1: { behavior: 'endsPods' } },
    [
      { after: 0, kind: 'stop', how: 'kill', acts: 1, downMs: 5_000, underWay: 'lost' },
      { after: 0, kind: 'failing-writes', acts: 10, lasts: false, fate: 'lost' },
      { after: 0, kind: 'push', source: 'node', document: 1, accepts: false },
      { after: 8_000, kind: 'stop', how: 'power', acts: 13, downMs: 90_000, underWay: 'lost' },
      { after: 9_375, kind: 'clock', byMs: 3_600_000 },
    ],
  ],
  [
    'an upgraded kubelet that exits, whose container runtime is down for as long as evidence is waited for',
    { trialMs: 0, restartsPerHour: 5, endsSilent: true },
    { 0: { diesOnUpgrade: true } },
    [
      { after: 0, kind: 'push', source: 'global', document: 0, accepts: true },
      { after: 0, kind: 'lose-copies' },
      { after: 18_750, kind: 'runtime', down: true },
      { after: 0, kind: 'upgrade' },
      { after: 4_687, kind: 'stop', how: 'kill', acts: 11, downMs: 5_000, underWay: 'kept' },
      { after: 600_000, kind: 'delete', source: 'node' },
    ],
  ],
  [
    'a way back without a container runtime, and power that is lost before the first look at it',
    { trialMs: 120_000, restartsPerHour: 12 },
    { 3: { behavior: 'exits' } },
    [
      { after: 0, kind: 'push', source: 'node', document: 3, accepts: false },
      { after: 20_000, kind: 'slow-disk', ms: 25_000 },
      { after: 0, kind: 'runtime', down: true },
      { after: 3_000, kind: 'admin-stop' },
      { after: 75_000, kind: 'frozen-api', frozen: true },
      { after: 20_000, kind: 'power-in-rescue', step: 'marked', lost: ['state-files', 'mark'], downMs: 900_000 },
      { after: 600_000, kind: 'push', source: 'global', document: 3, accepts: false },
    ],
  ],
]
