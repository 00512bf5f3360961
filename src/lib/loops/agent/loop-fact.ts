import type { Fact, FileSubject } from '../../fact.ts'

/** What the loop itself has to say. */
export type LoopFact = Fact &
  (
    | /** A document that was read before is gone from the disk, or damaged. */
    { readonly reason: 'CheckpointMissing'; readonly checkpoint: string }
    | { readonly reason: 'StateOfNewerVersion'; readonly schemaVersion: number }
    /** It was put aside, and the agent begins anew. */
    | { readonly reason: 'StateDamaged' }
    | { readonly reason: 'StateOfOtherMachine' }
    /** The operating system could not read it, again and again. Put aside as well. */
    | { readonly reason: 'StateUnreadable'; readonly because: Fact }
    /** The record of the installation. */
    | { readonly reason: 'InstallationLost'; readonly subject: FileSubject }
    | { readonly reason: 'StateFolderLocked'; readonly subject: FileSubject }
    /** It logs in otherwise, such as with a certificate: kubelets accept only tokens. */
    | { readonly reason: 'AgentWithoutToken' }
    /** No policy denied what an agent must not write. */
    | { readonly reason: 'AgentUnlimited' }
    | { readonly reason: 'EffectFailed'; readonly effect: string; readonly because: Fact }
  )
