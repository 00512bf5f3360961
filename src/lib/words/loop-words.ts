import type { LoopFact } from '../loops/agent/loop-fact.ts'
import { agent } from '../names.ts'
import type { Vocabulary } from './phrase.ts'

export const loopWords: Vocabulary<LoopFact> = {
  CheckpointMissing: ({ checkpoint }) =>
    `the copy of the document on this node (${checkpoint.slice(0, 12)}) is damaged or gone`,
  StateOfNewerVersion: ({ schemaVersion }) => ({
    said: `the state folder was written by a newer version of kubeletcfg (schema ${schemaVersion})`,
    hints: ['install that version again, or a newer one'],
  }),
  StateDamaged: () => 'the state of the agent was damaged: it was put aside, and the agent begins anew',
  StateOfOtherMachine: () =>
    'the state folder is a copy from another machine: it was put aside, and the agent begins anew',
  StateUnreadable: ({ because }) => ({
    said: 'the state of the agent cannot be read: it was put aside, and the agent begins anew',
    because,
    hints: ['check the disk of the state folder, and what is in its folder quarantine'],
  }),
  InstallationLost: ({ subject }) => ({
    said: `${subject.name} cannot be read: the agent goes on with what the files of the installation show`,
    hints: ['check the disk; then kubeletcfg agent uninstall, and agent install again'],
  }),
  StateFolderLocked: ({ subject }) => ({
    said: `${subject.name} is in use by another agent`,
    hints: ['a node has one agent, the service or the pod of a DaemonSet: remove the other one first, or stop it'],
  }),
  AgentWithoutToken: () => 'the agent has no token to show to the kubelet',
  AgentUnlimited: () => ({
    said: `no policy limits this agent to its own Node: ${agent.ownNodePolicy} is missing, or not in force`,
    hints: ['kubeletcfg agent manifests | kubectl apply -f -'],
  }),
  EffectFailed: ({ effect, because }) => ({ said: effectTexts[effect] ?? effect, because }),
}

const effectTexts: Readonly<Record<string, string>> = {
  examine: 'cannot examine the assigned configuration',
  'note-pods': 'cannot read the pods of the node',
  look: 'cannot look at the kubelet',
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
