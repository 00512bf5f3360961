import type { Moment } from '../../agent/moment.ts'
import type { OptOutMode } from '../../agent/opt-out.ts'
import type { Fact } from '../../fact.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Limits } from '../limits.ts'

/** This machine, as the agent sees it. */
export interface Machine {
  moment(): Moment
  /** The node's own opt-out: the file `opt-out` in the state folder. Anything unreadable there counts as `freeze`. */
  optOut(): Promise<OptOutMode | undefined>
  /** Runs `changed` when the opt-out, the live file or the rescue's mark may have changed. The result ends it. */
  watch(changed: () => void): () => void
  /** What of this document this host cannot provide: files that are not there, ports in use, swap, kernel settings. */
  obstacles(document: ConfigDocument, limits: Limits): Promise<readonly Fact[]>
}
