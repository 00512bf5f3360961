import type { ReportedFact } from '../agent/report/report.ts'
import type { AgentFlowFact } from '../flows/agents/agent-flow-fact.ts'
import { namesIn } from './names-in.ts'
import type { Phrase, Vocabulary } from './phrase.ts'

/** What operators learn of the agents on nodes. */
export const agentFlowWords: Vocabulary<AgentFlowFact> = {
  DocumentsNotVisible: ({ because }) => ({
    said: 'documents are not visible, so it is not known whether the agents have seen the newest ones',
    because,
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
  AgentMissing: ({ subject }) => ({
    said: `node/${subject.name}: no agent reports of this node, so nothing applies the document`,
    hints: ['install the agent on the node: kubeletcfg agent install'],
  }),
  ReportUnreadable: ({ subject, because }) => ({ said: `node/${subject.name}`, because }),
  DocumentRejected: ({ subject, cause }) => caused(`node/${subject.name}: the agent refused the document`, cause),
  DocumentHeld: ({ subject, cause }) => ({
    said: caused(`node/${subject.name}: the agent holds the document`, cause),
    hints: ['do what it requires, or accept the risk: push again with --accept-risk'],
  }),
  DocumentRolledBack: ({ subject, cause }) => caused(`node/${subject.name}: the document was rolled back`, cause),
  NoHealthyKubelet: ({ subject, cause }) =>
    caused(`node/${subject.name}: neither the document nor the last known good one gave a healthy kubelet`, cause),
  DocumentReplaced: ({ subject }) => `node/${subject.name}: another document was stored meanwhile`,
  KubeletNotConfirmed: ({ subject, state, cause }) =>
    caused(`node/${subject.name}: not confirmed in time, its state is ${state}`, cause),
  NodeOptedOut: ({ subject }) => `node/${subject.name} has opted out, so it is not waited for`,
  NodeGone: ({ subject }) => `node/${subject.name} does not exist, so it is not waited for`,
  KubeletsNotRunning: ({ waited, nodes }): Phrase =>
    nodes.length === 1 && waited === 1 && nodes[0] !== undefined
      ? { said: 'the document is stored', because: nodes[0] }
      : {
          said: `the documents are stored, but ${nodes.length} of ${waited} kubelets do not run them`,
          below: nodes,
          hints: ['kubeletcfg status -o wide shows the causes'],
        },
  WaitEnded: ({ waited, nodes }) => ({
    said: `stopped waiting for ${nodes.length} of ${waited} kubelets: ${namesIn(nodes)}`,
    hints: ['the documents are stored, and the agents continue; check with kubeletcfg status'],
  }),
}

const caused = (text: string, cause: ReportedFact | undefined): string =>
  cause === undefined ? text : `${text}: ${cause.message} (${cause.reason})`
