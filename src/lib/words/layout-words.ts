import type { LayoutFact } from '../kubelet-layout/layout-fact.ts'
import type { Vocabulary } from './phrase.ts'

const byHand = 'store documents for other nodes, and configure this one by its own means'

export const layoutWords: Vocabulary<LayoutFact> = {
  NotLinux: ({ platform }) => `the agent works on Linux, not on ${platform}`,
  NoSystemd: ({ init }) => ({
    said: `the agent requires systemd, but the first process is '${init || 'unknown'}'`,
    hints: [byHand],
  }),
  SystemManagesKubelet: ({ system }) => ({
    said: `${system} writes the configuration of the kubelet itself`,
    hints: [`use the API of ${system} for its kubelets`],
  }),
  KubeletEmbedded: ({ subject, product }) => ({
    said: `the kubelet is a part of ${product}${subject === undefined ? '' : ` (${subject.name})`}, and cannot be restarted alone`,
    hints: [`use the configuration of ${product} for its kubelets`],
  }),
  KubeletInSnap: ({ subject }) => ({
    said: `${subject.name} is a snap, whose files cannot be changed`,
    hints: ["use 'snap set' for its flags"],
  }),
  NoKubeletFound: () => 'no kubelet found: none runs, and there is no unit kubelet.service',
  KubeletWithoutUnit: ({ pid }) => `the kubelet with process ID ${pid} is not a service of systemd`,
  SeveralKubeletUnits: ({ units }) => `several units run a kubelet: ${units.join(', ')}`,
  UnitNotUsable: ({ subject, loadState }) => `${subject.name} cannot be used: systemd reports it as ${loadState}`,
  UnitNotUnderstood: ({ subject, files }) => ({
    said: `${subject.name}: no command line of a kubelet in ${files.join(', ') || 'its files'}`,
    hints: ['start the kubelet in ExecStart, with its flags there or in environment files'],
  }),
  ConfigDirWithoutConfig: ({ configDir }) => ({
    said: `--config-dir=${configDir} without --config: the kubelet keeps insecure defaults, such as anonymous access`,
    hints: ['add --config to the flags of the kubelet'],
  }),
  ConfigRewritten: ({ subject, by }) =>
    by === 'kubeadm'
      ? `${subject.name}: kubeadm writes it at each upgrade`
      : `${subject.name}: nodeadm writes it at each boot`,
  NodeReplacedByProvider: ({ system }) => `a provider may replace this node at any time (system '${system}')`,
  RestartNotAlways: ({ subject, restart }) => ({
    said: `${subject.name}: Restart=${restart}: systemd does not start the kubelet again after each end`,
    hints: ['set Restart=always in a drop-in of the unit'],
  }),
  StartLimitLow: ({ subject, burst }) => ({
    said: `${subject.name}: StartLimitBurst=${burst}: systemd gives up before the rescue acts`,
    hints: ['set StartLimitIntervalSec=0 in a drop-in of the unit'],
  }),
  KubeletBehindWrapper: ({ subject, program }) => `${subject.name}: its process is '${program}', not the kubelet`,
  StartedWithOtherFlags: ({ flags }) =>
    `the kubelet was started with other flags than its unit has now: ${flags.map((name) => `--${name}`).join(', ')}`,
  FieldsSetByFlags: ({ fields }) => ({
    said: `flags win over every document for ${fields.join(', ')}`,
    hints: ['kubeletcfg migrate turns flags into a configuration'],
  }),
  ConfigIsLink: ({ subject, target }) => `${subject.name} is a symbolic link to ${target}`,
  ConfigInVariable: ({ variable }) =>
    `apply mode unit: $${variable} in the unit has --config, and a drop-in can set it`,
  ConfigFileOwn: ({ subject }) => `apply mode file: --config names ${subject.name}`,
  NoConfigFile: () => ({
    said: 'the kubelet has no --config',
    hints: ["give it a file: 'kubeletcfg migrate' writes one from its flags"],
  }),
  ModeAsked: ({ mode }) => `--apply-mode ${mode} was given`,
  NoConfigDir: () => 'the kubelet has no --config-dir',
  KubeletTooOldForDropIns: ({ release }) => `a kubelet ${release} has no drop-ins: they require 1.30`,
}
