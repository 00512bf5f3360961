import type { EffectiveHereFact } from '../flows/agent/effective-here.ts'
import type { Vocabulary } from './phrase.ts'

export const effectiveHereWords: Vocabulary<EffectiveHereFact> = {
  EffectiveRequiresRoot: () => ({
    said: 'reading the files of the kubelet of this machine requires root',
    hints: ['run it with sudo'],
  }),
  NoKubeletHere: ({ because }) => ({
    said: 'no node given, and this machine',
    because,
    hints: [
      'name a node: kubeletcfg effective NODE',
      'or give the files of a kubelet: --config, --config-dir, --flags',
    ],
  }),
  KubeletNotRunningHere: ({ unit }) => ({
    said: `the kubelet of ${unit} does not run`,
    hints: ['give its files: --config, --config-dir, --flags', `systemctl status ${unit} shows why`],
  }),
  KubeletFileUnread: ({ subject }) => `${subject.name}: cannot be read, although the kubelet was started with it`,
  NotCompared: ({ because }) => ({
    said: 'these are the values of its files and flags now, not compared with what the kubelet reports',
    because,
  }),
  ChangedSinceStart: ({ fields }) => ({
    said: `files or flags changed since the kubelet started: a restart changes ${fields.join(', ')}`,
  }),
}
