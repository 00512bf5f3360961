import { errnoText } from '../../errno.ts'
import type { ApplyModeFact, LayoutCare, LayoutRefusal } from '../../kubelet/layout/layout-messages.ts'
import type { Fact, FileSubject, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { agentUnit } from './places.ts'

type NodeSubject = Extract<Subject, { readonly kind: string }>

/** Why an agent cannot be installed on this machine. */
export type InstallationProblem =
  | LayoutRefusal
  | ApplyModeFact
  | FactOf<typeof NotRoot>
  | FactOf<typeof NotTheExecutable>
  | FactOf<typeof FolderNotWritable>
  | FactOf<typeof FolderOfOthers>
  | FactOf<typeof DiskFull>
  | FactOf<typeof InodesUsedUp>
  | FactOf<typeof ProgramMissing>
  | FactOf<typeof KubeletStandalone>
  | FactOf<typeof ConfigFlagNotInUnit>
  | FactOf<typeof InstalledWithOtherMode>
  | FactOf<typeof NodeNameUnknown>
  | FactOf<typeof AgentNameTooLong>
  | FactOf<typeof NodeNameContradicted>
  | FactOf<typeof NodeAbsent>
  | FactOf<typeof NodeOfOtherMachine>
  | FactOf<typeof FileNotOurs>
  | FactOf<typeof InstalledForOtherNode>
  | FactOf<typeof InstallationNewer>
  | FactOf<typeof InstalledForPod>
  | FactOf<typeof InstalledAsService>
  | FactOf<typeof InstallationUnreadable>
  | FactOf<typeof InstallationUnclear>
  | FactOf<typeof OtherAgentRuns>

export type InstallationFact =
  | InstallationProblem
  | LayoutCare
  | FactOf<typeof AgentInstallRefused>
  | FactOf<typeof AgentInstallFailed>
  | FactOf<typeof AgentNotReady>
  | FactOf<typeof AgentNotInstalled>
  | FactOf<typeof InstallationDamaged>
  | FactOf<typeof InstallationUnfinished>
  | FactOf<typeof NodeNotCleared>
  | FactOf<typeof KubeletNotHealthyAfterUninstall>
  | FactOf<typeof UninstallPlanOutdated>
  | FactOf<typeof AgentStaysStopped>
  | FactOf<typeof AgentUninstallFailed>
  | FactOf<typeof NodeNameLost>
  | FactOf<typeof UninstallNeedsRisk>

export const NotRoot = message('NotRoot', () => ({ said: 'root is required', hints: ['run it with sudo, or as root'] }))

/** It runs on a Node.js of its own, which the node may not have tomorrow. */
export const NotTheExecutable = message('NotTheExecutable', () => ({
  said: 'this kubeletcfg runs on a Node.js that is not a part of it: the node may not have that tomorrow',
  hints: ['use the executable: docs/install.md'],
}))

/** The file system is read-only, or the folder is not one. `errno`: such as EROFS. */
export const FolderNotWritable = message(
  'FolderNotWritable',
  ({ subject, errno }: { subject: FileSubject; errno: string }) =>
    `${subject.name}: files cannot be created there: ${errnoText(errno)}`,
)

/** Somebody else than root can replace what is in it: the folder itself, or one above it. */
export const FolderOfOthers = message(
  'FolderOfOthers',
  ({
    subject,
    found: { path, uid, gid, mode },
  }: {
    subject: FileSubject
    found: { readonly path: string; readonly uid: number; readonly gid: number; readonly mode: number }
  }) => ({
    said: `${subject.name}: others than root can replace what the agent runs and keeps there: ${path} belongs to user ${uid} and group ${gid}, with mode ${mode.toString(8).padStart(4, '0')}`,
    hints: [`on the node: chown root:root ${path} && chmod go-w ${path}, or give another folder`],
  }),
)

export const DiskFull = message(
  'DiskFull',
  ({ subject, freeBytes, neededBytes }: { subject: FileSubject; freeBytes: number; neededBytes: number }) =>
    `${subject.name}: ${inMiB(freeBytes)} are free, but ${inMiB(neededBytes)} are required`,
)

export const InodesUsedUp = message(
  'InodesUsedUp',
  ({ subject, free, needed }: { subject: FileSubject; free: number; needed: number }) =>
    `${subject.name}: its file system has room for ${free} more files, but ${needed} are required`,
)

export const ProgramMissing = message(
  'ProgramMissing',
  ({ program }: { program: string }) => `${program} not found: it is a part of systemd`,
)

/** It has no --kubeconfig: there is no cluster. */
export const KubeletStandalone = message(
  'KubeletStandalone',
  () => 'the kubelet has no --kubeconfig, so it is not a part of a cluster',
)

/** No drop-in can change it: a wrapper, or a command in another file. */
export const ConfigFlagNotInUnit = message('ConfigFlagNotInUnit', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name}: its files do not have --config, so a drop-in cannot change it`,
  hints: ['add --apply-mode file'],
}))

export const InstalledWithOtherMode = message('InstalledWithOtherMode', ({ mode }: { mode: string }) => ({
  said: `the installed agent uses --apply-mode ${mode}`,
  hints: [uninstallFirst],
}))

export const NodeNameUnknown = message('NodeNameUnknown', () => ({
  said: 'the name of the node is not known: neither the flags nor the certificate of the kubelet have it',
  hints: ['add --node-name NAME, as kubectl get nodes prints it'],
}))

export const AgentNameTooLong = message(
  'AgentNameTooLong',
  ({ subject }: { subject: NodeSubject }) =>
    `node/${subject.name}: its name is too long for a ServiceAccount of its own`,
)

/** The kubelet registers under another name. */
export const NodeNameContradicted = message(
  'NodeNameContradicted',
  ({ subject, known }: { subject: NodeSubject; known: string }) => ({
    said: `the kubelet of this machine is node/${known}, not node/${subject.name}`,
    hints: ['omit --node-name, or run this on the other machine'],
  }),
)

export const NodeAbsent = message('NodeAbsent', ({ subject }: { subject: NodeSubject }) => ({
  said: `node/${subject.name} does not exist: the kubelet has not registered it`,
  hints: ['start the kubelet first, or check --node-name'],
}))

/** The Node was registered by another machine. */
export const NodeOfOtherMachine = message('NodeOfOtherMachine', ({ subject }: { subject: NodeSubject }) => ({
  said: `node/${subject.name} is another machine: neither its machine ID nor its boot ID is that of this one`,
  hints: ['check --node-name, and that the kubeconfig is for the cluster of this node'],
}))

/** It is there, and install has not made it. */
export const FileNotOurs = message('FileNotOurs', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} is there already, and kubeletcfg agent install has not made it`,
  hints: ['remove it, or give another folder with --bin-dir'],
}))

