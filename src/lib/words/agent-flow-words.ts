import type { AgentFlowFact, WaitFact } from '../flows/agents/agent-flow-fact.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'

/** What operators learn of the agents on nodes. */
export const agentFlowWords: Vocabulary<Exclude<AgentFlowFact, WaitFact>> = {
  DocumentsNotVisible: ({ because }) => ({
    said: 'documents are not visible, so it is not known whether the agents have seen the newest ones',
    because,
  }),
  DocumentsNotReadable: () => ({
    said: 'documents are not visible, so it is not known what the kubelets are to run',
    hints: ['allow the user to list ConfigMaps, or omit --wait'],
  }),
  AgentsNotThereYet: ({ nodes }) =>
    `no agent reports of these nodes; one that starts later reads this: ${namesIn(nodes)}`,
  OptedOutOnNode: ({ subject }) => ({
    said: `node/${subject.name} has opted out by a file on the node, which wins`,
    hints: ['on the node, run: kubeletcfg agent opt-in'],
  }),
  BadDocumentNotFound: ({ subject, digest }) => ({
    said: `node/${subject.name} remembers no bad document '${digest}'`,
    hints: ['kubeletcfg bad list shows the documents that are not tried again'],
  }),
  BadDocumentAmbiguous: ({ subject, digest, digests }) => ({
    said: `node/${subject.name} remembers several bad documents whose digest begins with '${digest}': ${namesIn(digests)}`,
    hints: ['give more of the digest'],
  }),
}
