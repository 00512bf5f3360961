import type { Flag } from '../../src/lib/kubelet/flags/data/flag.ts'
import type { Field } from '../../src/lib/kubelet/model/field.ts'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'

/** What the code of one release says: what the tables consist of. */
export interface Facts {
  /** In the order of the struct. */
  readonly fields: readonly FieldFact[]
  /** What the kubelet makes of a document without fields, by path, without evictionHard. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly gates: Readonly<Record<string, GateFact>>
  readonly flags: readonly FlagFact[]
}

export type FieldFact = Pick<Field, 'path' | 'type' | 'pointer' | 'written' | 'values'>

export interface GateFact {
  readonly default: boolean
  readonly stage: string
  readonly locked: boolean
  /** Gates that must be on for this one to be on. */
  readonly deps?: readonly string[]
}

export type FlagFact = Pick<Flag, 'name' | 'type' | 'field' | 'deprecated'>

/** Of each known release. */
export type AllFacts = Readonly<Record<Release, Facts>>
