import type { Fact } from '../../message/fact.ts'

/** Where the document of a node comes from. A list, first wins. */
export const documentSources = ['node', 'global'] as const

export type DocumentSource = (typeof documentSources)[number]

/** The objects that are read for them. A rollout decides which document the global one is for a node. */
export const sources = ['node', 'rollout', 'global'] as const

export type Source = (typeof sources)[number]

/** A stored document as the agent has read it. The object it was read from is only reported, never compared. */
export interface DocumentVersion {
  readonly source: DocumentSource
  /** Of the meaning (lib/kubelet/compare/digest.ts); of the bytes when no kubelet could decode it. */
  readonly digest: string
  /** The SHA-256 of its bytes, in hex: the name of its checkpoint. */
  readonly checkpoint: string
  readonly uid: string
  readonly resourceVersion: string
  /** Of the push; undefined when another client wrote it. */
  readonly revision: number | undefined
}

/** What a kubelet is configured from. `local`: the files and flags of the node itself, as they are without the agent. */
export type Config = { readonly source: 'local' } | DocumentVersion

export const local: Config = { source: 'local' }

/** Whether both mean the same to a kubelet. */
export const sameConfig = (a: Config, b: Config): boolean =>
  a.source === 'local' || b.source === 'local' ? a.source === b.source : a.digest === b.digest

/** A document that was rolled back. It is not tried again until its content or the version of the kubelet changes. */
export interface BadDocument {
  readonly digest: string
  /** Such as v1.36.3. */
  readonly kubeletVersion: string
  readonly because: Fact
  /** Milliseconds since the epoch, for display. */
  readonly at: number
}
