import type { BadDocument } from './bad-document.ts'
import type { Config } from './config.ts'
import type { Chore } from './effect.ts'
import type { OptOutMode } from './opt-out.ts'
import type { Work } from './work.ts'

export const journalVersion = 1

/** What survives a crash, a reboot and a loss of power. It is written before anything is done about it. */
export interface Journal {
  readonly schemaVersion: typeof journalVersion
  readonly node: string
  /** Such as v1.36.3; undefined until it is known. */
  readonly kubeletVersion: string | undefined
  readonly work: Work
  /** What the live file has. */
  readonly active: Config
  /** What a kubelet proved to run with; `local` counts as proven. */
  readonly lastKnownGood: Config
  readonly bad: readonly BadDocument[]
  readonly postponed: Postponed | undefined
  /** Restarts by the agent in the last hour. */
  readonly restarts: readonly Restart[]
  /** The opt-out of the Node's annotation, for the time when the API server does not answer. */
  readonly optOut: OptOutMode | undefined
  /** The value of the annotation that forgets bad documents, once it was done. */
  readonly forgotten: string | undefined
  /** To be done before anything else. */
  readonly chores: readonly Chore[]
}

/** A configuration that was left without a verdict: it is not tried again until this happened, or until it changes. */
export interface Postponed {
  readonly digest: string
  readonly until: 'api-answers' | 'live-file-ours'
}

export interface Restart {
  readonly bootId: string
  /** Milliseconds since that boot. */
  readonly uptimeMs: number
}
