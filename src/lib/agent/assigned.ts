import type { AgentFact } from './agent-fact.ts'

export const undecidedYet: AgentFact = { reason: 'SourcesNotRead' }
