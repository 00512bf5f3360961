import type { ReportFact } from '../../agent/report/report-messages.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { rollout } from '../../names.ts'
import type { HoldFact, RolloutMayPauseAgain, RolloutObjectFact } from '../../rollouts/rollout-messages.ts'
import type { UserChangeFact } from '../../rollouts/user-change-messages.ts'

/** Why a rollout does not concern a node. The subject is the node. */
export type LeftOutFact =
  | FactOf<typeof OwnDocumentCounts>
  | FactOf<typeof RunsControlPlane>
  | FactOf<typeof AgentDoesNotReport>
  | FactOf<typeof AgentReportsUnreadably>
  | FactOf<typeof AgentOptsOut>

interface OfNode {
  readonly subject: Subject
}

const node = ({ subject }: OfNode): string => `node/${subject.name}`

export const OwnDocumentCounts = message('OwnDocumentCounts', (of: OfNode) => `${node(of)} has a document of its own`)

export const RunsControlPlane = message(
  'RunsControlPlane',
  (of: OfNode) => `${node(of)} is of the control plane, and ignores the global document`,
)

export const AgentDoesNotReport = message('AgentDoesNotReport', (of: OfNode) => `${node(of)} has no agent`)

export const AgentReportsUnreadably = message(
  'AgentReportsUnreadably',
  ({ because, ...of }: OfNode & { because: ReportFact }) => ({
    said: `the report of ${node(of)} cannot be read`,
    because,
  }),
)

export const AgentOptsOut = message('AgentOptsOut', (of: OfNode) => `${node(of)} opted out`)

export const GlobalNotDecodable = message('GlobalNotDecodable', () => 'no kubelet could decode it')

/** What commands about rollouts say. */
export type RolloutFlowFact =
  | LeftOutFact
  | HoldFact
  | RolloutObjectFact
  | UserChangeFact
  | FactOf<typeof NoRolloutPolicy>
  | FactOf<typeof AgentsRunAhead>
  | FactOf<typeof RolloutAborted>
  | FactOf<typeof RolloutNotDone>
  | FactOf<typeof RolloutUnderWay>
  | FactOf<typeof GlobalNotPromoted>
  | FactOf<typeof NodesRunAnother>
  | FactOf<typeof GlobalWaitsForRollout>
  | FactOf<typeof GlobalReachesAll>
  | FactOf<typeof NoNodesToRollOut>
  | FactOf<typeof RolloutMayPauseAgain>
  | FactOf<typeof RolloutStops>
  | FactOf<typeof RolloutContended>
  | FactOf<typeof RolloutNotRead>
  | FactOf<typeof RolloutNotYetMoved>
  | FactOf<typeof RolloutWaitEnded>
  | FactOf<typeof AwaitedReplaced>
  | FactOf<typeof RolloutGone>
  | FactOf<typeof PolicyGone>
  | FactOf<typeof NothingRolledOutToShow>
  | FactOf<typeof NoDocumentToShow>

export const NoRolloutPolicy = message('NoRolloutPolicy', () => ({
  said: `there is no rollout policy in configmap/${rollout.configMap}`,
  hints: ['to let a global document reach the nodes in waves, run: kubeletcfg rollout set-policy'],
}))

/** Agents that are older than rollouts, and agents whose rights are. */
export const AgentsRunAhead = message('AgentsRunAhead', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `agents that do not follow rollouts get a global document at once: ${namesIn(nodes)}`,
  hints: [
    `let them read configmap/${rollout.configMap}: kubeletcfg agent manifests | kubectl apply -f -`,
    'upgrade those that are older than rollouts: kubeletcfg agent install',
    'with --force, the policy counts for all others',
  ],
}))

export const RolloutAborted = message('RolloutAborted', ({ why }: { why: string | undefined }) => ({
  said: `the rollout was aborted${why === undefined ? '' : `: ${why}`}`,
  hints: ['push another document, or try the same again: kubeletcfg rollout retry'],
}))

export const RolloutNotDone = message(
  'RolloutNotDone',
  ({ because }: { because: HoldFact | FactOf<typeof RolloutNotYetMoved> }) => ({
    said: 'the rollout is not done',
    because,
  }),
)

/** `leads`: the controller does, so that it is moved soon. */
export const RolloutNotYetMoved = message('RolloutNotYetMoved', ({ leads }: { leads: boolean | undefined }) =>
  leads === true
    ? { said: 'the controller has not moved it yet', hints: ['to wait again, run: kubeletcfg rollout status --wait'] }
    : { said: 'it can go on, but nothing moves it', hints: ['to move it, run: kubeletcfg rollout run'] },
)

