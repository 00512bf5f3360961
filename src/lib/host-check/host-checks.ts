import type { ConfigDocument } from '../kubelet/model/document.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { Position } from '../kubelet/model/tree.ts'
import type { Fact } from '../message/fact.ts'
import type { Limits } from '../ports/limits.ts'

/** A requirement of a document on its host, and what the host has of it. */
export interface HostCheck {
  /** Of the value that requires it, as field.Path prints it. */
  readonly path: string
  /** The place of an item of a list or a value of a map. */
  readonly at?: Position
  /** The rule that has the requirement. */
  readonly rule: string
  /** Other fields whose requirement this answers. */
  readonly covers?: readonly string[]
  readonly outcome: CheckOutcome
}

export type CheckOutcome =
  | { readonly kind: 'met' }
  /** `stops`: the kubelet exits; else it runs without what the field is for. */
  | { readonly kind: 'notMet'; readonly fact: Fact; readonly stops: boolean }
  /** `fact`: why. */
  | { readonly kind: 'notSeen'; readonly fact: Fact }

/** A host that documents are compared with. */
export interface ExaminedHost {
  /** Why nothing of it can be seen; undefined: it is the host. */
  readonly hidden: Fact | undefined
  /**
   * All requirements that a document has on this host. Rejects with Failure 'unreachable' when a host that is reached by a
   * command does not answer in time, or not in a way that is understood.
   */
  checks(question: HostQuestion, limits: Limits): Promise<readonly HostCheck[]>
}

export interface HostQuestion {
  readonly document: ConfigDocument
  readonly release: Release
}
