import type { Fact } from '../message/fact.ts'

/** A text that the operator edits. It stays in `file` until it is discarded. */
export interface Editor {
  /** The name of the file, for facts. */
  readonly file: string
  /**
   * Opens a text with remarks above it, and resolves with what was saved, without the remarks. Rejects with a Failure
   * when the editor fails or the signal aborts; has no deadline.
   */
  edit(text: Uint8Array, remarks: readonly Fact[], signal: AbortSignal): Promise<Uint8Array>
  /** Removes the file. */
  discard(): Promise<void>
  /** Leaves the saved text in the file, without remarks, and reports where; the next edit gets another file. */
  keep(): Promise<Fact>
}
