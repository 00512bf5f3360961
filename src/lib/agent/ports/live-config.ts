/** How a document reaches the kubelet. */
export type ApplyMode =
  /** The file of --config is replaced; the original is kept aside. */
  | 'file'
  /** A file in the folder of --config-dir (kubelet 1.30 or later); the base stays, and the document is merged over it. */
  | 'drop-in'
  /** A drop-in of the systemd unit points --config at a file of ours; the node's own file stays as it is. */
  | 'unit'

/**
 * The one file that carries our document to the kubelet, whatever the apply mode, and the node's own content of it
 * ("local"): the original bytes of `file`, no file for `drop-in`, a link to the node's own file for `unit`. Mode, owner and
 * SELinux label are kept, and a symbolic link of the node. Every write is atomic and synced, file and folder. Rejects as Journal does.
 */
export interface LiveConfig {
  readonly mode: ApplyMode
  readonly path: string
  /** What the file has now. */
  read(): Promise<LiveReading>
  /** Its bytes; undefined when there is no file. */
  readBytes(): Promise<Uint8Array | undefined>
  /** Puts a document there. The local content is kept aside first, if it was not yet. */
  write(document: Uint8Array): Promise<void>
  /** Puts the local content back, byte for byte. */
  restoreLocal(): Promise<void>
  /** Another program changed the node's own file while no document of ours was there: this is the local content now. */
  captureLocal(): Promise<void>
  /** The local content; undefined when there is none (`drop-in`). */
  readLocal(): Promise<Uint8Array | undefined>
}

export interface LiveReading {
  /** Of the bytes, in hex; undefined when there is no file. */
  readonly sha256: string | undefined
  /** `local`: the node's own content. `ours`: what write() or the rescue put there. `foreign`: another program changed it since. */
  readonly content: 'local' | 'ours' | 'foreign'
  /** A digest of what else the kubelet reads, such as drop-ins of other programs; undefined: nothing, or not known. */
  readonly others?: string | undefined
  /** Milliseconds since the boot when it was last written; undefined before this boot. */
  readonly changedAtMs: number | undefined
}
