import type { Fact } from '../../message/fact.ts'
import type { Work } from '../journal/work.ts'
import type { Announcement } from '../model/announcement.ts'
import type { Effect } from '../model/effect.ts'
import type { EffectResult, RescueSeen } from '../model/event.ts'
import type { Evidence, LiveSeen, ServiceState } from '../model/evidence.ts'
import type { Phase } from '../model/phase.ts'
import type { Verdict } from '../model/verdict.ts'
import type { State } from '../state/state.ts'

/** All that depends on the state a node is in. What a state does not have changes nothing, does nothing and shows nothing. */
export interface Behavior<W extends Work> {
  // What it does
  /** Of an agent that starts: whether it did what it was about to do last is not known. */
  readonly resumed?: (state: State, work: W) => State
  /** Where it leads by itself, whatever is assigned, now that no effect is under way. */
  readonly moves?: (state: State, work: W) => State
  /** Whether another change may begin now. */
  readonly mayChange?: (state: State, work: W) => boolean
  readonly nextEffect?: (state: State, work: W) => Effect | undefined

  // What it makes of an observation
  readonly sawLive?: (state: State, work: W, seen: { readonly live: LiveSeen; readonly isFirst: boolean }) => State
  /** `before`: what was seen of it last; undefined: nothing yet. */
  readonly sawKubelet?: (state: State, work: W, before: ServiceState | undefined) => State
  /** Another version of the kubelet than before. */
  readonly sawVersion?: (state: State, work: W) => State
  /** The rescue has orders: for a document, or for the node's own files. */
  readonly sawArmed?: (state: State, work: W, checkpoint: string | undefined) => State
  /** An agent that starts sees that the rescue has no orders, and has left no mark. */
  readonly sawUnarmed?: (state: State, work: W) => State
  /** The rescue has put back what was good, and that was not known yet. */
  readonly sawRescued?: (state: State, work: W, rescue: RescueSeen) => State

  // What it makes of the end of an effect
  /** undefined: it has not asked. */
  readonly examined?: (state: State, work: W, verdict: Verdict) => State | undefined
  readonly podsNoted?: (state: State, work: W, noted: Extract<EffectResult, { kind: 'pods' }>) => State
  readonly restarted?: (state: State, work: W, service: ServiceState) => State
  readonly probed?: (state: State, work: W, evidence: Evidence) => State
  readonly done?: (state: State, work: W, effect: Effect) => State
  readonly failed?: (state: State, work: W, effect: Effect, because: Fact) => State

  // What it shows
  /** Without one, the phase is what becomes of the assigned configuration. */
  readonly phase?: (work: W) => Phase
  /** Whether another program changed the live file: the kubelet will read that at its next start. It is reported, and not fought. */
  readonly isDrifted?: (state: State, work: W, live: LiveSeen) => boolean
  /** What is wrong with the change. */
  readonly problem?: (state: State, work: W) => Fact | undefined
  /** What is wrong with the kubelet, while nothing is tried. */
  readonly failing?: (state: State) => Fact | undefined
  /** What was found of the kubelet on a way back. */
  readonly finding?: (work: W) => Fact | undefined
  readonly progress?: (state: State, work: W) => Progress
  /** What people are told when it was another state before, or another stage. */
  readonly announced?: (work: W, before: Work, state: State) => Announcement | undefined
}

/** Of a trial. */
export interface Progress {
  readonly elapsedMs: number
  readonly lengthMs: number
}
