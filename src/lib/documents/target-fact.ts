import type { Subject } from '../fact.ts'

/** Why a node cannot have a document of its own. */
export type TargetFact =
  /** Its ConfigMap would have the name of the global one. */
  | { readonly reason: 'ReservedNodeName'; readonly subject: Subject }
  | { readonly reason: 'NotANodeName'; readonly subject: Subject }
  /** The name of its ConfigMap would be too long; both numbers are lengths of the node name, in characters. */
  | {
      readonly reason: 'NodeNameTooLong'
      readonly subject: Subject
      readonly length: number
      readonly longest: number
    }
