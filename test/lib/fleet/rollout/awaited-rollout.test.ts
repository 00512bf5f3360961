import { expect, test } from '@jest/globals'
import { awaitedIn, endingOf } from '../../../../src/lib/fleet/rollout/awaited-rollout.ts'
import type { RolloutView } from '../../../../src/lib/fleet/rollout/read-rollout.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import type { Desired } from '../../../../src/lib/rollouts/advance.ts'
import type { PastRollout, Progress, Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import {
  type CauseFact,
  causeOf,
  NodesFailed,
  RolloutKeyMissing,
  RolloutSuperseded,
  RolloutWithdrawn,
  StoppedByUser,
} from '../../../../src/lib/rollouts/rollout-messages.ts'
import { begun, documentOf, rolloutOf } from '../../rollouts/simulated-fleet.ts'

const startedAt = new Date(begun).toISOString()
const times = { startedAt, endedAt: startedAt }

const viewOf = (rollout: Rollout, desired: Desired, uid = 'u'): RolloutView => ({
  stored: { uid, resourceVersion: '1', reading: { kind: 'rollout', rollout } },
  desired,
  fleet: { members: [], leftOut: [], ahead: [] },
  now: begun,
})

/** The rollout of a document, under way. */
const rolling = (digest: string, progress: Partial<Progress> = {}, rollout = rolloutOf()): Rollout => {
  const { kind: _, ...candidate } = documentOf(digest)
  return {
    ...rollout,
    progress: {
      ...{ phase: 'Progressing', candidate: { ...candidate, generation: 2 }, startedAt, canaries: [], wave: 0 },
      ...{ approvedWave: -1, moves: [], late: [], soaksSince: undefined, cause: undefined },
      gate: { nodes: [], upTo: 0, seed: digest, since: startedAt },
      ...progress,
    },
  }
}

const failed = NodesFailed({ failed: [{ node: 'node-a', cause: undefined }] })
const past = (digest: string, outcome: PastRollout['outcome'], cause?: CauseFact): PastRollout => ({
  ...{ digest, revision: undefined, outcome, ...times, cause: cause && causeOf(cause) },
})
const ended = (promoted: string, ...all: readonly PastRollout[]): Rollout => ({
  ...rolloutOf({}, promoted),
  past: all,
})
const unusable: Desired = { kind: 'unusable', because: { reason: 'GlobalNotDecodable' } }

/** At first, `new` is stored and about to be rolled out. */
const awaited = awaitedIn(viewOf(rolloutOf(), documentOf('new')))

test.each<[string, RolloutView, unknown]>([
  ['waits for its beginning', viewOf(rolloutOf(), documentOf('new')), 'waits'],
  ['while it is under way', viewOf(rolling('new'), documentOf('new')), 'waits'],
  ['until it is promoted', viewOf(ended('new', past('new', 'Promoted')), documentOf('new')), 'done'],
  ['while the one before is given up', viewOf(rolling('older', { phase: 'Aborting' }), documentOf('new')), 'waits'],
  [
    'also if another one was stored right after',
    viewOf(rolling('newer', {}, ended('new', past('new', 'Promoted'))), documentOf('newer')),
    'done',
  ],
  [
    'and promoted, too',
    viewOf(ended('newer', past('newer', 'Promoted'), past('new', 'Promoted')), documentOf('newer')),
    'done',
  ],
  [
    'while its nodes are taken back',
    viewOf(rolling('new', { phase: 'Aborting', cause: causeOf(failed) }), documentOf('new')),
    'waits',
  ],
  [
    'also if another one is stored meanwhile',
    viewOf(rolling('new', { phase: 'Aborting', cause: causeOf(failed) }), documentOf('newer')),
    'waits',
  ],
  [
    'until it is aborted',
    viewOf(ended('old', past('new', 'Aborted', failed)), documentOf('new')),
    ['reverted', 'RolloutAborted', 'node node-a failed'],
  ],
  [
    'by somebody',
    viewOf(ended('old', past('new', 'Aborted', StoppedByUser({ by: 'jane', note: 'no' }))), documentOf('new')),
    ['reverted', 'RolloutAborted', 'by jane: no'],
  ],
  [
    'and another one begins',
    viewOf(rolling('newer', {}, ended('old', past('new', 'Aborted', failed))), documentOf('newer')),
    ['reverted', 'RolloutAborted', 'node node-a failed'],
  ],
  ['until another one is stored', viewOf(rolling('new'), documentOf('newer')), ['conflict', 'AwaitedReplaced']],
  ['before it begins', viewOf(rolloutOf(), documentOf('newer')), ['conflict', 'AwaitedReplaced']],
  ['or the one before again', viewOf(rolloutOf(), documentOf('old')), ['conflict', 'AwaitedReplaced']],
  [
    'and it is given up for that',
    viewOf(ended('old', past('new', 'Aborted', RolloutSuperseded())), documentOf('newer')),
    ['conflict', 'AwaitedReplaced'],
  ],
  [
    'unless it is stored again',
    viewOf(ended('old', past('new', 'Aborted', RolloutWithdrawn())), documentOf('new')),
    'waits',
  ],
  [
    'until a person has to act',
    viewOf(rolling('new', { phase: 'Paused' }), documentOf('new')),
    ['timeout', 'RolloutNotDone', undefined, 'RolloutPaused'],
  ],
  [
    'or no kubelet could decode what is stored',
    viewOf(rolling('new'), unusable),
    ['timeout', 'RolloutNotDone', undefined, 'DesiredUnusable'],
  ],
  [
    'until its state is gone',
    { ...viewOf(rolloutOf(), documentOf('new')), stored: undefined },
    ['conflict', 'RolloutGone'],
  ],
  ['or was made anew', viewOf(ended('new'), documentOf('new'), 'v'), ['conflict', 'RolloutGone']],
  ['or has no policy', viewOf({ ...rolling('new'), policy: undefined }, documentOf('new')), ['conflict', 'PolicyGone']],
  [
    'or cannot be read',
    {
      ...viewOf(rolloutOf(), documentOf('new')),
      stored: {
        ...{ uid: 'u', resourceVersion: '1' },
        reading: { kind: 'unreadable', because: RolloutKeyMissing({ key: 'state' }) },
      },
    },
    ['invalid', 'RolloutKeyMissing'],
  ],
])('%s', (_, view, expected) => {
  expect(said(endingOf(view, awaited))).toEqual(expected)
})

function said(ending: ReturnType<typeof endingOf>): unknown {
  if (ending === undefined) return 'waits'
  if (ending.failure === undefined) return 'done'
  const { code, fact } = ending.failure
  const [why, because] = [
    'why' in fact ? fact.why : undefined,
    'because' in fact && fact.reason === 'RolloutNotDone' ? fact.because.reason : undefined,
  ]
  return [code, fact.reason, ...(because === undefined ? (why === undefined ? [] : [why]) : [why, because])]
}

test.each<[string, RolloutView, unknown]>([
  ['nothing to roll out', viewOf(rolloutOf(), documentOf('old')), 'done'],
  [
    'a document that was aborted before',
    viewOf(ended('old', past('new', 'Aborted', failed)), documentOf('new')),
    ['reverted', 'RolloutAborted', 'node node-a failed'],
  ],
  ['a document that is taken back for the one before', viewOf(rolling('newer'), documentOf('old')), 'waits'],
  [
    'nothing that can be used',
    viewOf(rolloutOf(), unusable),
    ['timeout', 'RolloutNotDone', undefined, 'DesiredUnusable'],
  ],
])('from the beginning: %s', (_, view, expected) => {
  expect(said(endingOf(view, awaitedIn(view)))).toEqual(expected)
})

test('a wait without a policy is none', () => {
  const wait = () => awaitedIn(viewOf({ ...rolloutOf(), policy: undefined }, documentOf('new')))
  expect(wait).toThrow(Failure)
  expect(wait).toThrow('NoRolloutPolicy')
})
