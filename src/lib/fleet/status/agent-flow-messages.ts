import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import type { ReportFact } from '../../agent/report/report-messages.ts'
import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { Phrase } from '../../message/phrase.ts'
import type { NodeState } from './node-status.ts'
import { type Stuck, waysOn, waysOnOfAll } from './ways-on.ts'

/** What operators learn of the agents on nodes. */
export type AgentFlowFact =
  | WaitFact
  | ControlFact
  | FactOf<typeof DocumentsNotVisible>
  | FactOf<typeof DocumentsNotReadable>

/** What operators learn when they write something to a Node for its agent. The subject is the node. */
export type ControlFact =
  | FactOf<typeof AgentsNotThereYet>
  | FactOf<typeof OptedOutOnNode>
  | FactOf<typeof BadDocumentNotFound>
  | FactOf<typeof BadDocumentAmbiguous>

/** What has been done, and is waited for. */
export type WaitFor = 'push' | 'delete' | 'opt-out' | 'opt-in' | 'status'

/** What became of a wait for kubelets. */
export type WaitFact =
  | NodeWaitFact
  | FactOf<typeof KubeletsNotRunning>
  | FactOf<typeof WaitEnded>
  | FactOf<typeof KubeletsAlike>
  | FactOf<typeof NothingToWaitFor>

interface WaitedNodes {
  readonly after: WaitFor
  readonly waited: number
  readonly nodes: readonly NodeWaitFact[]
}

/** What became of the wait for one kubelet. The subject is the node. */
export type NodeWaitFact =
  | FactOf<typeof AgentMissing>
  | FactOf<typeof ReportUnreadable>
  | FactOf<typeof DocumentRejected>
  | FactOf<typeof DocumentHeld>
  | FactOf<typeof DocumentRolledBack>
  | FactOf<typeof NoHealthyKubelet>
  | FactOf<typeof DocumentReplaced>
  | FactOf<typeof KubeletNotConfirmed>
  | FactOf<typeof NodeOptedOut>
  | FactOf<typeof NodeGone>

interface ReportedWait {
  readonly subject: Subject
  readonly state: NodeState
  readonly cause: ReportedFact | undefined
  /** What the agent was to apply. */
  readonly assigned?: ReportedConfig | undefined
}

export const DocumentsNotVisible = message('DocumentsNotVisible', ({ because }: { because: Fact | Said }) => ({
  said: 'documents are not visible, so it is not known whether the agents have seen the newest ones',
  because,
}))

/** So what is to be waited for is not known. */
export const DocumentsNotReadable = message('DocumentsNotReadable', () => ({
  said: 'documents are not visible, so it is not known what the kubelets are to run',
  hints: ['allow the user to list ConfigMaps, or omit --wait'],
}))

/** No agent reports of these nodes. */
export const AgentsNotThereYet = message(
  'AgentsNotThereYet',
  ({ nodes }: { nodes: readonly string[]; subject?: undefined }) =>
    `no agent reports of these nodes; one that starts later reads this: ${namesIn(nodes)}`,
)

/** The file on the node wins over the annotation. */
export const OptedOutOnNode = message('OptedOutOnNode', ({ subject }: { subject: Subject }) => ({
  said: `node/${subject.name} has opted out by a file on the node, which wins`,
  hints: ['on the node, run: kubeletcfg agent opt-in'],
}))

export const BadDocumentNotFound = message(
  'BadDocumentNotFound',
  ({ subject, digest }: { subject: Subject; digest: string }) => ({
    said: `node/${subject.name} remembers no bad document '${digest}'`,
    hints: ['kubeletcfg bad list shows the documents that are not tried again'],
  }),
)

export const BadDocumentAmbiguous = message(
  'BadDocumentAmbiguous',
  ({ subject, digest, digests }: { subject: Subject; digest: string; digests: readonly string[] }) => ({
    said: `node/${subject.name} remembers several bad documents whose digest begins with '${digest}': ${namesIn(digests)}`,
    hints: ['give more of the digest'],
  }),
)

/** Nodes with the same outcome, each with its fact. */
export const KubeletsNotRunning = message(
  'KubeletsNotRunning',
  ({ after, waited, nodes }: WaitedNodes): Phrase =>
    nodes.length === 1 && waited === 1 && nodes[0] !== undefined
      ? { said: doneOne[after], because: nodes[0] }
      : {
          said: `${done[after]}${nodes.length} of ${waited} ${notRunning[after]}`,
          below: nodesAlike(nodes),
          hints: hintsFor(nodes),
        },
)

