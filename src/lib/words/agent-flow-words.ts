import type { AgentFlowFact } from '../flows/agents/agent-flow-fact.ts'
import type { Vocabulary } from './phrase.ts'

/** What operators learn of the agents on nodes. */
export const agentFlowWords: Vocabulary<AgentFlowFact> = {
  DocumentsNotVisible: ({ because }) => ({
    said: 'documents are not visible, so it is not known whether the agents have seen the newest ones',
    because,
  }),
}
