import type { Subject } from '../../fact.ts'
import type { SimilarNames } from '../../kubelet/model/names-like.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { FlagAbsence, StayingReason } from '../../kubelet-flags/flag-fact.ts'

/** A name that is not known, and what may be meant. */
export interface MissingGate {
  readonly name: string
  /** Releases that know it. */
  readonly releases: readonly Release[]
  /** Other spellings or gates, when no release knows it. */
  readonly similar: SimilarNames | undefined
}

/** Why there is no answer to what somebody asks for by name. */
export type AskedFact =
  | { readonly reason: 'NotNewer'; readonly from: Release; readonly to: Release }
  | { readonly reason: 'NotOlder'; readonly from: Release; readonly to: Release }
  | { readonly reason: 'NoSuchGates'; readonly gates: readonly MissingGate[]; readonly among: readonly Release[] }
  /** In no release. */
  | { readonly reason: 'NoSuchGate'; readonly gate: MissingGate }
  | {
      readonly reason: 'NoSuchRule'
      readonly rule: string
      readonly similar: string | undefined
      /** The ids of rules about values: the first and the last of each series. */
      readonly spans: readonly (readonly [first: string, last: string])[]
    }
  | {
      readonly reason: 'NoSuchField'
      readonly field: string
      /** What the reader of documents advises. */
      readonly remedy: string | undefined
      readonly gate: string | undefined
      /** A flag that is nearly called so, and its field. */
      readonly flag: { readonly name: string; readonly field: string } | undefined
      readonly similar: SimilarNames | undefined
    }
  | { readonly reason: 'NoSuchKey'; readonly key: string; readonly map: string; readonly keys: readonly string[] }
  | {
      readonly reason: 'FlagWithoutField'
      readonly subject: Extract<Subject, { readonly kind: 'Flag' }>
      readonly absence: FlagAbsence | undefined
      readonly staying: StayingReason | undefined
    }
