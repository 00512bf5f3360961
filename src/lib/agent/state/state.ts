import type { Fact } from '../../message/fact.ts'
import type { Ends } from '../health/ends.ts'
import type { Journal } from '../journal/journal.ts'
import type { Source } from '../model/config.ts'
import type { Decision } from '../model/decision.ts'
import type { Effect } from '../model/effect.ts'
import type { NodeSeen } from '../model/event.ts'
import type { Disconnection, LiveSeen, ServiceState } from '../model/evidence.ts'
import type { Moment } from '../model/instant.ts'
import type { OptOutMode } from '../model/opt-out.ts'
import type { Phase } from '../model/phase.ts'
import type { Settings } from '../model/settings.ts'
import type { Verdict } from '../model/verdict.ts'
import type { SourceSeen } from './source-seen.ts'

/** All that the agent knows. Made by begin() and step() only; read it with journalOf, statusOf, wakeAt, announcements. */
export interface State {
  readonly journal: Journal
  readonly settings: Settings
  /** Milliseconds since the boot. */
  readonly begunAt: number
  /** Why what was known before is lost; undefined: nothing is. */
  readonly lost: Fact | undefined
  /** The moment of the last event. */
  readonly at: Moment
  readonly seen: Seen
  /** What is assigned, by its meaning, and since when (milliseconds since the boot). */
  readonly assigned: { readonly key: string; readonly since: number }
  readonly examined: Examined | undefined
  readonly backoffs: Backoffs
  /** What is to be done about the assigned configuration, as of the last event. */
  readonly decision: Decision
  /** The effect under way. */
  readonly busy: Effect | undefined
  readonly phase: { readonly name: Phase; readonly since: number }
}

/** All undefined until they are seen for the first time. */
export interface Seen {
  readonly sources: Readonly<Record<Source, SourceSeen>>
  /** `none`: it does not exist. */
  readonly node: NodeSeen | 'none' | undefined
  readonly optOutFile: OptOutMode | 'none' | undefined
  readonly service: ServiceState | undefined
  /** undefined: a change has just ended, and what ended before the kubelet is seen again was its doing. */
  readonly kubeletEnds: Ends | undefined
  /** When the service was seen, milliseconds since the boot. */
  readonly serviceAt: number
  readonly live: LiveSeen | undefined
  /** Since when the files beside it are as they are now, milliseconds since the boot; undefined: they were never seen to change. */
  readonly othersSince: number | undefined
  /** How many texts of documents were read since checkpoints were removed. */
  readonly texts: number
  readonly unwritable: Fact | undefined
  /** Why the API server stored nothing of the last report; undefined: it did, or nothing was reported yet. */
  readonly unreported: Fact | undefined
  /** Why the kubelet's unit would not run the rescue; undefined also while it was not looked at. */
  readonly disconnection: Disconnection | undefined
  /** Whether this agent has looked at the rescue. */
  readonly isRescueSeen: boolean
}

/** The verdict on a configuration, and what it was asked for. */
export interface Examined {
  readonly key: string
  readonly verdict: Verdict
  /** Milliseconds since the boot. */
  readonly at: number
}

/** By the kind of the effect that failed; gone once it succeeds. */
export type Backoffs = Readonly<Partial<Record<Effect['kind'], BackoffEntry>>>

export interface BackoffEntry {
  readonly because: Fact
  readonly times: number
  /** Milliseconds since the boot. */
  readonly retryAt: number
}

/** What to write before the effects of a step are carried out. It is the same object as long as nothing of it changed. */
export const journalOf = (state: State): Journal => state.journal

/**
 * Whether the effect under way may be carried out although its journal cannot be written; otherwise it ends in `failed`.
 * To look at something changes nothing. Going back to a good configuration must not wait for room on a full disk: an older
 * journal leads there again, while the mark of the rescue is there.
 */
export const mayPrecedeJournal = ({ journal, busy }: State): boolean => {
  const kind = busy?.kind
  if (journal.work.kind === 'RollingBack') return kind !== 'acknowledge-rescue'
  return kind === 'probe' || kind === 'examine' || kind === 'note-pods'
}

/** A state with some of its journal replaced. */
export const withJournal = (state: State, changed: Partial<Journal>): State => ({
  ...state,
  journal: { ...state.journal, ...changed },
})

/** With something to be done before the next change, once. */
export function withCleanupTask(state: State, kind: 'disarm' | 'acknowledge-rescue' | 'capture-local'): State {
  const { cleanupTasks } = state.journal
  return cleanupTasks.some((task) => task.kind === kind)
    ? state
    : withJournal(state, { cleanupTasks: [...cleanupTasks, { kind }] })
}

/** How long an agent that starts waits until it has seen its machine. A live file that cannot be read must not stop it. */
const firstObservationMs = 15_000

/** Until when nothing is done, because the live file and the opt-out are not known yet; undefined: they are. */
export const blindUntil = ({ seen, begunAt, at }: State): number | undefined =>
  (seen.live === undefined || seen.optOutFile === undefined) && at.uptimeMs < begunAt + firstObservationMs
    ? begunAt + firstObservationMs
    : undefined

/** What was remembered of bad documents is lost with the journal: whoever looks after the node has time to see that. */
const lostShownMs = 3_600_000

export const lostRecently = ({ journal, lost, begunAt, at }: State): Fact | undefined =>
  journal.lost?.because ?? (at.uptimeMs < begunAt + lostShownMs ? lost : undefined)

/** How long it was before this boot is not known: that counts from this boot on. */
export function withoutOldLoss(state: State): State {
  const { journal, at } = state
  const { lost } = journal
  if (lost === undefined) return state
  const ofThisBoot = lost.bootId === at.bootId ? lost : { ...lost, bootId: at.bootId, uptimeMs: 0 }
  const isOld = at.uptimeMs - ofThisBoot.uptimeMs >= lostShownMs
  return isOld || ofThisBoot !== lost ? withJournal(state, { lost: isOld ? undefined : ofThisBoot }) : state
}
