import type { ReportedFact } from '../agent/report/report.ts'
import type { NodeWaitFact, WaitFact, WaitFor } from '../flows/agents/agent-flow-fact.ts'
import type { NodeState } from '../flows/agents/node-status.ts'
import { namesIn } from './names-in.ts'
import { nodesAlike } from './nodes-alike.ts'
import type { Phrase, Vocabulary } from './phrase.ts'
import { type Stuck, waysOn, waysOnOfAll } from './ways-on.ts'

/** What became of a wait for kubelets. */
export const waitWords: Vocabulary<WaitFact> = {
  AgentMissing: (fact) => ({
    said: ofNode(fact),
    hints: ['install the agent on the node: kubeletcfg agent install'],
  }),
  ReportUnreadable: ({ subject, because }) => ({ said: `node/${subject.name}`, because }),
  DocumentRejected: ofStuck,
  DocumentHeld: ofStuck,
  DocumentRolledBack: ofStuck,
  NoHealthyKubelet: ofStuck,
  DocumentReplaced: ofNode,
  KubeletNotConfirmed: ofStuck,
  NodeOptedOut: ofNode,
  NodeGone: ofNode,
  KubeletsAlike: ({ nodes, first, isSame }) =>
    isSame
      ? `${nodes.length} nodes: ${textOf(first)} (${namesIn(nodes)})`
      : `${nodes.length} nodes, such as node/${first.subject.name}: ${textOf(first)} (${namesIn(nodes)})`,
  KubeletsNotRunning: ({ after, waited, nodes }): Phrase =>
    nodes.length === 1 && waited === 1 && nodes[0] !== undefined
      ? { said: doneOne[after], because: nodes[0] }
      : {
          said: `${done[after]}${nodes.length} of ${waited} ${notRunning[after]}`,
          below: nodesAlike(nodes),
          hints: hintsFor(nodes),
        },
  WaitEnded: ({ after, waited, nodes }) => ({
    said: `stopped waiting for ${nodes.length} of ${waited} kubelets; ${endedIn[after]}`,
    below: nodesAlike(nodes),
    hints: ['check with kubeletcfg status, or wait again: kubeletcfg status --wait'],
  }),
  NothingToWaitFor: ({ nodes }) => ({
    said:
      nodes.length === 0 ? 'there is no kubelet to wait for: no node is concerned' : 'there is no kubelet to wait for',
    below: nodesAlike(nodes),
  }),
}

const done: Readonly<Record<WaitFor, string>> = {
  push: 'the documents are stored, but ',
  delete: 'the documents are deleted, but ',
  'opt-out': 'the opt-outs are written, but ',
  'opt-in': 'the opt-ins are written, but ',
  status: '',
}

const doneOne: Readonly<Record<WaitFor, string>> = {
  push: 'the document is stored',
  delete: 'the document is deleted',
  'opt-out': 'the opt-out is written',
  'opt-in': 'the opt-in is written',
  status: 'the kubelet does not run its document',
}

const notRunning: Readonly<Record<WaitFor, string>> = {
  push: 'kubelets do not run them',
  delete: 'kubelets do not run what they fall back to',
  'opt-out': 'agents have not done what that requires',
  'opt-in': 'kubelets do not run their documents',
  status: 'kubelets do not run their documents',
}

const endedIn: Readonly<Record<WaitFor, string>> = {
  push: 'the documents are stored, and the agents continue',
  delete: 'the documents are deleted, and the agents continue',
  'opt-out': 'the opt-outs are written, and the agents continue',
  'opt-in': 'the opt-ins are written, and the agents continue',
  status: 'the agents continue',
}

type StuckFact = Extract<NodeWaitFact, { readonly cause: ReportedFact | undefined }>

const stuck = ({ subject, state, cause, assigned }: StuckFact): Stuck => ({
  node: subject.name,
  state,
  cause,
  assigned,
})

function ofStuck(fact: StuckFact): Phrase {
  return { said: ofNode(fact), hints: waysOn(stuck(fact)) }
}

function hintsFor(facts: readonly NodeWaitFact[]): readonly string[] {
  const hints = waysOnOfAll(facts.flatMap((fact) => ('cause' in fact ? [stuck(fact)] : [])))
  return hints.length > 0 ? hints : ['kubeletcfg status -o wide shows the causes']
}

function ofNode(fact: NodeWaitFact): string {
  return `node/${fact.subject.name}: ${textOf(fact)}`
}

/** Without the name of the node. */
function textOf(fact: NodeWaitFact): string {
  switch (fact.reason) {
    case 'AgentMissing':
      return 'no agent reports of this node, so nothing applies the document'
    case 'ReportUnreadable':
      return `the report of the agent cannot be read (${fact.because.reason})`
    case 'DocumentRejected':
      return caused('the agent refused the document', fact.cause)
    case 'DocumentHeld':
      return caused('the agent holds the change', fact.cause)
    case 'DocumentRolledBack':
      return caused('the document was rolled back', fact.cause)
    case 'NoHealthyKubelet':
      return caused('neither the document nor the last known good one gave a healthy kubelet', fact.cause)
    case 'DocumentReplaced':
      return 'another document was stored meanwhile'
    case 'KubeletNotConfirmed':
      return caused(notConfirmed[fact.state] ?? `its state is ${fact.state}`, fact.cause)
    case 'NodeOptedOut':
      return 'has opted out, so it is not waited for'
    case 'NodeGone':
      return 'does not exist, so it is not waited for'
  }
}

const notConfirmed: Readonly<Partial<Record<NodeState, string>>> = {
  Pending: 'its agent has not seen the document yet (Pending)',
  Stale: 'its agent is silent, so it is not known what the kubelet runs (Stale)',
  Unreachable: 'the API server does not hear its kubelet, so it is not known whether it runs (Unreachable)',
}

const caused = (text: string, cause: ReportedFact | undefined): string =>
  cause === undefined ? text : `${text}: ${cause.message} (${cause.reason})`
