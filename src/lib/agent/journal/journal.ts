import type { Fact } from '../../message/fact.ts'
import { type BadDocument, type Config, local, sameConfig } from '../model/config.ts'
import type { CleanupTask } from '../model/effect.ts'
import type { Instant } from '../model/instant.ts'
import type { OptOutMode } from '../model/opt-out.ts'
import type { Work } from './work.ts'

export const journalVersion = 1

/** What survives a crash, a reboot and a loss of power. It is written before anything is done about it. */
export interface Journal {
  readonly schemaVersion: typeof journalVersion
  readonly node: string
  /** Such as v1.36.3; undefined until it is known. */
  readonly kubeletVersion: string | undefined
  readonly work: Work
  /** What the live file has, unless another program changed it. */
  readonly active: Config
  /** What a kubelet proved to run with; the node's own files count as proven. */
  readonly lastKnownGood: Config
  /** The version of the kubelet that proved it. */
  readonly provenBy: string | undefined
  /** A digest of what else the kubelet reads, with which it was proven last; undefined: not seen yet. */
  readonly others: string | undefined
  readonly bad: readonly BadDocument[]
  readonly postponed: Postponed | undefined
  /** A rollout decided last what the global document is: while it cannot be read, nothing else does. */
  readonly gated?: true | undefined
  /** Restarts by the agent in the last hour. */
  readonly restarts: readonly Instant[]
  /** The opt-out of the Node's annotation, for the time when the API server does not answer. */
  readonly optOut: OptOutMode | undefined
  /** The value of the annotation that forgets bad documents, once that was done. */
  readonly forgotten: string | undefined
  /** Fields of the active document that flags shadow. */
  readonly shadowedByFlags: readonly string[]
  /** Why the one before it is lost, and since when, for an hour. */
  readonly lost?: (Instant & { readonly because: Fact }) | undefined
  /** To be done before the next change. */
  readonly cleanupTasks: readonly CleanupTask[]
}

/** A configuration that was left without a verdict: it is not tried again until this happened, or until it changes. */
export interface Postponed {
  readonly digest: string
  readonly until: 'api-answers' | 'live-file-ours' | 'rescue-connected'
}

/** Where a configuration goes back to: the last known good one; if that is itself in doubt, the node's own files. */
export const goodFor = (config: Config, { lastKnownGood }: Pick<Journal, 'lastKnownGood'>): Config =>
  sameConfig(config, lastKnownGood) ? local : lastKnownGood
