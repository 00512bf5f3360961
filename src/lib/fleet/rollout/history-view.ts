import { configMapName, globalTarget } from '../../documents/target.ts'
import type { View } from '../../output/view.ts'
import { age, humanDuration } from '../../quantity/age.ts'
import type { Cause, PastRollout, Rollout, RolloutOutcome, RolloutPhase } from '../../rollouts/rollout.ts'
import { shortDigest } from '../list/output.ts'
import { documentText } from './output.ts'

/** A rollout that has ended, or the one under way. */
export interface RolloutRow {
  readonly digest: string
  readonly revision: number | undefined
  readonly outcome: RolloutOutcome | RolloutPhase
  readonly startedAt: string
  /** undefined: it is under way. */
  readonly endedAt: string | undefined
  readonly cause: Cause | undefined
}

/** The newest first. */
export function rolloutsIn({ progress, past }: Pick<Rollout, 'progress' | 'past'>): readonly RolloutRow[] {
  if (progress === undefined) return past
  const { candidate, phase, startedAt, cause } = progress
  const { digest, revision } = candidate
  return [{ digest, revision, outcome: phase, startedAt, endedAt: undefined, cause }, ...past]
}

/** `now` returns milliseconds since the epoch, for the ages. */
export const rolloutHistoryView = (now: () => number): View<RolloutRow> => ({
  kind: 'RolloutHistory',
  columns: [
    { header: 'DOCUMENT', value: documentText },
    { header: 'OUTCOME', value: ({ outcome }) => outcome, tone: toneOf },
    { header: 'AGE', value: ({ startedAt }) => age(startedAt, now()), isAge: true },
    { header: 'DURATION', value: (row) => durationOf(row, now()), isAge: true },
    { header: 'CAUSE', value: ({ cause }) => cause?.message ?? '-' },
  ],
  wide: [{ header: 'DIGEST', value: ({ digest }) => shortDigest(digest) }],
  data: ({ digest, revision, outcome, startedAt, endedAt, cause }) => ({
    ...{ digest, revision: revision ?? null, outcome, startedAt, endedAt: endedAt ?? null, cause: cause ?? null },
  }),
  key: ({ digest, startedAt }) => `${digest} ${startedAt}`,
  name: ({ revision }) =>
    revision === undefined ? undefined : `controllerrevision.apps/${configMapName(globalTarget)}-${revision}`,
})

const durationOf = (
  { startedAt, endedAt }: Pick<PastRollout, 'startedAt'> & { endedAt: string | undefined },
  now: number,
) => humanDuration((endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(startedAt))

const toneOf = ({ outcome }: RolloutRow) =>
  outcome === 'Aborted' || outcome === 'Aborting' ? 'bad' : outcome === 'Paused' ? 'warn' : undefined
