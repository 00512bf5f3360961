import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'

/** The command that was killed; undefined when its mark cannot be read. */
interface LeftBy {
  readonly by: string | undefined
  readonly at: string | undefined
}

/** About the cordon of a node for the moment of a resize; the subject is the node. */
export type CordonFact = { readonly subject: Subject } /** It was resized all the same. */ & (
  | { readonly reason: 'NotCordoned'; readonly because: Fact | Said }
  | ({ readonly reason: 'Uncordoned' } & LeftBy)
  /** The same in a dry run. */
  | ({ readonly reason: 'WouldUncordon' } & LeftBy)
  /** `after`: what became of the resize; undefined: it succeeded. */
  | { readonly reason: 'CordonLeft'; readonly because: Fact | Said; readonly after: Fact | Said | undefined }
)
