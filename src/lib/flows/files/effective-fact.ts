import type { FileSubject, Subject } from '../../fact.ts'

/** What to know about a configuration that is made of several sources. */
export type EffectiveFact =
  /** The kubelet does not follow it, and reads no drop-in. */
  | { readonly reason: 'DropInFolderIsLink'; readonly subject: FileSubject }
  /** The kubelet asks the container runtime, whose answer wins. */
  | { readonly reason: 'RuntimeDecides'; readonly subject: Extract<Subject, { readonly kind: 'Field' }> }