/** The operator ended the wait; the nodes as they were seen last. */
export const WaitEnded = message(
  'WaitEnded',
  ({ after, waited, nodes }: WaitedNodes): Phrase => ({
    said: `stopped waiting for ${nodes.length} of ${waited} kubelets; ${endedIn[after]}`,
    below: nodesAlike(nodes),
    hints: ['check with kubeletcfg status, or wait again: kubeletcfg status --wait'],
  }),
)

/** Nodes of which the same is said; with `isSame`, in every word. */
export const KubeletsAlike = message(
  'KubeletsAlike',
  ({
    nodes,
    first,
    isSame,
  }: {
    subject?: undefined
    nodes: readonly string[]
    first: NodeWaitFact
    isSame: boolean
  }) =>
    isSame
      ? `${nodes.length} nodes: ${textOf(first)} (${namesIn(nodes)})`
      : `${nodes.length} nodes, such as node/${first.subject.name}: ${textOf(first)} (${namesIn(nodes)})`,
)

/** No node is concerned, or each is skipped for a reason. */
export const NothingToWaitFor = message(
  'NothingToWaitFor',
  ({ nodes }: { nodes: readonly NodeWaitFact[] }): Phrase => ({
    said:
      nodes.length === 0 ? 'there is no kubelet to wait for: no node is concerned' : 'there is no kubelet to wait for',
    below: nodesAlike(nodes),
  }),
)

export const AgentMissing = message(
  'AgentMissing',
  (fact: { subject: Subject }): Phrase => ({
    said: ofNode({ reason: 'AgentMissing', ...fact }),
    hints: ['install the agent on the node: kubeletcfg agent install'],
  }),
)

export const ReportUnreadable = message(
  'ReportUnreadable',
  ({ subject, because }: { subject: Subject; because: ReportFact }) => ({ said: `node/${subject.name}`, because }),
)

/** The agent refused the document, holds it, or has put back another one. */
export const DocumentRejected = message(
  'DocumentRejected',
  (fact: ReportedWait): Phrase => ofStuck({ reason: 'DocumentRejected', ...fact }),
)

/** The agent refused the document, holds it, or has put back another one. */
export const DocumentHeld = message(
  'DocumentHeld',
  (fact: ReportedWait): Phrase => ofStuck({ reason: 'DocumentHeld', ...fact }),
)

/** The agent refused the document, holds it, or has put back another one. */
export const DocumentRolledBack = message(
  'DocumentRolledBack',
  (fact: ReportedWait): Phrase => ofStuck({ reason: 'DocumentRolledBack', ...fact }),
)

/** The agent refused the document, holds it, or has put back another one. */
export const NoHealthyKubelet = message(
  'NoHealthyKubelet',
  (fact: ReportedWait): Phrase => ofStuck({ reason: 'NoHealthyKubelet', ...fact }),
)

/** Another document was stored meanwhile, and the agent has seen that one. */
export const DocumentReplaced = message(
  'DocumentReplaced',
  (fact: { subject: Subject }): Phrase => ofNode({ reason: 'DocumentReplaced', ...fact }),
)

/** As it was seen last. */
export const KubeletNotConfirmed = message(
  'KubeletNotConfirmed',
  (fact: ReportedWait): Phrase => ofStuck({ reason: 'KubeletNotConfirmed', ...fact }),
)

/** Not waited for. */
export const NodeOptedOut = message(
  'NodeOptedOut',
  (fact: { subject: Subject }): Phrase => ofNode({ reason: 'NodeOptedOut', ...fact }),
)

export const NodeGone = message(
  'NodeGone',
  (fact: { subject: Subject }): Phrase => ofNode({ reason: 'NodeGone', ...fact }),
)

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

/** More lines are not read: then nodes with the same reason count as alike, though their messages differ. */
const mostLines = 10

/** Nodes of which the same is to be said, as one fact. */
function nodesAlike(facts: readonly NodeWaitFact[]): readonly WaitFact[] {
  const byMessage = grouped(facts, said)
  if (byMessage.length <= mostLines) return byMessage
  return grouped(facts, (fact) => JSON.stringify([fact.reason, causeReason(fact), 'state' in fact && fact.state]))
}

function grouped(facts: readonly NodeWaitFact[], keyOf: (fact: NodeWaitFact) => string): readonly WaitFact[] {
  return [...Map.groupBy(facts, keyOf).values()].map((some) => {
    const [first] = some
    if (first === undefined || some.length === 1) return first!
    const isSame = new Set(some.map(said)).size === 1
    return KubeletsAlike({ nodes: some.map(({ subject }) => subject.name), first, isSame })
  })
}

/** All that is said of a node but its name. */
const said = (fact: NodeWaitFact): string => JSON.stringify({ ...fact, subject: undefined, assigned: undefined })

const causeReason = (fact: NodeWaitFact): string | undefined => ('cause' in fact ? fact.cause?.reason : undefined)