export const InstalledForOtherNode = message('InstalledForOtherNode', ({ subject }: { subject: NodeSubject }) => ({
  said: `the agent of node/${subject.name} is installed here`,
  hints: [uninstallFirst],
}))

export const InstallationNewer = message('InstallationNewer', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name}: written by a newer version of kubeletcfg`,
  hints: ['use that version'],
}))

/** The other form of the agent is on this machine already. */
export const InstalledForPod = message('InstalledForPod', () => ({
  said: 'this node has the agent of a DaemonSet',
  hints: [uninstallFirst, 'on all nodes: kubeletcfg agent manifests --daemonset --uninstall | kubectl apply -f -'],
}))

export const InstalledAsService = message('InstalledAsService', () => ({
  said: `this node has an agent as a service: ${agentUnit}`,
  hints: ['run kubeletcfg agent uninstall on it first, or keep the DaemonSet from this node'],
}))

/** The record cannot be read, so that an installation cannot be completed. */
export const InstallationUnreadable = message('InstallationUnreadable', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} cannot be read, so that the earlier installation cannot be completed`,
  hints: [uninstallFirst],
}))

/** Neither can the record be read, nor do these files show what was installed. */
export const InstallationUnclear = message(
  'InstallationUnclear',
  ({ subject, paths }: { subject: FileSubject; paths: readonly string[] }) => ({
    said: `${subject.name} is missing or cannot be read, and these files do not show which apply mode was installed: ${paths.join(', ')}`,
    hints: [
      'look at them, remove those of an earlier installation, and run it again',
      'or see Out by hand in docs/agent.md',
    ],
  }),
)

/** An agent that this installation has not made works here now. */
export const OtherAgentRuns = message('OtherAgentRuns', ({ subject }: { subject: FileSubject }) => ({
  said: `another agent runs on this node: it has ${subject.name}`,
  hints: ['a node has one agent, the service or the pod of a DaemonSet: remove the other one first, or stop it'],
}))

export const AgentInstallRefused = message(
  'AgentInstallRefused',
  ({ problems }: { problems: readonly InstallationProblem[] }) =>
    problems.length === 1
      ? { said: 'nothing was changed', because: problems[0] }
      : { said: `nothing was changed: ${problems.length} problems`, below: problems },
)

