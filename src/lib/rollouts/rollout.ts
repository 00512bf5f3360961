import type { Gate } from './gate.ts'
import type { RolloutPolicy } from './policy.ts'

/** The rollouts of a target: what its nodes run, what they are to run, and how far that is. One ConfigMap has all of it. */
export interface Rollout {
  /** undefined: the nodes are released, and get the document itself, as without a rollout. */
  readonly policy: RolloutPolicy | undefined
  /** The newest that was used: none is used twice. */
  readonly generation: number
  readonly promoted: RolloutDocument
  /** undefined: nothing is rolled out. */
  readonly progress: Progress | undefined
  /** The rollouts that have ended, the newest first. */
  readonly past: readonly PastRollout[]
}

/** The digest of no document: nodes use their own files. */
export const noDocument = 'local'

export interface RolloutDocument {
  /** Counts the documents of this object, so that an older one is told from a newer one. */
  readonly generation: number
  /** Of its meaning; `local`: there is no document. */
  readonly digest: string
  /** undefined: there is no document. */
  readonly text: string | undefined
  /** Of the push; undefined when another client wrote it. */
  readonly revision: number | undefined
  /** The annotation for accepted risks, as it is. */
  readonly acceptedRisks: string | undefined
}

export const rolloutPhases = ['Progressing', 'Paused', 'Aborting'] as const
export type RolloutPhase = (typeof rolloutPhases)[number]

/** All times are RFC 3339, by the clock of the API server. */
export interface Progress {
  readonly phase: RolloutPhase
  readonly candidate: RolloutDocument
  readonly gate: Gate
  readonly startedAt: string
  /** One node of each kind, by name. */
  readonly canaries: readonly string[]
  /** Of the waves of the policy, from 0 on. */
  readonly wave: number
  /** The last waves for which somebody has approved, and all before it; -1: none. */
  readonly approvedWave: number
  /** When the gate moved, the newest last. */
  readonly moves: readonly Move[]
  /** Nodes that take long to prove the candidate, as whoever moves the rollout has noticed. */
  readonly late: readonly LateNode[]
  /** Since when all nodes of the wave are well. */
  readonly soaksSince: string | undefined
  /** Why it does not go on. */
  readonly cause: Cause | undefined
}

export interface LateNode {
  readonly name: string
  /** When that was noticed. */
  readonly at: string
}

/** The gate as it was from a time on. */
export interface Move {
  readonly at: string
  readonly upTo: number
  /** How many nodes it had by their names; undefined: an earlier version has moved it. */
  readonly named: number | undefined
}

/** For readers of any version: a reason and a text. */
export interface Cause {
  readonly reason: string
  readonly message: string
}

export const rolloutOutcomes = ['Promoted', 'Aborted'] as const
export type RolloutOutcome = (typeof rolloutOutcomes)[number]

export interface PastRollout {
  readonly digest: string
  readonly revision: number | undefined
  readonly outcome: RolloutOutcome
  readonly startedAt: string
  readonly endedAt: string
  readonly cause: Cause | undefined
}

/** Of each list in the state. */
export const longest = { past: 10, moves: 50, canaries: 200, late: 200, message: 1_024 } as const

export const withProgress = (rollout: Rollout, progress: Progress, changed: Partial<Progress>): Rollout => ({
  ...rollout,
  progress: { ...progress, ...changed },
})
