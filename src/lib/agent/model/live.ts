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
