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
  /** Where it stands, when that is not the file of the document: a drop-in, or their folder. */
  readonly file?: string
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

/** For sorting; findings without a place come first, and those in other files last. */
export const byPlace = (a: Place, b: Place): number =>
  byFile(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)

type Place = Partial<Position> & Pick<Finding, 'file'>

const byFile = (a = '', b = ''): number => (a === b ? 0 : a < b ? -1 : 1)
