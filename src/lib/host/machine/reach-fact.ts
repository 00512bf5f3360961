import type { Fact } from '../../fact.ts'

/** Why a host cannot be examined at all. `command`: the one that runs others on the host, as it was typed. */
export type ReachFact = Fact &
  (
    | { readonly reason: 'HostNotLinux'; readonly system: string }
    | { readonly reason: 'HostRootUnlike'; readonly path: string; readonly missing: readonly string[] }
    | { readonly reason: 'HostCommandNotRun'; readonly command: string; readonly errno: string }
    /** `end`: its exit code, or the signal that ended it. */
    | {
        readonly reason: 'HostCommandEnded'
        readonly command: string
        readonly end: number | string
        readonly programMessage: string
      }
    | {
        readonly reason: 'HostCommandSilent'
        readonly command: string
        readonly timeoutMs: number
        readonly programMessage: string
      }
    | { readonly reason: 'HostCommandNotUnderstood'; readonly command: string; readonly maxBytes: number }
  )
