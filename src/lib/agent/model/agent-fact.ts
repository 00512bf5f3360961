import type { Fact } from '../../fact.ts'
import type { ServiceState } from './evidence.ts'

/** Why the agent waits, holds, refuses or rolls back, as far as it is its own decision. */
export type DecisionFact =
  | WaitFact
  | HoldFact
  | HealthFact
  /** The trial was ended for another assigned configuration. */
  | { readonly reason: 'TrialSuperseded' }
  | { readonly reason: 'OptedOutInTrial' }
  /** The state of the agent was lost in a trial. */
  | { readonly reason: 'TrialForgotten' }
  /** The rescue put the last known good configuration back while the agent did not. */
  | { readonly reason: 'Rescued' }
  /** Another program, or somebody, put the last known good content back in mid-trial. */
  | { readonly reason: 'PutBackByOther' }
  /** It was rolled back for lack of evidence, and is tried again when that can be had. */
  | { readonly reason: 'WaitsForEvidence' }
  /** Its trial ended when another program changed the live file. */
  | { readonly reason: 'WaitsForLiveFile' }
  /** A trial was passed while no pod was started: whether the kubelet can start pods with it is not known. */
  | { readonly reason: 'SandboxesNotProven' }
  /** What was found about the document, and does not keep it from being applied. */
  | { readonly reason: 'AppliedWithWarnings'; readonly warnings: readonly Fact[] }
  /** Going back does not get on: what it needs fails again and again. It is tried on. */
  | { readonly reason: 'ReturnBlocked'; readonly because: Fact }
  /** Going back has ended: the content to put back is lost. */
  | { readonly reason: 'NothingToReturnTo'; readonly because: Fact }
  /** The kubelet could not be restarted with it. */
  | { readonly reason: 'RestartFailed'; readonly because: Fact }

export type WaitFact =
  | { readonly reason: 'SourcesNotRead' }
  | { readonly reason: 'NodeNotRead' }
  | { readonly reason: 'NodeNotRegistered' }
  | { readonly reason: 'SourceSettling' }
  /** The node waits for its place among those that get the global document. */
  | { readonly reason: 'WaitsForItsPlace' }
  | { readonly reason: 'RestartBudgetSpent'; readonly perHour: number }
  | { readonly reason: 'PodsNotRead' }
  /** The API server answers, and stores nothing: what a kubelet reports is lost. */
  | { readonly reason: 'ApiServerReadOnly'; readonly because: Fact }

export type HoldFact =
  /** The machine is about to go: a restart would be for nothing, and could disturb the pods that still leave it. */
  | { readonly reason: 'NodeLeaves' }
  /** A balloon of nodesize holds room that the change takes away. */
  | { readonly reason: 'BalloonHoldsRoom' }
  /** Whether a balloon holds room is not known. */
  | { readonly reason: 'BalloonNotKnown' }
  /** The kubelet's unit would not run the rescue, so that nobody could put the last known good document back. */
  | { readonly reason: 'RescueNotConnected'; readonly because: Fact }
  | { readonly reason: 'DryRun' }

export type HealthFact =
  | { readonly reason: 'KubeletExits'; readonly lastExit: ServiceState['lastExit'] }
  | { readonly reason: 'KubeletCrashes'; readonly crashes: number; readonly lastExit: ServiceState['lastExit'] }
  /** It ends by itself again and again, while nothing is on trial. */
  | { readonly reason: 'KubeletCrashLoop'; readonly lastExit: ServiceState['lastExit'] }
  /** systemd no longer starts it. */
  | { readonly reason: 'KubeletFailed'; readonly lastExit: ServiceState['lastExit'] }
  /** It was stopped, and ended without an error. */
  | { readonly reason: 'KubeletStopped' }
  | { readonly reason: 'RuntimeDown'; readonly because: Fact }
  | { readonly reason: 'ApiServerSilent' }
  | { readonly reason: 'LeaseNotRenewed' }
  | { readonly reason: 'HeartbeatNotRenewed' }
  /** The clock of the node was set about when the kubelet was started: whether it has reported is not known. */
  | { readonly reason: 'HeartbeatInDoubt' }