/** `undone`: everything is as before. */
export const AgentInstallFailed = message(
  'AgentInstallFailed',
  ({ because, undone, left }: { because: Fact | Said; undone: boolean; left: readonly string[] }) => ({
    said: undone
      ? 'nothing was changed: what was done is undone'
      : `not installed, and some of it could not be undone: ${left.join(', ')}`,
    because,
    ...(undone ? startHints(because) : { hints: ['run kubeletcfg agent uninstall'] }),
  }),
)

export const AgentNotReady = message('AgentNotReady', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name} is not active`,
  hints: [`see its log: journalctl -u ${subject.name}`],
}))

export const AgentNotInstalled = message('AgentNotInstalled', () => 'no agent is installed')

/** Its record is missing or cannot be read. `by`: the files that show its mode. `left`: what is not removed. */
export const InstallationDamaged = message(
  'InstallationDamaged',
  ({
    subject,
    mode,
    by,
    left,
  }: {
    subject: FileSubject
    mode: string
    by: readonly string[]
    left: readonly string[]
  }) =>
    `${subject.name} is missing or cannot be read; ${foundBy(mode, by)}${left.length === 0 ? '' : `; ${left.join(', ')} is left`}`,
)

/** Half of an installation is there. */
export const InstallationUnfinished = message(
  'InstallationUnfinished',
  ({ state }: { state: 'installing' | 'uninstalling' }) =>
    state === 'installing'
      ? 'an earlier installation was not finished: this one completes it'
      : 'an earlier uninstallation was not finished',
)

/** The condition and the annotation of the Node are still there. */
export const NodeNotCleared = message(
  'NodeNotCleared',
  ({ subject, because }: { subject: NodeSubject; because: Fact | Said }) => ({
    said: `node/${subject.name} still has the condition and the annotation of the agent`,
    because,
    hints: [`delete them: see docs/agent.md, and check that ${agentUnit} is gone`],
  }),
)

export const KubeletNotHealthyAfterUninstall = message(
  'KubeletNotHealthyAfterUninstall',
  ({ subject }: { subject: Subject }) => ({
    said: `${subject.name} does not stay up with the node's own files`,
    hints: [`see its log: journalctl -u ${subject.name}`],
  }),
)

/** Between the plan and the act the agent has changed what has to be undone; it runs again. */
export const UninstallPlanOutdated = message(
  'UninstallPlanOutdated',
  ({
    disruption,
    fields,
    stateFiles,
  }: {
    disruption: string
    fields: readonly string[]
    stateFiles: readonly string[]
  }) => ({
    said: `the agent has changed the kubelet since the plan was made: the return now requires ${[
      fields.length === 0 ? 'a restart' : `more than a restart (${disruption}): ${fields.join(', ')}`,
      ...stateFiles.map((name) => `removing ${name}`),
    ].join(', ')}; nothing was undone, and the agent runs again`,
    hints: ['run it again for a new plan'],
  }),
)

/** Nothing was undone, but systemd does not start the agent again. `because`: what ended the uninstallation. */
export const AgentStaysStopped = message(
  'AgentStaysStopped',
  ({ subject, because }: { subject: Subject; because: Fact | Said }) => ({
    said: `nothing was undone, but ${subject.name} is stopped and does not start again`,
    because,
    hints: [`start it: systemctl enable --now ${subject.name}`, 'or run kubeletcfg agent uninstall again'],
  }),
)

/** What was done stays done. */
export const AgentUninstallFailed = message(
  'AgentUninstallFailed',
  ({ because }: { because: Fact | Said; subject: Subject }) => ({
    said: 'the agent is stopped, but not removed completely',
    because,
    hints: ['run it again: it continues there'],
  }),
)

/** Nobody knows which Node has the condition and the annotation. */
export const NodeNameLost = message('NodeNameLost', () => ({
  said: 'the name of the node is not known: its Node still has the condition and the annotation of the agent',
  hints: ['delete them: see docs/agent.md'],
}))

export const UninstallNeedsRisk = message(
  'UninstallNeedsRisk',
  ({ disruption, fields }: { disruption: string; fields: readonly string[] }) => ({
    said: `a return to the node's own configuration requires more than a restart (${disruption}): ${fields.join(', ')}`,
    hints: [`take care of it, then add --accept-risk=${disruption}`],
  }),
)

const inMiB = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`

const foundBy = (mode: string, by: readonly string[]): string =>
  by.length === 0 ? 'no document has come to the kubelet' : `apply mode ${mode}, by ${by.join(', ')}`

/** Its log outlives its unit. Other failures have hints of their own. */
const startHints = ({ reason }: Fact) =>
  reason === 'SystemdRefused' || reason === 'AgentNotReady'
    ? { hints: [`see its log: journalctl -u ${agentUnit}`] }
    : {}

const uninstallFirst = 'run kubeletcfg agent uninstall first'
