/**
 * The rescue: a POSIX sh script in ExecStartPre=- of the kubelet's unit, which needs neither this program nor the network.
 * While it is armed it counts starts of the kubelet in this boot; past the threshold it puts the good content back and
 * leaves a mark. The agent arms it before it writes a document, and disarms it when the trial is over.
 */
export interface Rescue {
  /** Before the live file is written: what is put back, and when. Replaces what was armed before. */
  arm(orders: RescueOrders): Promise<void>
  disarm(): Promise<void>
  /** What the script has done since it was armed; undefined when it is not armed and left no mark. */
  report(): Promise<RescueReport | undefined>
  /** Removes the mark, once the state has it. */
  acknowledge(): Promise<void>
  /** The kubelet proved to be healthy since this start: starts up to now do not count. */
  forgetStarts(): Promise<void>
}

export interface RescueOrders {
  /** What is in trial, for the mark: the checkpoint of a document, or `local`. */
  readonly checkpoint: string
  /** The last known good content: bytes, or the node's own. */
  readonly good: Uint8Array | 'local'
  /** Starts that follow a kubelet which ended by itself: at this many, the good content is put back. */
  readonly threshold: number
  /** State files that this trial moves aside: what is aside (StateFiles) is put back with the good content. */
  readonly stateFiles: readonly string[]
}

export interface RescueReport {
  /** What was in trial, as in the orders. */
  readonly checkpoint: string
  /** Starts counted in this boot: those that follow a kubelet which ended by itself. */
  readonly starts: number
  /** Whether the good content was put back. */
  readonly rescued: boolean
  /** The boot in which it was; undefined: nobody has noted that. */
  readonly bootId?: string | undefined
}
