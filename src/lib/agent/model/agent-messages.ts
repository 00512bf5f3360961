import type { Fact } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { rollout } from '../../names.ts'
import type { ServiceState } from './evidence.ts'

/** Why the agent waits, holds, refuses or rolls back, as far as it is its own decision. */
export type DecisionFact =
  | WaitFact
  | HoldFact
  | HealthFact
  | FactOf<typeof TrialSuperseded>
  | FactOf<typeof OptedOutInTrial>
  | FactOf<typeof TrialForgotten>
  | FactOf<typeof Rescued>
  | FactOf<typeof PutBackByOther>
  | FactOf<typeof WaitsForEvidence>
  | FactOf<typeof WaitsForLiveFile>
  | FactOf<typeof WaitsForRescue>
  | FactOf<typeof SandboxesNotProven>
  | FactOf<typeof AppliedWithWarnings>
  | FactOf<typeof ReturnBlocked>
  | FactOf<typeof NothingToReturnTo>
  | FactOf<typeof RestartFailed>

export type WaitFact =
  | FactOf<typeof SourcesNotRead>
  | FactOf<typeof NodeNotRead>
  | FactOf<typeof NodeNotRegistered>
  | FactOf<typeof SourceSettling>
  | FactOf<typeof WaitsForItsPlace>
  | FactOf<typeof RestartBudgetSpent>
  | FactOf<typeof PodsNotRead>
  | FactOf<typeof MachineShutsDown>
  | FactOf<typeof ApiServerReadOnly>
  | FactOf<typeof RolloutMissing>
  | FactOf<typeof RolloutUnreadable>
  | FactOf<typeof RolloutMoved>

export type HoldFact =
  | FactOf<typeof NodeLeaves>
  | FactOf<typeof BalloonHoldsRoom>
  | FactOf<typeof BalloonNotKnown>
  | FactOf<typeof RescueNotConnected>
  | FactOf<typeof DryRun>

export type HealthFact =
  | FactOf<typeof KubeletExits>
  | FactOf<typeof KubeletCrashes>
  | FactOf<typeof KubeletCrashLoop>
  | FactOf<typeof KubeletFailed>
  | FactOf<typeof KubeletStopped>
  | FactOf<typeof RuntimeDown>
  | FactOf<typeof ApiServerSilent>
  | FactOf<typeof LeaseNotRenewed>
  | FactOf<typeof HeartbeatNotRenewed>
  | FactOf<typeof HeartbeatInDoubt>

/** The trial was ended for another assigned configuration. */
export const TrialSuperseded = message('TrialSuperseded', () => 'another configuration was assigned during the trial')

export const OptedOutInTrial = message('OptedOutInTrial', () => 'the node opted out during the trial')

/** The state of the agent was lost in a trial. */
export const TrialForgotten = message(
  'TrialForgotten',
  () => 'the state of the agent was lost during a trial: the kubelet has to work without the document',
)

/** The rescue put the last known good configuration back while the agent did not. */
export const Rescued = message(
  'Rescued',
  () => 'the kubelet did not stay up, and the rescue put the last known good configuration back',
)

/** Another program, or somebody, put the last known good content back in mid-trial. */
export const PutBackByOther = message(
  'PutBackByOther',
  () => 'the last known good configuration was put back, but not by the agent: by the rescue, or by another program',
)

/** It was rolled back for lack of evidence, and is tried again when that can be had. */
export const WaitsForEvidence = message(
  'WaitsForEvidence',
  () => 'it could not be proven while the API server did not answer; it is tried again when the API server answers',
)

/** Its trial ended when another program changed the live file. */
export const WaitsForLiveFile = message(
  'WaitsForLiveFile',
  () =>
    "another program changed the kubelet's configuration file during its trial; it is tried again when that is undone",
)

export const WaitsForRescue = message(
  'WaitsForRescue',
  () =>
    'whether the kubelet has read it is not known, and no restart is safe; it is tried again when the rescue is connected, or the kubelet has been restarted',
)

/** A trial was passed while no pod was started: whether the kubelet can start pods with it is not known. */
export const SandboxesNotProven = message(
  'SandboxesNotProven',
  () => 'no pod was started since: that the kubelet can start pods with it is not proven',
)

/** What was found about the document, and does not keep it from being applied. */
export const AppliedWithWarnings = message('AppliedWithWarnings', ({ warnings }: { warnings: readonly Fact[] }) => ({
  said: 'with warnings',
  below: warnings,
}))

/** Going back does not get on: what it needs fails again and again. It is tried on. */
export const ReturnBlocked = message('ReturnBlocked', ({ because }: { because: Fact }) => ({
  said: 'the node cannot go back to its last good configuration, and is tried again at least every five minutes',
  because,
}))

/** Going back has ended: the content to put back is lost. */
export const NothingToReturnTo = message('NothingToReturnTo', ({ because }: { because: Fact }) => ({
  said: 'the kubelet is left as it is: the document failed, and nothing is left to go back to',
  because,
}))

/** The kubelet could not be restarted with it. */
export const RestartFailed = message('RestartFailed', ({ because }: { because: Fact }) => ({
  said: 'the kubelet could not be restarted',
  because,
}))

export const SourcesNotRead = message('SourcesNotRead', () => 'what is assigned to the node has not been read yet')

export const NodeNotRead = message('NodeNotRead', () => 'the Node has not been read yet')

export const NodeNotRegistered = message(
  'NodeNotRegistered',
  () => 'the Node does not exist: waiting until the kubelet registers it',
)

