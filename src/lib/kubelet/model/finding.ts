import type { Cause } from './cause.ts'
import type { Said } from './message.ts'
import type { Release } from './releases.ts'
import type { Position } from './tree.ts'

export type Severity = 'error' | 'warning' | 'info'

/** In the order of the kubelet. `operation`: it has started. */
export type Stage = 'read' | 'decode' | 'strict' | 'gates' | 'rules' | 'start-up' | 'operation'

/** A finding about a document. It has no place when there is no document. */
export interface Finding extends Partial<Position>, Said {
  /** As field.Path prints it: `authentication.webhook.cacheTTL`, `evictionHard[memory.available]`; empty: the root. */
  readonly path: string
  readonly severity: Severity
  /** Whether it stops the kubelet. */
  readonly fatal: boolean
  /** A stable id such as `DECODE-TYPE` or `V13`. */
  readonly rule: string
  readonly stage: Stage
  readonly reason: Cause
  readonly remedy?: string
  /** First and last release whose kubelet has the rule; absent: all known ones. */
  readonly since?: Release
  readonly until?: Release
}

/** For sorting; findings without a place come first. */
export const byPlace = (a: Partial<Position>, b: Partial<Position>): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
