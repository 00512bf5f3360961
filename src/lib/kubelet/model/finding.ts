import type { Cause } from './cause.ts'
import type { Said } from './message.ts'
import type { Release } from './releases.ts'
import type { Position } from './tree.ts'

export type Severity = 'error' | 'warning' | 'info'

/** In the order in which the kubelet gets to them. */
export type Stage = 'read' | 'decode' | 'strict' | 'gates' | 'rules' | 'start-up'

/** One thing to know about a document. It stands nowhere when there is no document. */
export interface Finding extends Partial<Position>, Said {
  /** As field.Path prints it: `authentication.webhook.cacheTTL`, `evictionHard[memory.available]`; empty for the whole. */
  readonly path: string
  readonly severity: Severity
  /** Does it stop the kubelet? */
  readonly fatal: boolean
  /** A stable id such as `DECODE-TYPE` or `V13`. */
  readonly rule: string
  readonly stage: Stage
  readonly reason: Cause
  readonly remedy?: string
  /** First and last release whose kubelet has the rule, when not all known ones have it. */
  readonly since?: Release
  readonly until?: Release
}

/** For sorting; what stands nowhere comes first. */
export const byPlace = (a: Partial<Position>, b: Partial<Position>): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
