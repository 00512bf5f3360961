import type { Fact, FileSubject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { agent } from '../../names.ts'

/** What the loop itself has to say. */
export type LoopFact =
  | FactOf<typeof CheckpointMissing>
  | FactOf<typeof StateOfNewerVersion>
  | FactOf<typeof StateDamaged>
  | FactOf<typeof StateOfOtherMachine>
  | FactOf<typeof StateUnreadable>
  | FactOf<typeof InstallationLost>
  | FactOf<typeof StateFolderLocked>
  | FactOf<typeof AgentWithoutToken>
  | FactOf<typeof AgentUnlimited>
  | FactOf<typeof EffectFailed>

/** A document that was read before is gone from the disk, or damaged. */
export const CheckpointMissing = message(
  'CheckpointMissing',
  ({ checkpoint }: { checkpoint: string }) =>
    `the copy of the document on this node (${checkpoint.slice(0, 12)}) is damaged or gone`,
)

export const StateOfNewerVersion = message('StateOfNewerVersion', ({ schemaVersion }: { schemaVersion: number }) => ({
  said: `the state folder was written by a newer version of kubeletcfg (schema ${schemaVersion})`,
  hints: ['install that version again, or a newer one'],
}))

/** It was put aside, and the agent begins anew. */
export const StateDamaged = message(
  'StateDamaged',
  () => 'the state of the agent was damaged: it was put aside, and the agent begins anew',
)

export const StateOfOtherMachine = message(
  'StateOfOtherMachine',
  () => 'the state folder is a copy from another machine: it was put aside, and the agent begins anew',
)

/** The operating system could not read it, again and again. Put aside as well. */
export const StateUnreadable = message('StateUnreadable', ({ because }: { because: Fact }) => ({
  said: 'the state of the agent cannot be read: it was put aside, and the agent begins anew',
  because,
  hints: ['check the disk of the state folder, and what is in its folder quarantine'],
}))

/** The record of the installation. */
export const InstallationLost = message('InstallationLost', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} cannot be read: the agent goes on with what the files of the installation show`,
  hints: ['check the disk; then kubeletcfg agent uninstall, and agent install again'],
}))

export const StateFolderLocked = message('StateFolderLocked', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} is in use by another agent`,
  hints: ['a node has one agent, the service or the pod of a DaemonSet: remove the other one first, or stop it'],
}))

/** It logs in otherwise, such as with a certificate: kubelets accept only tokens. */
export const AgentWithoutToken = message('AgentWithoutToken', () => 'the agent has no token to show to the kubelet')

/** No policy denied what an agent must not write. */
export const AgentUnlimited = message('AgentUnlimited', () => ({
  said: `no policy limits this agent to its own Node: ${agent.ownNodePolicy} is missing, or not in force`,
  hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
}))

export const EffectFailed = message('EffectFailed', ({ effect, because }: { effect: string; because: Fact }) => ({
  said: effectTexts[effect] ?? effect,
  because,
}))

const effectTexts: Readonly<Record<string, string>> = {
  examine: 'cannot examine the assigned configuration',
  'note-pods': 'cannot read the pods of the node',
  probe: 'cannot probe the kubelet',
  arm: 'cannot prepare the rescue of the kubelet',
  'connect-rescue': 'cannot connect the rescue to the unit of the kubelet',
  write: 'cannot write the configuration of the kubelet',
  restart: 'cannot restart the kubelet',
  'forget-starts': 'cannot reset the count of starts',
  disarm: 'cannot end the rescue of the kubelet',
  'acknowledge-rescue': 'cannot remove the mark of the rescue',
  'capture-local': "cannot keep the node's own files",
  'keep-checkpoints': 'cannot remove old documents',
}

export const DocumentEmpty = message('DocumentEmpty', () => 'the document is empty')
