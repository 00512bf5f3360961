import type { MachineEvidence } from '../../kubelet/changes/impact/evidence.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Fact } from '../../message/fact.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Moment } from '../model/instant.ts'
import type { OptOutMode } from '../model/opt-out.ts'

/** This machine, as the agent sees it. */
export interface Machine {
  moment(): Moment
  /** The node's own opt-out: the file `opt-out` in the state folder. Anything unreadable there counts as `freeze`. */
  optOut(): Promise<OptOutMode | undefined>
  /** Runs `changed` when the opt-out, the live file or the rescue's mark may have changed. The result ends it. */
  watch(changed: () => void): () => void
  /** What only this machine knows of its pods, and of the room that is left; what cannot be seen is missing. */
  evidence(): Promise<MachineEvidence>
  /** What of this document this host cannot provide: files that are not there, ports in use, swap, kernel settings. */
  obstacles(question: ObstacleQuestion, limits: Limits): Promise<readonly Fact[]>
}

export interface ObstacleQuestion {
  /** With the values of flags that win over it, as far as they are known. */
  readonly document: ConfigDocument
  /** Of the kubelet that would run with it. */
  readonly release: Release
  /** The process of the kubelet, whose ports are free for it; 0 without one. */
  readonly mainPid: number
}