export const SourceSettling = message(
  'SourceSettling',
  () => 'the assigned configuration changed a moment ago: waiting until it settles',
)

/** The node waits for its place among those that get the global document. */
export const WaitsForItsPlace = message(
  'WaitsForItsPlace',
  () => 'waiting: the restarts of nodes with the same document are spread over time',
)

export const RestartBudgetSpent = message(
  'RestartBudgetSpent',
  ({ perHour }: { perHour: number }) =>
    `the kubelet was restarted often enough: at most ${perHour} restarts in one hour, some of them kept for rollbacks`,
)

export const PodsNotRead = message(
  'PodsNotRead',
  () => 'the pods of the node cannot be read: what a restart does to them could not be seen',
)

/** Until it is off, or that is called off: the kubelet ends its pods in order, and a restart would cut that short. */
export const MachineShutsDown = message(
  'MachineShutsDown',
  () => 'the machine is shutting down: its kubelet is not restarted, and nothing is held against a document',
)

/** The API server answers, and stores nothing: what a kubelet reports is lost. */
export const ApiServerReadOnly = message('ApiServerReadOnly', ({ because }: { because: Fact }) => ({
  said: 'the API server answers and stores nothing: whether a kubelet reports cannot be seen',
  because,
}))

/** The machine is about to go: a restart would be for nothing, and could disturb the pods that still leave it. */
export const NodeLeaves = message(
  'NodeLeaves',
  () => 'the node is being deleted or scaled down: its kubelet is not restarted for that',
)

/** A balloon of nodesize holds room that the change takes away. */
export const BalloonHoldsRoom = message('BalloonHoldsRoom', () => ({
  said: 'the change lowers allocatable, and the balloon of nodesize holds room on the node',
  hints: ['give the room back first: nodesize reset NODE'],
}))

/** Whether a balloon holds room is not known. */
export const BalloonNotKnown = message(
  'BalloonNotKnown',
  () => 'the change lowers allocatable, and whether a balloon of nodesize holds room is not known',
)

/** The kubelet's unit would not run the rescue, so that nobody could put the last known good document back. */
export const RescueNotConnected = message('RescueNotConnected', ({ because }: { because: Fact }) => ({
  said: 'the unit of the kubelet would not run the rescue, so no document is tried',
  because,
}))

export const DryRun = message('DryRun', () => 'the agent runs with --dry-run: nothing is changed')

export const KubeletExits = message(
  'KubeletExits',
  ({ lastExit }: { lastExit: ServiceState['lastExit'] }) => `the kubelet exits${exitText(lastExit)}`,
)

export const KubeletCrashes = message(
  'KubeletCrashes',
  ({ crashes, lastExit }: { crashes: number; lastExit: ServiceState['lastExit'] }) =>
    `the kubelet was started again ${crashes} times${exitText(lastExit)}`,
)

/** It ends by itself again and again, while nothing is on trial. */
export const KubeletCrashLoop = message('KubeletCrashLoop', ({ lastExit }: { lastExit: ServiceState['lastExit'] }) => ({
  said: `the kubelet ends by itself again and again${exitText(lastExit)}, while nothing is on trial: nothing is rolled back`,
  hints: [
    'find the cause in its log; if it is the document, push another one',
    "or return to the node's own configuration: kubeletcfg agent opt-out --mode=local",
  ],
}))

/** systemd no longer starts it. */
export const KubeletFailed = message(
  'KubeletFailed',
  ({ lastExit }: { lastExit: ServiceState['lastExit'] }) =>
    `the kubelet exited${exitText(lastExit)}, and systemd no longer starts it`,
)

/** It was stopped, and ended without an error. */
export const KubeletStopped = message('KubeletStopped', () => 'the kubelet is stopped')

export const RuntimeDown = message('RuntimeDown', ({ because }: { because: Fact }) => ({
  said: 'the container runtime does not answer',
  because,
}))

export const ApiServerSilent = message(
  'ApiServerSilent',
  () => 'the API server does not answer: what it would show about the node is unknown',
)

export const LeaseNotRenewed = message(
  'LeaseNotRenewed',
  () => 'the kubelet has not renewed its Lease since it was started',
)

export const HeartbeatNotRenewed = message(
  'HeartbeatNotRenewed',
  () => 'the kubelet has not reported its Node since it was started',
)

/** The clock of the node was set about when the kubelet was started: whether it has reported is not known. */
export const HeartbeatInDoubt = message(
  'HeartbeatInDoubt',
  () => 'the clock of the node was set about when the kubelet was started: its next report is waited for, some minutes',
)

function exitText(lastExit: ServiceState['lastExit']): string {
  if (lastExit === undefined) return ''
  return lastExit.kind === 'exited' ? ` (exit code ${lastExit.status})` : ` (signal ${lastExit.status})`
}

/** There was a rollout: that its object is gone must not release the node. */
export const RolloutMissing = message('RolloutMissing', () => ({
  said: `configmap/${rollout.configMap} is gone, which says what the global document is for this node; the kubelet keeps what it runs`,
  hints: [
    'to make it anew, run: kubeletcfg rollout set-policy',
    'to release all nodes, make it anew, then run: kubeletcfg rollout delete-policy',
  ],
}))

export const RolloutUnreadable = message('RolloutUnreadable', ({ because }: { because: Fact }) => ({
  said: 'the rollout of the global document cannot be read; the kubelet keeps what it runs',
  because,
}))

/** Right before the change, the API server itself was asked. */
export const RolloutMoved = message(
  'RolloutMoved',
  () => 'the rollout does not give this document to the node any more; nothing was changed',
)
