import type { Fact } from '../../message/fact.ts'
import type { Moment } from './instant.ts'

/** What one look at something showed. `unknown`: it could not be looked at; that is neither good nor bad. */
export type Answer =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly because: Fact }
  | { readonly verdict: 'unknown'; readonly because: Fact }
  /** The question does not arise, such as the health port when the configuration disables it. */
  | { readonly verdict: 'none' }

/** What systemd reports about the kubelet, as it is now. */
export interface ServiceState {
  /** The unit, such as kubelet.service. */
  readonly unit: string
  /** systemd's ActiveState and SubState: active/running, activating/auto-restart, failed/failed, inactive/dead. */
  readonly activeState: string
  readonly subState: string
  /** 0: no process. */
  readonly mainPid: number
  /** Milliseconds since the boot when its process started; undefined: it has not started since the boot. */
  readonly startedAtMs: number | undefined
  /** Automatic restarts (NRestarts); a restart by an administrator sets it back to 0. */
  readonly restarts: number
  /** How the last process ended. undefined: none ended, or not known. */
  readonly lastExit: { readonly kind: 'exited' | 'killed' | 'dumped'; readonly status: number } | undefined
}

/**
 * When a kubelet last reported, in the wall clock that its node had then. Milliseconds since the epoch; 0: never;
 * undefined: the API server did not say.
 */
export interface Heartbeats {
  /** It renewed the Lease of the node. */
  readonly lease: number | undefined
  /** It reported the condition Ready, in whole seconds. */
  readonly ready: number | undefined
  /** The boot in which it reported Ready, as it says; undefined: it does not. */
  readonly readyBootId: string | undefined
  readonly asked: Moment
  readonly answered: Moment
}

/** Everything that is known about a kubelet in its trial at one moment. */
export interface Evidence {
  readonly service: ServiceState
  /** /healthz on the address and port of the configuration in trial. */
  readonly healthz: Answer
  /** The node has a Lease. Whether this kubelet has renewed it, its heartbeat says. */
  readonly lease: Answer
  /** Ready is True. Whether this kubelet has said so, its heartbeat says. */
  readonly ready: Answer
  /** undefined: nobody asked. */
  readonly heartbeats: Heartbeats | undefined
  /** /configz has the values of the document, those excepted that flags, the CRI and defaults set. */
  readonly configz: Answer
  /** No pod that ran before the restart was ended or refused (OutOf*, Evicted, UnexpectedAdmissionError) since. */
  readonly pods: Answer
  /** A pod sandbox was created since the start; only asked when the change concerns that, and often `unknown`. */
  readonly sandbox: Answer
  /**
   * The container runtime that this host uses accepts connections. `fail`: a kubelet that exits is not its configuration's
   * fault. `unknown` is treated as `pass`.
   */
  readonly runtime: Answer
  /** Whether the API server answers the agent itself. If not, lease, ready and pods are `unknown` for that reason. */
  readonly apiReachable: boolean
  /** The machine shuts down: a kubelet that knows ends its pods and is not ready, whatever its configuration. */
  readonly shutsDown?: true | undefined
  /** Why the API server stores no reports, as far as the agent's own shows. Looks do not say it: the core adds it. */
  readonly unreported?: Fact | undefined
}

/** What the live file has, as the agent has seen it. */
export interface LiveSeen {
  /** `local`: the node's own content. `ours`: what the agent wrote last. `foreign`: another program changed it since. */
  readonly content: 'local' | 'ours' | 'foreign'
  /** Of its bytes, in hex, to compare with a checkpoint; undefined when there is no file. */
  readonly sha256: string | undefined
  /** A digest of what else the kubelet reads, such as drop-ins of other programs; undefined: nothing, or not known. */
  readonly others?: string | undefined
  /** Milliseconds since the boot when it was last written; undefined: before this boot. */
  readonly changedAtMs: number | undefined
}

/** Why the kubelet's unit would not run the rescue at its next start. */
export interface Disconnection {
  readonly because: Fact
  /** Only a file of ours is missing or changed, or systemd has not read it yet. */
  readonly mendable: boolean
}
