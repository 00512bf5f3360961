import type { InstallationFact } from '../agent-installation/installation-fact.ts'
import { agentUnit } from '../agent-installation/places.ts'
import { errnoText } from '../errno.ts'
import type { Fact } from '../fact.ts'
import type { LayoutFact } from '../kubelet-layout/layout-fact.ts'
import type { Vocabulary } from './phrase.ts'

const inMiB = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`

const foundBy = (mode: string, by: readonly string[]): string =>
  by.length === 0 ? 'no document has come to the kubelet' : `apply mode ${mode}, by ${by.join(', ')}`

/** Its log outlives its unit. Other failures have hints of their own. */
const startHints = ({ reason }: Fact) =>
  reason === 'SystemdRefused' || reason === 'AgentNotReady'
    ? { hints: [`see its log: journalctl -u ${agentUnit}`] }
    : {}

const uninstallFirst = 'run kubeletcfg agent uninstall first'

export const installationWords: Vocabulary<Exclude<InstallationFact, LayoutFact>> = {
  AgentInstallRefused: ({ problems }) =>
    problems.length === 1
      ? { said: 'nothing was changed', because: problems[0] }
      : { said: `nothing was changed: ${problems.length} problems`, below: problems },
  NotRoot: () => ({ said: 'root is required', hints: ['run it with sudo, or as root'] }),
  NotTheExecutable: () => ({
    said: 'this kubeletcfg runs on a Node.js that is not a part of it: the node may not have that tomorrow',
    hints: ['use the executable: docs/install.md'],
  }),
  FolderNotWritable: ({ subject, errno }) => `${subject.name}: files cannot be created there: ${errnoText(errno)}`,
  FolderOfOthers: ({ subject, found: { path, uid, gid, mode } }) => ({
    said: `${subject.name}: others than root can replace what the agent runs and keeps there: ${path} belongs to user ${uid} and group ${gid}, with mode ${mode.toString(8).padStart(4, '0')}`,
    hints: [`on the node: chown root:root ${path} && chmod go-w ${path}, or give another folder`],
  }),
  DiskFull: ({ subject, freeBytes, neededBytes }) =>
    `${subject.name}: ${inMiB(freeBytes)} are free, but ${inMiB(neededBytes)} are required`,
  InodesUsedUp: ({ subject, free, needed }) =>
    `${subject.name}: its file system has room for ${free} more files, but ${needed} are required`,
  ProgramMissing: ({ program }) => `${program} not found: it is a part of systemd`,
  KubeletStandalone: () => 'the kubelet has no --kubeconfig, so it is not a part of a cluster',
  ConfigFlagNotInUnit: ({ subject }) => ({
    said: `${subject.name}: its files do not have --config, so a drop-in cannot change it`,
    hints: ['add --apply-mode file'],
  }),
  InstalledWithOtherMode: ({ mode }) => ({
    said: `the installed agent uses --apply-mode ${mode}`,
    hints: [uninstallFirst],
  }),
  NodeNameUnknown: () => ({
    said: 'the name of the node is not known: neither the flags nor the certificate of the kubelet have it',
    hints: ['add --node-name NAME, as kubectl get nodes prints it'],
  }),
  AgentNameTooLong: ({ subject }) => `node/${subject.name}: its name is too long for a ServiceAccount of its own`,
  NodeNameContradicted: ({ subject, known }) => ({
    said: `the kubelet of this machine is node/${known}, not node/${subject.name}`,
    hints: ['omit --node-name, or run this on the other machine'],
  }),
  NodeAbsent: ({ subject }) => ({
    said: `node/${subject.name} does not exist: the kubelet has not registered it`,
    hints: ['start the kubelet first, or check --node-name'],
  }),
  NodeOfOtherMachine: ({ subject }) => ({
    said: `node/${subject.name} is another machine: neither its machine ID nor its boot ID is that of this one`,
    hints: ['check --node-name, and that the kubeconfig is for the cluster of this node'],
  }),
  FileNotOurs: ({ subject }) => ({
    said: `${subject.name} is there already, and kubeletcfg agent install has not made it`,
    hints: ['remove it, or give another folder with --bin-dir'],
  }),
  InstalledForOtherNode: ({ subject }) => ({
    said: `the agent of node/${subject.name} is installed here`,
    hints: [uninstallFirst],
  }),
  InstallationNewer: ({ subject }) => ({
    said: `${subject.name}: written by a newer version of kubeletcfg`,
    hints: ['use that version'],
  }),
  AgentInstallFailed: ({ because, undone, left }) => ({
    said: undone
      ? 'nothing was changed: what was done is undone'
      : `not installed, and some of it could not be undone: ${left.join(', ')}`,
    because,
    ...(undone ? startHints(because) : { hints: ['run kubeletcfg agent uninstall'] }),
  }),
  AgentNotReady: ({ subject }) => ({
    said: `${subject.name} is not active`,
    hints: [`see its log: journalctl -u ${subject.name}`],
  }),
  AgentNotInstalled: () => 'no agent is installed',
  InstallationDamaged: ({ subject, mode, by, left }) =>
    `${subject.name} is missing or cannot be read; ${foundBy(mode, by)}${left.length === 0 ? '' : `; ${left.join(', ')} is left`}`,
  InstallationUnreadable: ({ subject }) => ({
    said: `${subject.name} cannot be read, so that the earlier installation cannot be completed`,
    hints: [uninstallFirst],
  }),
  InstallationUnclear: ({ subject, paths }) => ({
    said: `${subject.name} is missing or cannot be read, and these files do not show which apply mode was installed: ${paths.join(', ')}`,
    hints: [
      'look at them, remove those of an earlier installation, and run it again',
      'or see Out by hand in docs/agent.md',
    ],
  }),
  OtherAgentRuns: ({ subject }) => ({
    said: `another agent runs on this node: it has ${subject.name}`,
    hints: ['a node has one agent, the service or the pod of a DaemonSet: remove the other one first, or stop it'],
  }),
  InstalledForPod: () => ({
    said: 'this node has the agent of a DaemonSet',
    hints: [uninstallFirst, 'on all nodes: kubeletcfg agent manifests --daemonset --uninstall | kubectl apply -f -'],
  }),
  InstalledAsService: () => ({
    said: `this node has an agent as a service: ${agentUnit}`,
    hints: ['run kubeletcfg agent uninstall on it first, or keep the DaemonSet from this node'],
  }),
  UninstallPlanOutdated: ({ disruption, fields, stateFiles }) => ({
    said: `the agent has changed the kubelet since the plan was made: the return now requires ${[
      fields.length === 0 ? 'a restart' : `more than a restart (${disruption}): ${fields.join(', ')}`,
      ...stateFiles.map((name) => `removing ${name}`),
    ].join(', ')}; nothing was undone, and the agent runs again`,
    hints: ['run it again for a new plan'],
  }),
  AgentStaysStopped: ({ subject, because }) => ({
    said: `nothing was undone, but ${subject.name} is stopped and does not start again`,
    because,
    hints: [`start it: systemctl enable --now ${subject.name}`, 'or run kubeletcfg agent uninstall again'],
  }),
  AgentUninstallFailed: ({ because }) => ({
    said: 'the agent is stopped, but not removed completely',
    because,
    hints: ['run it again: it continues there'],
  }),
  NodeNameLost: () => ({
    said: 'the name of the node is not known: its Node still has the condition and the annotation of the agent',
    hints: ['delete them: see docs/agent.md'],
  }),
  InstallationUnfinished: ({ state }) =>
    state === 'installing'
      ? 'an earlier installation was not finished: this one completes it'
      : 'an earlier uninstallation was not finished',
  NodeNotCleared: ({ subject, because }) => ({
    said: `node/${subject.name} still has the condition and the annotation of the agent`,
    because,
    hints: [`delete them: see docs/agent.md, and check that ${agentUnit} is gone`],
  }),
  KubeletNotHealthyAfterUninstall: ({ subject }) => ({
    said: `${subject.name} does not stay up with the node's own files`,
    hints: [`see its log: journalctl -u ${subject.name}`],
  }),
  UninstallNeedsRisk: ({ disruption, fields }) => ({
    said: `a return to the node's own configuration requires more than a restart (${disruption}): ${fields.join(', ')}`,
    hints: [`take care of it, then add --accept-risk=${disruption}`],
  }),
}
