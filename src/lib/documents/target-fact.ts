import type { Subject } from '../fact.ts'

/** Why a node cannot have a document of its own. */
export type TargetFact =
  /** Its ConfigMap would be the one for all nodes. */
  | { readonly reason: 'ReservedNodeName'; readonly subject: Subject }
  | { readonly reason: 'NotANodeName'; readonly subject: Subject }
  /** The name of its ConfigMap would be too long; both in characters of the node's name. */
  | {
      readonly reason: 'NodeNameTooLong'
      readonly subject: Subject
      readonly length: number
      readonly longest: number
    }
