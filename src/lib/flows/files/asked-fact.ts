import type { Subject } from '../../fact.ts'
import type { SimilarNames } from '../../kubelet/model/names-like.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { FlagAbsence, StayingReason } from '../../kubelet-flags/flag-fact.ts'

/** An unknown name, and similar ones. */
export interface MissingGate {
  readonly name: string
  /** Releases that have it. */
  readonly releases: readonly Release[]
  /** Other spellings or gates, when no release has it. */
  readonly similar: SimilarNames | undefined
}

/** Why a question about a name or a pair of releases cannot be answered. */
export type AskedFact =
  | { readonly reason: 'NotNewer'; readonly from: Release; readonly to: Release }
  | { readonly reason: 'NotOlder'; readonly from: Release; readonly to: Release }
  | { readonly reason: 'NoSuchGates'; readonly gates: readonly MissingGate[]; readonly among: readonly Release[] }
  /** No release has it. */
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
      /** The remedy of the finding for the unknown key. */
      readonly remedy: string | undefined
      readonly gate: string | undefined
      /** A flag with a similar name, and its field. */
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
