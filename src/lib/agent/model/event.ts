import type { Risk } from '../../kubelet/changes/disruption.ts'
import type { Fact } from '../../message/fact.ts'
import type { Gate } from '../../rollouts/gate.ts'
import type { DocumentVersion, Source } from './config.ts'
import type { Effect } from './effect.ts'
import type { Disconnection, Evidence, Heartbeats, LiveSeen, ServiceState } from './evidence.ts'
import type { Moment } from './instant.ts'
import type { OptOutMode } from './opt-out.ts'
import type { Verdict } from './verdict.ts'

/** What the agent learns. The core decides on events alone: it has neither a clock nor anything else of the machine. */
export type Event = { readonly at: Moment } & (Observation | EffectResult)

/** What was seen of the cluster and the machine. It may be reported again at any time: only what it shows counts. */
export type Observation =
  /** The time that wakeAt() named has come. */
  | { readonly kind: 'tick' }
  | { readonly kind: 'source'; readonly source: Source; readonly found: Found }
  /** The Node as it is; undefined: it does not exist. */
  | { readonly kind: 'node'; readonly node: NodeSeen | undefined }
  /** The node's own opt-out file; undefined: there is none. */
  | { readonly kind: 'opt-out-file'; readonly mode: OptOutMode | undefined }
  /** From time to time, and whenever the process may have changed. */
  | { readonly kind: 'kubelet'; readonly service: ServiceState; readonly version: string }
  | { readonly kind: 'live'; readonly live: LiveSeen }
  /** What the rescue reports; undefined: it is not armed and left no mark. */
  | {
      readonly kind: 'rescue'
      readonly report: RescueSeen | undefined
    }
  /** Whether the kubelet's unit would run the rescue; undefined: it would. */
  | { readonly kind: 'rescue-connection'; readonly problem: Disconnection | undefined }
  /** Whether the API server stored what the agent reported last; otherwise why it stores nothing, whoever asks. */
  | { readonly kind: 'report'; readonly problem: Fact | undefined }
  /** The state cannot be written, or can be again. Effects that need it fail meanwhile: see mayPrecedeJournal. */
  | { readonly kind: 'state-folder'; readonly problem: Fact | undefined }
  /** An operator on the node allows remembered bad documents to be tried again: one digest, or all. */
  | { readonly kind: 'forget-bad'; readonly digest: string | undefined }

export interface RescueSeen {
  /** Of the document that was in trial; undefined: the node's own files were. */
  readonly checkpoint: string | undefined
  readonly rescued: boolean
  /** The boot in which it put back what was good; undefined: nobody has noted that. */
  readonly bootId?: string | undefined
}

/** How an effect ended. The end of anything but the effect under way is ignored. */
export type EffectResult = { readonly effect: Effect } & (
  | { readonly kind: 'examined'; readonly verdict: Verdict }
  /** undefined: they could not be read. */
  | {
      readonly kind: 'pods'
      readonly uids: readonly string[] | undefined
      /** Whether a balloon of nodesize holds more than its floor. */
      readonly balloonHolds: boolean
      readonly heartbeats: Heartbeats | undefined
      readonly shutsDown?: true | undefined
      /** The rollout as the API server has it now, where the effect asked for it. */
      readonly rollout?: Found | undefined
    }
  | { readonly kind: 'restarted'; readonly service: ServiceState }
  | { readonly kind: 'probed'; readonly evidence: Evidence; readonly live: LiveSeen }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed'
      readonly because: Fact
      /** After a write: it may be done, and not be synced. undefined: nothing was written, or it cannot be read. */
      readonly live?: LiveSeen | undefined
    }
)

/** What a read or a watch of one ConfigMap showed. */
export type Found =
  | FoundDocument
  /** A rollout: nodes that the gate admits get the candidate, all others what is promoted. */
  | {
      readonly kind: 'gated'
      readonly version: ObjectVersion
      readonly gate: Gate | undefined
      readonly promoted: FoundDocument
      /** undefined: nothing is rolled out. */
      readonly candidate: FoundDocument | undefined
    }
  /** A rollout that is over for good: the global document counts. */
  | { readonly kind: 'released'; readonly version: ObjectVersion }
  /** The agent has no right to read a rollout, as agents of earlier versions: it has the global document itself. */
  | { readonly kind: 'forbidden'; readonly because: Fact }
  /** There is a rollout, and nobody can know what it says. */
  | { readonly kind: 'unreadable'; readonly version: ObjectVersion; readonly because: Fact }
  /** The API server did not say: refused, unreachable, expired. Never absence. */
  | { readonly kind: 'unknown'; readonly because: Fact }

/** What one text is, if there is one. */
export type FoundDocument =
  /** `generation`: the number of what a rollout has, which has no version otherwise. */
  | { readonly kind: 'absent'; readonly generation?: number }
  | { readonly kind: 'document'; readonly version: DocumentVersion; readonly acceptedRisks: readonly Risk[] }
  /** There is a ConfigMap, but no document can be read from it: no key `kubelet`, binary data, empty. */
  | { readonly kind: 'unusable'; readonly version: DocumentVersion; readonly because: Fact }

/** Tells an older state of an object from a newer one. */
export type ObjectVersion = Pick<DocumentVersion, 'uid' | 'resourceVersion'>

export interface NodeSeen {
  readonly uid: string
  /** RFC 3339; undefined: the API server does not say. */
  readonly createdAt: string | undefined
  /** The label for its place in rollouts, as it is. */
  readonly rolloutOrder: string | undefined
  readonly controlPlane: boolean
  /** The annotation allows the global document on a control-plane node. */
  readonly allowsGlobal: boolean
  /** The opt-out of the annotation. */
  readonly optOut: OptOutMode | undefined
  /** The annotation that forgets bad documents, as it is. */
  readonly forgetBad: string | undefined
  readonly cordoned: boolean
  /** Its machine is about to go. */
  readonly leaving: boolean
  /** Cordoned, and without pods that a drain would remove. undefined: not known. */
  readonly drained: boolean | undefined
  /** The balloon of nodesize does not hold more than its floor, or there is none: allocatable may be lowered. */
  readonly balloonGaveBack: boolean | undefined
}
