import type { NodeDoctorFact } from '../flows/agents/node-doctor-fact.ts'
import type { ForeignFact } from '../kubelet-layout/foreign.ts'
import { agent } from '../names.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { configWords } from './report-words.ts'
import { waysOn } from './ways-on.ts'

const seconds = (count: number): string => (count < 120 ? `${count}s` : `${Math.round(count / 60)}m`)

const off = (ahead: number): string => `${seconds(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'}`

const parts: Readonly<Record<'lease' | 'documents' | 'policies', string>> = {
  lease: 'the clock of the node: its Lease in kube-node-lease does not tell',
  documents: 'documents: the ConfigMaps of the namespace may not be read',
  policies: 'policies: ValidatingAdmissionPolicies may not be read, or are not served',
}

export const nodeDoctorWords: Vocabulary<NodeDoctorFact | ForeignFact> = {
  KubeletSupported: ({ kubeletVersion }) => `kubelet ${kubeletVersion} is supported`,
  NodeUnready: ({ subject }) => ({
    said: `node/${subject.name} is not ready`,
    hints: [`kubectl describe node ${subject.name} shows why`],
  }),
  AgentHeard: ({ phase, secondsAgo, agentVersion }) =>
    `the agent${agentVersion === undefined ? '' : ` (${agentVersion})`} reports ${phase}, ${seconds(secondsAgo)} ago`,
  AgentOfOtherVersion: ({ agentVersion, own }) => ({
    said: `the agent is of version ${agentVersion}, and this program of version ${own}`,
    hints: ['on the node, upgrade it: kubeletcfg agent install, with the executable of the new version'],
  }),
  AgentSilent: ({ secondsAgo }) => ({
    said: `the agent was not heard ${secondsAgo === undefined ? 'yet' : `for ${seconds(secondsAgo)}`}`,
    hints: ['on the node, see: systemctl status kubeletcfg-agent'],
  }),
  AgentNotThere: () => ({
    said: 'no agent reports: documents have no effect on this node',
    hints: ['on the node, run: kubeletcfg agent install'],
  }),
  KubeletNotHeard: ({ subject }) => ({
    said: 'the kubelet reports nothing: Ready is Unknown, and what runs on the node is not known',
    hints: [`kubectl describe node ${subject.name} shows since when`],
  }),
  DocumentNotSeen: () => 'the cluster has another document for the node than its agent has seen',
  AgentOptedOut: ({ subject, optOut: { by, mode } }) => ({
    said: `it has opted out (${mode}), by ${by === 'file' ? 'a file on the node' : 'an annotation'}`,
    hints: [by === 'file' ? 'on the node, run: kubeletcfg agent opt-in' : `kubeletcfg opt-in ${subject.name}`],
  }),
  AgentHasProblem: ({ subject, phase, problem, assigned }) => ({
    said: `the agent reports ${phase}: ${problem.message}`,
    hints: waysOn({ node: subject.name, state: phase, cause: problem, assigned }),
  }),
  AgentHasTrouble: ({ trouble: { message, hints } }) => ({ said: `the agent reports: ${message}`, hints }),
  AgentNotLimited: ({ subject }) => ({
    said: `no policy limits the agent to node/${subject.name}: ${agent.ownNodePolicy} is missing, or not in force`,
    hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
  }),
  NodeClockRight: () => 'the clocks of the node and the API server agree',
  NodeClockWrong: ({ aheadSeconds }) => ({
    said: `the clock of the node is ${off(aheadSeconds)} that of the API server`,
    hints: ['on the node, see: timedatectl'],
  }),
  OwnClockWrong: ({ aheadSeconds }) => ({
    said: `the clock of this machine is ${off(aheadSeconds)} that of the API server: ages that it prints are wrong`,
    hints: ['timedatectl shows whether it is synchronized'],
  }),
  DocumentAssigned: ({ name, revision }) =>
    `configmap/${name} is its document${revision === undefined ? '' : ` (revision ${revision})`}`,
  KubeletRuns: ({ state, config }) => `its state is ${state}: the kubelet runs ${configWords(config)}`,
  NoDocumentAssigned: () => 'no document is stored for it: it runs with its own files and flags',
  GlobalNotForNode: ({ subject }) => ({
    said: 'it is of the control plane, and ignores the global document',
    hints: [`kubeletcfg opt-in ${subject.name} --global-documents changes that`],
  }),
  NameAlmostRight: ({ subject, meant }) => ({
    said: `configmap/${subject.name} is not read: is it meant to be ${meant}?`,
    hints: [`store it with kubeletcfg push, then delete configmap/${subject.name}`],
  }),
  PoliciesThere: () => 'the policies for documents and agents are there',
  PoliciesMissing: ({ names }) => ({
    said: `all who may write ConfigMaps or Nodes can configure kubelets: these policies are missing: ${namesIn(names)}`,
    hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
  }),
  RightsThere: ({ commands }) => `you may use ${commands.join(', ')}`,
  RightsMissing: ({ command, rights }) => ({
    said: `you may not use ${command}, which requires to ${rights.map(({ verb, resource }) => `${verb} ${resource}`).join(', ')}`,
    hints: ['ask for the permission (RBAC), or choose another user with --context or --as'],
  }),
  NotLookedAt: ({ what }) => `not looked at: ${parts[what]}`,
  OperatorManagesKubelet: ({ system }) => ({
    said: `${system} writes the configuration of the kubelet, and puts back what others write`,
    hints: ['use a KubeletConfig of its Machine Config Operator'],
  }),
  NoKubeletAtAll: () => 'it is a virtual kubelet, which has no configuration',
  UsrReadOnly: ({ system }) => ({
    said: `${system}: /usr cannot be written`,
    hints: ['kubeletcfg agent install --bin-dir /opt/bin'],
  }),
}
