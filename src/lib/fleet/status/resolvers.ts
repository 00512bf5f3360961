import type { ExamineFact } from '../../agent/examine/examine-messages.ts'
import type { DecisionFact } from '../../agent/model/agent-messages.ts'
import type { RestartNotEnough } from '../../kubelet/changes/unaccepted.ts'
import type { NodeState } from './node-status.ts'

/**
 * Who resolves what keeps a kubelet from its document: `time` and `program` are waited for, `person` is not. `done` and
 * `failed`: nothing is to be resolved.
 */
export type Resolver = 'time' | 'program' | 'person' | 'done' | 'failed'

/** By the state of the node; `by-reason`: by the reason that its agent reports. */
export const resolverOfState = {
  Idle: 'done',
  Resolving: 'time',
  Rejected: 'person',
  Held: 'by-reason',
  Applying: 'time',
  Trial: 'time',
  Good: 'done',
  RollingBack: 'by-reason',
  RolledBack: 'by-reason',
  DeadEnd: 'failed',
  Frozen: 'person',
  NoAgent: 'person',
  Unreadable: 'person',
  // Its API server does not hear its kubelet: as Stale.
  Unreachable: 'time',
  // A node that is off, or an agent that is restarted, may come back; and clocks differ.
  Stale: 'time',
  Pending: 'time',
  Drifted: 'done',
  Failing: 'person',
} as const satisfies Readonly<Record<NodeState, Resolver | 'by-reason'>>

/** The reasons of an agent's own decisions. Others, such as the findings about a kubelet, only explain why it rolled back. */
export type AgentReason = DecisionFact['reason'] | ExamineFact['reason'] | RestartNotEnough['reason']

export const resolverOfReason = {
  SourcesNotRead: 'time',
  NodeNotRead: 'time',
  NodeNotRegistered: 'program',
  SourceSettling: 'time',
  WaitsForItsPlace: 'time',
  RestartBudgetSpent: 'time',
  PodsNotRead: 'time',
  MachineShutsDown: 'time',
  ApiServerReadOnly: 'time',
  RolloutMissing: 'person',
  RolloutUnreadable: 'person',
  RolloutMoved: 'time',

  // The cluster autoscaler, or who deletes the machine.
  NodeLeaves: 'program',
  // The reconciler of nodesize, while one leads.
  BalloonHoldsRoom: 'program',
  BalloonNotKnown: 'time',
  RescueNotConnected: 'person',
  DryRun: 'person',
  PodsWouldEnd: 'person',
  PodsNotKnown: 'time',
  // The kubelet releases them after cpuManagerReconcilePeriod.
  WaitsForCpus: 'time',
  RestartNotEnough: 'person',
  ChangeNotKnown: 'person',

  KubeletExits: 'failed',
  KubeletCrashes: 'failed',
  KubeletCrashLoop: 'failed',
  KubeletFailed: 'failed',
  KubeletStopped: 'failed',
  RuntimeDown: 'failed',
  ApiServerSilent: 'failed',
  LeaseNotRenewed: 'failed',
  HeartbeatNotRenewed: 'failed',
  HeartbeatInDoubt: 'failed',
  Rescued: 'failed',
  PutBackByOther: 'failed',
  RestartFailed: 'failed',
  NothingToReturnTo: 'failed',

  TrialSuperseded: 'time',
  OptedOutInTrial: 'time',
  TrialForgotten: 'time',
  // The document is tried again as soon as the API server answers.
  WaitsForEvidence: 'time',
  WaitsForLiveFile: 'person',
  WaitsForRescue: 'person',
  ReturnBlocked: 'person',

  KubeletNotKnown: 'person',
  ForbiddenByPolicy: 'person',
  ControlPlaneWouldStop: 'person',
  HostNotSuitable: 'person',
  SeveralProblems: 'person',

  // Remarks on a document that is applied.
  FieldsLeftOut: 'done',
  SandboxesNotProven: 'done',
  AppliedWithWarnings: 'done',
} as const satisfies Readonly<Record<AgentReason, Resolver>>

/** Of a reason without a row, such as one of a newer agent. */
const otherwise = { Held: 'person', RollingBack: 'time', RolledBack: 'failed' } as const

export function resolverOf(state: NodeState, reason: string | undefined): Resolver {
  const resolver = resolverOfState[state]
  if (resolver !== 'by-reason') return resolver
  const known = isKnown(reason) ? resolverOfReason[reason] : undefined
  // What failed is being put back: that is waited for, unless it does not get on.
  if (state === 'RollingBack') return known === 'person' ? 'person' : 'time'
  return known ?? otherwise[state as keyof typeof otherwise]
}

const isKnown = (reason: string | undefined): reason is AgentReason =>
  reason !== undefined && Object.hasOwn(resolverOfReason, reason)
