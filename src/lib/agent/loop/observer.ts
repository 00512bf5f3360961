import type { Announcement } from '../model/announcement.ts'
import type { EffectResult } from '../model/event.ts'
import type { AgentStatus } from '../status/status.ts'

/** Who wants to know what the agent does: the Node, the log, the metrics. Calls return at once. */
export interface AgentObserver {
  /** After each decision, also when nothing changed. */
  status(status: AgentStatus): void
  /** A transition. */
  announce(what: Announcement): void
  /** After each effect. */
  ended(ending: EffectResult): void
}
