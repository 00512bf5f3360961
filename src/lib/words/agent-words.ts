import type { ExamineFact } from '../agent/examine/examine-fact.ts'
import type { DecisionFact } from '../agent/model/agent-fact.ts'
import type { ServiceState } from '../agent/model/evidence.ts'
import { guards } from '../kubelet-changes/guarded-fields.ts'
import { podsWouldEndText, waysOnFrom } from './impact-words.ts'
import type { Vocabulary } from './phrase.ts'

export const agentWords: Vocabulary<DecisionFact | ExamineFact> = {
  SourcesNotRead: () => 'what is assigned to the node has not been read yet',
  NodeNotRead: () => 'the Node has not been read yet',
  NodeNotRegistered: () => 'the Node does not exist: waiting until the kubelet registers it',
  SourceSettling: () => 'the assigned configuration changed a moment ago: waiting until it settles',
  WaitsForItsPlace: () => 'waiting: the restarts of nodes with the same document are spread over time',
  RestartBudgetSpent: ({ perHour }) =>
    `the kubelet was restarted often enough: at most ${perHour} restarts in one hour, some of them kept for rollbacks`,
  PodsNotRead: () => 'the pods of the node cannot be read: what a restart does to them could not be seen',
  ApiServerReadOnly: ({ because }) => ({
    said: 'the API server answers and stores nothing: whether a kubelet reports cannot be seen',
    because,
  }),
  NodeLeaves: () => 'the node is being deleted or scaled down: its kubelet is not restarted for that',
  BalloonHoldsRoom: () => ({
    said: 'the change lowers allocatable, and the balloon of nodesize holds room on the node',
    hints: ['give the room back first: nodesize reset NODE'],
  }),
  BalloonNotKnown: () => 'the change lowers allocatable, and whether a balloon of nodesize holds room is not known',
  RescueNotConnected: ({ because }) => ({
    said: 'the unit of the kubelet would not run the rescue, so no document is tried',
    because,
  }),
  DryRun: () => 'the agent runs with --dry-run: nothing is changed',
  KubeletExits: ({ lastExit }) => `the kubelet exits${exitText(lastExit)}`,
  KubeletCrashes: ({ crashes, lastExit }) => `the kubelet was started again ${crashes} times${exitText(lastExit)}`,
  KubeletFailed: ({ lastExit }) => `the kubelet exited${exitText(lastExit)}, and systemd no longer starts it`,
  KubeletCrashLoop: ({ lastExit }) => ({
    said: `the kubelet ends by itself again and again${exitText(lastExit)}, while nothing is on trial: nothing is rolled back`,
    hints: [
      'find the cause in its log; if it is the document, push another one',
      "or return to the node's own configuration: kubeletcfg agent opt-out --mode=local",
    ],
  }),
  KubeletStopped: () => 'the kubelet is stopped',
  RuntimeDown: ({ because }) => ({ said: 'the container runtime does not answer', because }),
  ApiServerSilent: () => 'the API server does not answer: what it would show about the node is unknown',
  LeaseNotRenewed: () => 'the kubelet has not renewed its Lease since it was started',
  HeartbeatNotRenewed: () => 'the kubelet has not reported its Node since it was started',
  HeartbeatInDoubt: () =>
    'the clock of the node was set about when the kubelet was started: its next report is waited for, some minutes',
  TrialSuperseded: () => 'another configuration was assigned during the trial',
  OptedOutInTrial: () => 'the node opted out during the trial',
  TrialForgotten: () => 'the state of the agent was lost during a trial: the kubelet has to work without the document',
  Rescued: () => 'the kubelet did not stay up, and the rescue put the last known good configuration back',
  PutBackByOther: () =>
    'the last known good configuration was put back, but not by the agent: by the rescue, or by another program',
  WaitsForEvidence: () =>
    'it could not be proven while the API server did not answer; it is tried again when the API server answers',
  WaitsForLiveFile: () =>
    "another program changed the kubelet's configuration file during its trial; it is tried again when that is undone",
  KubeletNotKnown: ({ kubeletVersion }) => `kubelet '${kubeletVersion}' is not of a known release`,
  ForbiddenByPolicy: ({ fields }) => ({
    said: `the agent does not apply ${fields.map((field) => `${field} (${guards[field]?.why})`).join(', ')}`,
    hints: [
      `leave ${fields.length === 1 ? 'it' : 'them'} as on the node, or allow the change on the node: kubeletcfg agent install ${fields.map((field) => `--allow-unsafe=${field}`).join(' ')}`,
    ],
  }),
  ControlPlaneWouldStop: () => ({
    said: 'another staticPodPath or staticPodURL would stop the control plane, which runs as static pods on this node',
    hints: ['set staticPodPath and staticPodURL as they are on the node'],
  }),
  HostNotSuitable: ({ obstacles }) => ({ said: 'this host does not have what the document needs', below: obstacles }),
  SeveralProblems: ({ problems }) => ({ said: 'the document must not be applied to this node', below: problems }),
  PodsWouldEnd: (fact) => ({ said: podsWouldEndText(fact), hints: waysOnFrom(fact) }),
  WaitsForCpus: () => 'the kubelet would not start again until it has released the CPUs of pods that have ended',
  PodsNotKnown: (fact) => ({
    said: `the pods of the node cannot be read, so what a change of ${fact.paths.join(', ')} would end is not known`,
    hints: waysOnFrom(fact),
  }),
  ChangeNotKnown: (fact) => ({
    said: 'what the kubelet runs with cannot be read, so what the change requires is not known',
    hints: waysOnFrom(fact),
  }),
  FieldsLeftOut: ({ fields }) => `the document replaces the node's own file, which sets ${fields.join(', ')}`,
  SandboxesNotProven: () => 'no pod was started since: that the kubelet can start pods with it is not proven',
  AppliedWithWarnings: ({ warnings }) => ({ said: 'with warnings', below: warnings }),
  ReturnBlocked: ({ because }) => ({
    said: 'the node cannot go back to its last good configuration, and is tried again at least every five minutes',
    because,
  }),
  NothingToReturnTo: ({ because }) => ({
    said: 'the kubelet is left as it is: the document failed, and nothing is left to go back to',
    because,
  }),
  RestartFailed: ({ because }) => ({ said: 'the kubelet could not be restarted', because }),
}

function exitText(lastExit: ServiceState['lastExit']): string {
  if (lastExit === undefined) return ''
  return lastExit.kind === 'exited' ? ` (exit code ${lastExit.status})` : ` (signal ${lastExit.status})`
}
