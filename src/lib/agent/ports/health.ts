import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Evidence, Heartbeats } from '../model/evidence.ts'

/** Collects evidence about a kubelet in trial. Never rejects but with 'interrupted': what cannot be seen is `unknown`. */
export interface Health {
  /** What is there before the restart, to compare with later. */
  before(limits: Limits): Promise<Before>
  probe(question: HealthQuestion, limits: Limits): Promise<Evidence>
}

export interface Before {
  readonly pods: PodsBefore
  /** Whether a balloon of nodesize is among them that holds more than its floor. */
  readonly balloonHolds: boolean
  readonly heartbeats: Heartbeats
  /** The machine shuts down. */
  readonly shutsDown?: true | undefined
}

/** Pods of this node that are not finished, by uid; undefined when they could not be read. */
export type PodsBefore = readonly string[] | undefined

export interface HealthQuestion {
  /** Wall clock, milliseconds since the epoch: when the kubelet was restarted. Only pods and sandboxes that are newer count. */
  readonly restartedAt: number
  /** The document in trial; undefined for the node's own files, whose text is not always known. */
  readonly document: ConfigDocument | undefined
  /** Where /healthz answers with this configuration; undefined when it is disabled. */
  readonly healthz: { readonly address: string; readonly port: number } | undefined
  readonly podsBefore: PodsBefore
  readonly concernsSandboxes: boolean
}