/** When a command ends that only waits for it. */
export const RolloutWaitEnded = message('RolloutWaitEnded', () => ({
  said: 'stopped waiting; the rollout stays as it is',
  hints: ['to wait again, run: kubeletcfg rollout status --wait'],
}))

/** The documents are as `documentText` calls them. */
export const AwaitedReplaced = message(
  'AwaitedReplaced',
  ({ awaited, stored }: { awaited: string; stored: string }) => ({
    said: `the rollout of ${awaited} was given up: ${stored} was stored meanwhile`,
    hints: ['to wait for what is stored now, run: kubeletcfg rollout status --wait'],
  }),
)

/** While a command waited for it. */
export const RolloutGone = message('RolloutGone', () => ({
  said: `configmap/${rollout.configMap} was deleted meanwhile: nodes keep what they run`,
  hints: ['restore it, or begin anew with what is stored: kubeletcfg rollout set-policy'],
}))

export const PolicyGone = message('PolicyGone', () => ({
  said: 'the rollout policy was deleted meanwhile: all nodes get the global document itself',
  hints: ['to wait until they run it: kubeletcfg status --wait'],
}))

/** When a command that moves it ends. */
export const RolloutStops = message('RolloutStops', () => ({
  said: 'interrupted; the rollout stands where it is, and no more nodes get the document',
  hints: ['to go on, run: kubeletcfg rollout run'],
}))

/** A command that moves it gives up: others move it, too. */
export const RolloutContended = message('RolloutContended', ({ times }: { times: number }) => ({
  said: `the rollout was changed by others ${times} times while this command tried to move it`,
  hints: ['to go on, run: kubeletcfg rollout run'],
}))

export const RolloutNotRead = message('RolloutNotRead', () => 'the rollout was not read in time; it was not moved')

export const RolloutUnderWay = message('RolloutUnderWay', () => ({
  said: 'a rollout is under way: without a policy, all nodes would get its document at once',
  hints: [
    'end it first: kubeletcfg rollout abort',
    'or let all nodes have it: kubeletcfg rollout promote --now',
    'with --force, all nodes get the global document',
  ],
}))

export const GlobalNotPromoted = message('GlobalNotPromoted', () => ({
  said: 'the global document is not the one that is promoted: without a policy, all nodes would get it at once',
  hints: [
    'store the one that is promoted, or promote it first: kubeletcfg rollout run',
    'with --force, all nodes get it',
  ],
}))

/** Before a policy is set: what is stored is promoted then. */
export const NodesRunAnother = message('NodesRunAnother', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `nodes do not run the global document, and would all get it at once: ${namesIn(nodes)}`,
  hints: [
    'store the document that they run, set the policy, and push the other one then: kubeletcfg history --global',
    'if they are just getting it, wait for them: kubeletcfg status --wait',
    'with --force, all nodes get it',
  ],
}))

/** Beside a push or a deletion of the global document. */
export const GlobalWaitsForRollout = message('GlobalWaitsForRollout', ({ leads }: { leads: boolean | undefined }) => ({
  said: `there is a rollout policy: no node changes before the rollout admits it${leads === true ? '; the controller moves it' : ''}`,
  hints: [
    leads === true
      ? 'to see where it stands, run: kubeletcfg rollout status'
      : 'to move the rollout, run: kubeletcfg rollout run',
  ],
}))

/** Beside a push of the global document to many nodes. */
export const GlobalReachesAll = message('GlobalReachesAll', ({ nodes }: { nodes: number }) => ({
  said: `there is no rollout policy: the document reaches all ${nodes} nodes within the jitter of their agents`,
  hints: ['to let it reach them in waves, run before: kubeletcfg rollout set-policy'],
}))

export const NoNodesToRollOut = message('NoNodesToRollOut', () => ({
  said: 'no node gets the global document: none has an agent that waits for it',
  hints: ['to install one, run: kubeletcfg agent install'],
}))

export const NothingRolledOutToShow = message('NothingRolledOutToShow', () => ({
  said: 'nothing is rolled out: there is no candidate',
  hints: ['to see the rollouts that have ended, run: kubeletcfg rollout history'],
}))

export const NoDocumentToShow = message(
  'NoDocumentToShow',
  ({ which }: { which: 'promoted' | 'candidate' }) =>
    `${which === 'promoted' ? 'what is promoted' : 'the candidate'} is no document: its nodes use their own files`,
)
