import type { Fact } from '../../message/fact.ts'

/**
 * The agent's own files on the node (by default /var/lib/kubeletcfg, mode 0700). Every write is atomic and synced, file
 * and folder, before it resolves. Damage never throws: a damaged file is put aside into `quarantine/` and reported.
 *
 * Every method rejects with Failure<HostFact> 'refused' when the operating system refuses (disk full, read-only); nothing
 * is half written then.
 */
export interface Journal {
  /** What was written last. */
  read(): Promise<JournalReading>
  /**
   * Moves a state that cannot be read into `quarantine/`, as it is. What cannot be moved now is moved before the next write;
   * it is replaced only if that fails, too.
   */
  putAside(): Promise<void>
  /** Replaces the state as a whole. */
  write(state: JournalState): Promise<void>
  /** Stores bytes under their SHA-256 (hex), which it returns. Storing the same bytes twice changes nothing. */
  saveCheckpoint(bytes: Uint8Array): Promise<string>
  /**
   * undefined when there is none, or it was damaged (then it is put aside). One that the operating system cannot read now
   * stays where it is: the next read may work.
   */
  readCheckpoint(sha256: string): Promise<Uint8Array | undefined>
  /** Deletes all checkpoints but these, and what interrupted writes left. */
  keepCheckpoints(keep: ReadonlySet<string>): Promise<void>
}

/** JSON. `schemaVersion` is checked here, everything else by lib/agent. */
export interface JournalState {
  readonly schemaVersion: number
}

export type JournalReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'state'; readonly state: JournalState }
  /** The operating system cannot read it now, or something else is in its place. It is still there. */
  | { readonly kind: 'unreadable'; readonly because: Fact }
  /** It could not be parsed, or its checksum is wrong. It was put aside. */
  | { readonly kind: 'damaged'; readonly quarantined: string | undefined }
  /** Written by a newer version of this program: nothing of it may be touched. */
  | { readonly kind: 'newer'; readonly schemaVersion: number }
  /** Written on another machine (machine-id): a copied disk or folder. It was put aside. */
  | { readonly kind: 'foreign'; readonly quarantined: string | undefined }
