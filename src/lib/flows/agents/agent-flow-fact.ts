import type { Fact } from '../../fact.ts'
import type { Said } from '../../failure.ts'

/** What operators learn of the agents on nodes. */
export type AgentFlowFact =
  /** Whether agents have seen the newest document cannot be known. */
  { readonly reason: 'DocumentsNotVisible'; readonly because: Fact | Said }
