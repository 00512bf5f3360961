import type { Phase } from '../../agent/model/phase.ts'
import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import { configWords } from '../../agent/report/report-messages.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { agent } from '../../names.ts'
import { type AccountFact, seconds } from '../status/account-messages.ts'
import type { NodeState } from '../status/node-status.ts'
import { waysOn } from '../status/ways-on.ts'

/** What a user must be allowed for a command. */
export interface Right {
  readonly command: 'push' | 'status' | 'effective' | 'opt-out' | 'rollout'
  readonly verb: string
  /** With its subresource. */
  readonly resource: string
}

/** What the cluster shows about a node and its agent. The subject is the node. */
export type NodeDoctorFact =
  | AccountFact
  | FactOf<typeof KubeletSupported>
  | FactOf<typeof NodeUnready>
  | FactOf<typeof AgentHeard>
  | FactOf<typeof AgentOfOtherVersion>
  | FactOf<typeof AgentHasProblem>
  | FactOf<typeof AgentNotLimited>
  | FactOf<typeof AgentHasTrouble>
  | FactOf<typeof NodeClockRight>
  | FactOf<typeof NodeClockWrong>
  | FactOf<typeof OwnClockWrong>
  | FactOf<typeof DocumentAssigned>
  | FactOf<typeof KubeletRuns>
  | FactOf<typeof NoDocumentAssigned>
  | FactOf<typeof GlobalNotForNode>
  | FactOf<typeof NameAlmostRight>
  | FactOf<typeof PoliciesThere>
  | FactOf<typeof PoliciesMissing>
  | FactOf<typeof RightsThere>
  | FactOf<typeof RightsMissing>
  | FactOf<typeof NotLookedAt>

export const KubeletSupported = message(
  'KubeletSupported',
  ({ kubeletVersion }: { subject: Subject; kubeletVersion: string }) => `kubelet ${kubeletVersion} is supported`,
)

export const NodeUnready = message('NodeUnready', ({ subject }: { subject: Subject }) => ({
  said: `node/${subject.name} is not ready`,
  hints: [`kubectl describe node ${subject.name} shows why`],
}))

export const AgentHeard = message(
  'AgentHeard',
  ({
    phase,
    secondsAgo,
    agentVersion,
  }: {
    subject: Subject
    phase: Phase
    secondsAgo: number
    agentVersion: string | undefined
  }) =>
    `the agent${agentVersion === undefined ? '' : ` (${agentVersion})`} reports ${phase}, ${seconds(secondsAgo)} ago`,
)

/** Not that of this program. */
export const AgentOfOtherVersion = message(
  'AgentOfOtherVersion',
  ({ agentVersion, own }: { subject: Subject; agentVersion: string; own: string }) => ({
    said: `the agent is of version ${agentVersion}, and this program of version ${own}`,
    hints: ['on the node, upgrade it: kubeletcfg agent install, with the executable of the new version'],
  }),
)

/** Why the kubelet does not run what it should. */
export const AgentHasProblem = message(
  'AgentHasProblem',
  ({
    subject,
    phase,
    problem,
    assigned,
  }: {
    subject: Subject
    phase: Phase
    problem: ReportedFact
    assigned: ReportedConfig | undefined
  }) => ({
    said: `the agent reports ${phase}: ${problem.message}`,
    hints: waysOn({ node: subject.name, state: phase, cause: problem, assigned }),
  }),
)

/** It tried to write what the policy denies, as a dry run, and could. */
export const AgentNotLimited = message('AgentNotLimited', ({ subject }: { subject: Subject }) => ({
  said: `no policy limits the agent to node/${subject.name}: ${agent.ownNodePolicy} is missing, or not in force`,
  hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
}))

export const AgentHasTrouble = message(
  'AgentHasTrouble',
  ({ trouble: { message, hints } }: { subject: Subject; trouble: ReportedFact }) => ({
    said: `the agent reports: ${message}`,
    hints,
  }),
)

/** Seconds by which the clock of the node is ahead of that of the API server. */
export const NodeClockRight = message(
  'NodeClockRight',
  (_: { subject: Subject; aheadSeconds: number }) => 'the clocks of the node and the API server agree',
)

export const NodeClockWrong = message(
  'NodeClockWrong',
  ({ aheadSeconds }: { subject: Subject; aheadSeconds: number }) => ({
    said: `the clock of the node is ${off(aheadSeconds)} that of the API server`,
    hints: ['on the node, see: timedatectl'],
  }),
)

export const OwnClockWrong = message(
  'OwnClockWrong',
  ({ aheadSeconds }: { aheadSeconds: number; subject?: undefined }) => ({
    said: `the clock of this machine is ${off(aheadSeconds)} that of the API server: ages that it prints are wrong`,
    hints: ['timedatectl shows whether it is synchronized'],
  }),
)

export const DocumentAssigned = message(
  'DocumentAssigned',
  ({ name, revision }: { subject: Subject; name: string; revision: number | undefined }) =>
    `configmap/${name} is its document${revision === undefined ? '' : ` (revision ${revision})`}`,
)

/** While its document is not proven. */
export const KubeletRuns = message(
  'KubeletRuns',
  ({ state, config }: { subject: Subject; state: NodeState; config: ReportedConfig }) =>
    `its state is ${state}: the kubelet runs ${configWords(config)}`,
)

export const NoDocumentAssigned = message(
  'NoDocumentAssigned',
  (_: { subject: Subject }) => 'no document is stored for it: it runs with its own files and flags',
)

export const GlobalNotForNode = message('GlobalNotForNode', ({ subject }: { subject: Subject }) => ({
  said: 'it is of the control plane, and ignores the global document',
  hints: [`kubeletcfg opt-in ${subject.name} --global-documents changes that`],
}))

export const NameAlmostRight = message(
  'NameAlmostRight',
  ({ subject, meant }: { subject: Subject; meant: string }) => ({
    said: `configmap/${subject.name} is not read: is it meant to be ${meant}?`,
    hints: [`store it with kubeletcfg push, then delete configmap/${subject.name}`],
  }),
)

export const PoliciesThere = message(
  'PoliciesThere',
  (_: { subject?: undefined }) => 'the policies for documents and agents are there',
)

export const PoliciesMissing = message(
  'PoliciesMissing',
  ({ names }: { names: readonly string[]; subject?: undefined }) => ({
    said: `all who may write ConfigMaps or Nodes can configure kubelets: these policies are missing: ${namesIn(names)}`,
    hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
  }),
)

export const RightsThere = message(
  'RightsThere',
  ({ commands }: { commands: readonly string[]; subject?: undefined }) => `you may use ${commands.join(', ')}`,
)

/** All of one command. */
export const RightsMissing = message(
  'RightsMissing',
  ({ command, rights }: { command: Right['command']; rights: readonly Right[]; subject?: undefined }) => ({
    said: `you may not use ${command}, which requires to ${rights.map(({ verb, resource }) => `${verb} ${resource}`).join(', ')}`,
    hints: ['ask for the permission (RBAC), or choose another user with --context or --as'],
  }),
)

/** It may not be read. */
export const NotLookedAt = message(
  'NotLookedAt',
  ({ what }: { what: 'lease' | 'documents' | 'policies'; subject?: undefined }) => `not looked at: ${parts[what]}`,
)

const off = (ahead: number): string => `${seconds(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'}`

const parts: Readonly<Record<'lease' | 'documents' | 'policies', string>> = {
  lease: 'the clock of the node: its Lease in kube-node-lease does not tell',
  documents: 'documents: the ConfigMaps of the namespace may not be read',
  policies: 'policies: ValidatingAdmissionPolicies may not be read, or are not served',
}
