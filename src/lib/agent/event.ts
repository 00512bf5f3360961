import type { Fact } from '../fact.ts'
import type { Risk } from '../kubelet-changes/disruption.ts'
import type { DocumentSource, DocumentVersion } from './config.ts'
import type { Effect } from './effect.ts'
import type { Evidence, ServiceState } from './evidence.ts'
import type { Moment } from './moment.ts'
import type { OptOut } from './opt-out.ts'
import type { Verdict } from './verdict.ts'

/** What the agent learns. The core decides on events alone: it has neither a clock nor anything else of the machine. */
export type Event = { readonly at: Moment } & Occurrence

export type Occurrence =
  /** The time that wakeAt() named has come. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'source'; readonly source: DocumentSource; readonly found: Found }
  /** The Node as it is; undefined: it does not exist. */
  | { readonly kind: 'node'; readonly node: NodeSeen | undefined }
  | { readonly kind: 'opt-out'; readonly optOut: OptOut | undefined }
  /** Seen from time to time, and whenever the live file or the process may have changed. */
  | { readonly kind: 'kubelet'; readonly service: ServiceState; readonly version: string }
  | { readonly kind: 'live'; readonly content: 'local' | 'ours' | 'foreign' }
  | { readonly kind: 'rescue'; readonly checkpoint: string; readonly rescued: boolean; readonly starts: number }
  /** An operator allows remembered bad documents to be tried again: one digest, or all. */
  | { readonly kind: 'forget-bad'; readonly digest: string | undefined }
  | { readonly kind: 'examined'; readonly effect: Effect & { kind: 'examine' }; readonly verdict: Verdict }
  | { readonly kind: 'pods'; readonly uids: readonly string[] | undefined }
  | { readonly kind: 'restarted'; readonly service: ServiceState }
  | { readonly kind: 'looked'; readonly evidence: Evidence }
  | { readonly kind: 'done'; readonly effect: Effect }
  | { readonly kind: 'failed'; readonly effect: Effect; readonly because: Fact }

/** What a read or a watch of one ConfigMap showed. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'document'; readonly version: DocumentVersion; readonly acceptedRisks: readonly Risk[] }
  /** There is a ConfigMap, but no document can be read from it: no key `kubelet`, binary data, empty. */
  | { readonly kind: 'unusable'; readonly version: DocumentVersion; readonly because: Fact }
  /** The API server did not say: refused, unreachable, expired. Never absence. */
  | { readonly kind: 'unknown'; readonly because: Fact }

export interface NodeSeen {
  readonly uid: string
  readonly controlPlane: boolean
  /** The annotation allows the global document on a control-plane node. */
  readonly allowsGlobal: boolean
  readonly cordoned: boolean
  /** Cordoned, and without pods that a drain would remove. undefined: not known. */
  readonly drained: boolean | undefined
  /** The balloon of nodesize does not hold more than its floor, or there is none: allocatable may be lowered. */
  readonly balloonGaveBack: boolean | undefined
}
