import { defaultPolicy, type RolloutPolicy, type Wave } from '../../../../src/lib/rollouts/policy.ts'
import type { Op, Schedule } from './schedule.ts'

/** Where these are not the usual ones. */
type Circumstances = Partial<Pick<Schedule, 'documents' | 'movers' | 'agents' | 'mode'>> & {
  readonly nodes: number
  readonly policy?: Partial<RolloutPolicy>
}

export type Found = readonly [name: string, circumstances: Circumstances, ops: readonly Op[]]

const wave = (to: Wave['to']): Wave => ({ to, soakMs: undefined, approval: false })
const all = wave({ kind: 'percent', percent: 100 })
const works = { does: 'works' } as const
const late = { lagMs: 10_000, paceMs: 5_000 }
/** Before what is wrong is mended. */
const hoursLater: Op = { after: 10_800_000, kind: 'ask', change: 'approve' }
const quick = { lagMs: 0, paceMs: 5_000 }

/** What campaigns found, as small as it could be made: replayed for ever. */
export const found: readonly Found[] = [
  [
    'nodes that were made before the clock was set back are nodes that the rollout counts',
    { nodes: 1, policy: { waves: [all], soakMs: 0 } },
    [{ after: 0, kind: 'clock', byMs: -86_400_000 }, { after: 0, kind: 'push', document: 1 }, hoursLater],
  ],
  [
    'a node that is named in a later wave has its own time to prove the document',
    {
      mode: 'liveness',
      nodes: 6,
      agents: { trialMs: 600_000, jitterMs: 0, lagMs: 0 },
      policy: {
        waves: [wave({ kind: 'canary' }), wave({ kind: 'nodes', names: ['node-5'] }), all],
        soakMs: 600_000,
        maxUnavailable: { kind: 'percent', percent: 50 },
      },
    },
    [{ after: 0, kind: 'push', document: 1 }, hoursLater],
  ],
  [
    'a gate that closes right after a node has restarted, by a mover whose watch has not shown that yet',
    {
      nodes: 2,
      documents: [works, works, works, works, works, works],
      movers: [{ lagMs: 2_000, paceMs: 5_000 }, late],
      agents: { trialMs: 60_000, jitterMs: 0, lagMs: 1_000 },
      policy: { waves: [all], soakMs: 0, maxUnavailable: { kind: 'percent', percent: 50 }, nodeDeadlineMs: 7_200_000 },
    },
    [{ after: 1_000, kind: 'push', document: 3 }, { after: 3_050, kind: 'push', document: 5 }, hoursLater],
  ],
  [
    'a node that hangs is away, also when it is one of the failed ones that are tolerated',
    {
      nodes: 2,
      documents: [works, { does: 'hangs', on: undefined }],
      policy: { waves: [all], soakMs: 0, maxUnavailable: { kind: 'percent', percent: 10 }, maxFailures: 2 },
    },
    [{ after: 0, kind: 'push', document: 1 }, hoursLater],
  ],
  [
    'a wave that soaks while the clock is set back by a day soaks anew',
    { mode: 'liveness', nodes: 1, policy: { waves: [all] }, movers: [quick, quick] },
    [{ after: 0, kind: 'push', document: 1 }, { after: 120_000, kind: 'clock', byMs: -86_400_000 }, hoursLater],
  ],
  [
    'a node whose label puts it within a gate that has been open for long has its time from then on',
    {
      mode: 'liveness',
      nodes: 2,
      documents: [works, works, works, works, works],
      movers: [quick],
      agents: { trialMs: 600_000, jitterMs: 0, lagMs: 0 },
      policy: {
        waves: [all],
        soakMs: 0,
        maxUnavailable: { kind: 'percent', percent: 10 },
        maxFailures: 1,
        nodeDeadlineMs: 3_600_000,
      },
    },
    [
      { after: 0, kind: 'push', document: 3 },
      { after: 7_031, kind: 'ask', change: 'pause' },
      { after: 3_600_000, kind: 'mover-stalls', mover: 1, forMs: 10_000 },
      { after: 0, kind: 'label', node: 6, order: 'early' },
    ],
  ],
  [
    'a node whose pods fare badly, as is tolerated, is waited for like any other',
    {
      ...{ nodes: 2, documents: [works, works, works, works, { does: 'evicts', on: undefined }] },
      agents: { trialMs: 600_000, jitterMs: 300_000, lagMs: 0 },
      policy: {
        waves: [wave({ kind: 'percent', percent: 11 }), all],
        ...{
          maxUnavailable: { kind: 'count', count: 1 },
          maxFailures: 2,
          nodeDeadlineMs: 1_200_000,
          onFailure: 'pause',
        },
      },
    },
    [
      { after: 0, kind: 'push', document: 4 },
      { after: 1_800_000, kind: 'ask', change: 'promote' },
    ],
  ],
  [
    'what hits all nodes at once, right after a node was admitted and long after the rollout began',
    { mode: 'liveness', nodes: 2, policy: { waves: [{ ...all, approval: true }], soakMs: 0 } },
    [
      { after: 0, kind: 'push', document: 1 },
      { after: 337_500, kind: 'pod-noise', shows: 'no-room', on: 'all' },
    ],
  ],
  [
    'what hits all nodes at once, after the clock was set back to before the rollout began',
    { mode: 'liveness', nodes: 2, movers: [{ lagMs: 500, paceMs: 5_000 }], policy: { waves: [all], soakMs: 0 } },
    [
      { after: 4_687, kind: 'push', document: 2 },
      { after: 500, kind: 'clock', byMs: -86_400_000 },
      { after: 87, kind: 'pod-noise', shows: 'refused', on: 'all' },
    ],
  ],
  [
    'a gate that closes on while nodes are about to answer, since the clock was set on by a day',
    {
      ...{ nodes: 5, movers: [late], agents: { trialMs: 600_000, jitterMs: 0, lagMs: 5_000 } },
      policy: {
        ...{ waves: [wave({ kind: 'canary' }), all], nodeDeadlineMs: 1_200_000, pods: 'ignore' },
        maxUnavailable: { kind: 'percent', percent: 30 },
      },
    },
    [
      { after: 0, kind: 'push', document: undefined },
      { after: 3_600_000, kind: 'push', document: 0 },
      { after: 60_000, kind: 'clock', byMs: 86_400_000 },
      hoursLater,
    ],
  ],
  [
    'a mover whose watches stand still has reports of an earlier rollout of the same document',
    {
      ...{ nodes: 2, documents: [works, works, { does: 'evicts', on: undefined }], movers: [quick, quick] },
      policy: {
        ...{ waves: [wave({ kind: 'canary' }), all], soakMs: 0, maxFailures: 3, nodeDeadlineMs: 7_200_000 },
        maxUnavailable: { kind: 'percent', percent: 50 },
      },
    },
    [
      { after: 0, kind: 'push', document: 2 },
      { after: 225_000, kind: 'mover-stalls', mover: 1, forMs: 600_000 },
      { after: 0, kind: 'push', document: 0 },
      hoursLater,
    ],
  ],
  [
    'pods that have not started since before the clock was set back hold a wave until they run',
    {
      nodes: 5,
      policy: {
        waves: [wave({ kind: 'count', count: 1 }), wave({ kind: 'percent', percent: 66 }), { ...all, approval: true }],
        ...{ soakMs: 0, maxUnavailable: { kind: 'percent', percent: 50 }, onFailure: 'pause' },
      },
    },
    [
      { after: 0, kind: 'pod-noise', shows: 'not-started', on: 'half' },
      { after: 120_000, kind: 'push-nonsense' },
      { after: 0, kind: 'clock', byMs: -300_000 },
    ],
  ],
  [
    'what pods show after the clock was set back, of nodes that were admitted before',
    {
      ...{ nodes: 3, documents: [works, { does: 'evicts', on: undefined }] },
      policy: { waves: [all], soakMs: 0, maxUnavailable: { kind: 'count', count: 2 } },
    },
    [{ after: 0, kind: 'push', document: 1 }, { after: 5_000, kind: 'clock', byMs: -86_400_000 }, hoursLater],
  ],
  [
    'what pods show right after the clock was set back, before anybody has looked',
    {
      ...{ nodes: 2, documents: [works, { does: 'evicts', on: undefined }] },
      policy: { waves: [wave({ kind: 'canary' }), all], soakMs: 0 },
    },
    [{ after: 0, kind: 'push', document: 1 }, { after: 15_000, kind: 'clock', byMs: -3_600_000 }, hoursLater],
  ],
  [
    'a gate that closes hours after its mover has decided that',
    {
      nodes: 2,
      movers: [late],
      agents: { trialMs: 600_000, jitterMs: 0, lagMs: 0 },
      policy: { waves: [all], soakMs: 0, maxUnavailable: { kind: 'percent', percent: 10 }, nodeDeadlineMs: 7_200_000 },
    },
    [
      { after: 0, kind: 'push', document: 2 },
      { after: 60_000, kind: 'push', document: 3 },
      { after: 10_000, kind: 'mover-freezes', mover: 0, forMs: 10_800_000 },
      hoursLater,
      hoursLater,
    ],
  ],
  [
    'a name server that is back when another node is tried',
    {
      mode: 'liveness',
      nodes: 3,
      documents: [works, works, works, works, works],
      agents: { trialMs: 60_000, jitterMs: 0, lagMs: 0 },
      policy: {
        waves: [wave({ kind: 'percent', percent: 20 }), all],
        ...{ soakMs: 0, maxUnavailable: { kind: 'count', count: 3 }, probe: { image: 'probe', without: [] } },
        nodeDeadlineMs: 3_600_000,
      },
    },
    [
      { after: 0, kind: 'push', document: 4 },
      { after: 225_000, kind: 'push', document: 0 },
      { after: 10_078, kind: 'dns-fails', forMs: 10_800_000 },
      { after: 112_500, kind: 'label', node: 0, order: 'early' },
    ],
  ],
  [
    'an eviction of before the clock was set back, when it shows that time again',
    {
      ...{ nodes: 2, documents: [works, { does: 'evicts', on: undefined }, works, works, works] },
      movers: [{ lagMs: 500, paceMs: 5_000 }],
      agents: { trialMs: 600_000, jitterMs: 0, lagMs: 0 },
      policy: {
        waves: [wave({ kind: 'canary' }), { ...all, approval: true }],
        ...{ soakMs: 0, nodeDeadlineMs: 7_200_000, onFailure: 'pause' },
      },
    },
    [
      { after: 0, kind: 'push', document: 1 },
      { after: 1_800_000, kind: 'push', document: 2 },
      {
        ...{ after: 0, kind: 'set-policy', force: true },
        policy: { ...defaultPolicy, waves: [wave({ kind: 'canary' }), all], soakMs: 0 },
      },
      { after: 0, kind: 'clock', byMs: -3_600_000 },
    ],
  ],
  [
    'a probe of before that a silent node runs once it has the document, with which no new pod works',
    {
      ...{ nodes: 3, documents: [works, works, { does: 'breaks-pods', on: 0 }, works, works], movers: [quick] },
      agents: { trialMs: 60_000, jitterMs: 0, lagMs: 0 },
      policy: {
        ...{ waves: [wave({ kind: 'canary' }), all], soakMs: 0, maxUnavailable: { kind: 'count', count: 3 } },
        ...{ nodeDeadlineMs: 1_200_000, probe: { image: 'probe', without: [] } },
      },
    },
    [
      { after: 0, kind: 'push', document: 2 },
      { after: 0, kind: 'silence', node: 0, forMs: 600_000 },
      { after: 900_000, kind: 'damage', what: 'other-text' },
    ],
  ],
  [
    'a node that is made after a mover had decided to begin, and before it could store that',
    {
      ...{ nodes: 1, movers: [quick], agents: { trialMs: 60_000, jitterMs: 0, lagMs: 0 } },
      policy: {
        ...{ waves: [all], soakMs: 0, maxUnavailable: { kind: 'count', count: 3 }, nodeDeadlineMs: 1_200_000 },
        ...{ onFailure: 'pause', probe: { image: 'probe', without: [] } },
      },
    },
    [
      { after: 0, kind: 'mover-freezes', mover: 0, forMs: 3_000_000 },
      { after: 0, kind: 'push', document: undefined },
      { after: 7_500, kind: 'make-node', node: { kind: 0, order: undefined } },
      { after: 5_400_000, kind: 'push', document: undefined },
    ],
  ],
]
