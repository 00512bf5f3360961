import type { FileSubject, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { Product } from './processes.ts'

type UnitSubject = Extract<Subject, { readonly kind: string }> & { readonly kind: 'Unit' }

/** Why the agent does not work on a machine, whatever its settings. */
export type LayoutRefusal =
  | FactOf<typeof NotLinux>
  | FactOf<typeof NoSystemd>
  | FactOf<typeof SystemManagesKubelet>
  | FactOf<typeof KubeletEmbedded>
  | FactOf<typeof KubeletInSnap>
  | FactOf<typeof NoKubeletFound>
  | FactOf<typeof KubeletWithoutUnit>
  | FactOf<typeof SeveralKubeletUnits>
  | FactOf<typeof UnitNotUsable>
  | FactOf<typeof UnitNotUnderstood>
  | FactOf<typeof ConfigDirWithoutConfig>

/** What an operator should know; the agent works nevertheless. */
export type LayoutCare =
  | FactOf<typeof ConfigRewritten>
  | FactOf<typeof NodeReplacedByProvider>
  | FactOf<typeof RestartNotAlways>
  | FactOf<typeof StartLimitLow>
  | FactOf<typeof KubeletBehindWrapper>
  | FactOf<typeof StartedWithOtherFlags>
  | FactOf<typeof FieldsSetByFlags>
  | FactOf<typeof ConfigIsLink>

/** Why a way to apply documents was chosen, or cannot be used. */
export type ApplyModeFact =
  | FactOf<typeof ConfigInVariable>
  | FactOf<typeof ConfigFileOwn>
  | FactOf<typeof NoConfigFile>
  | FactOf<typeof ModeAsked>
  | FactOf<typeof NoConfigDir>
  | FactOf<typeof KubeletTooOldForDropIns>

export const unitSubject = (name: string): UnitSubject => ({ kind: 'Unit', name })

export const NotLinux = message(
  'NotLinux',
  ({ platform }: { platform: string }) => `the agent works on Linux, not on ${platform}`,
)

/** `init`: the name of the first process. */
export const NoSystemd = message('NoSystemd', ({ init }: { init: string }) => ({
  said: `the agent requires systemd, but the first process is '${init || 'unknown'}'`,
  hints: [byHand],
}))

/** An operating system that writes the kubelet's configuration itself, by an API of its own. */
export const SystemManagesKubelet = message(
  'SystemManagesKubelet',
  ({ system }: { system: 'Talos' | 'Bottlerocket' }) => ({
    said: `${system} writes the configuration of the kubelet itself`,
    hints: [`use the API of ${system} for its kubelets`],
  }),
)

/** The kubelet is a part of another program, and cannot be restarted alone. */
export const KubeletEmbedded = message(
  'KubeletEmbedded',
  ({ subject, product }: { subject: UnitSubject | undefined; product: Product }) => ({
    said: `the kubelet is a part of ${product}${subject === undefined ? '' : ` (${subject.name})`}, and cannot be restarted alone`,
    hints: [`use the configuration of ${product} for its kubelets`],
  }),
)

/** A snap has its own place for flags, and is read-only. */
export const KubeletInSnap = message('KubeletInSnap', ({ subject }: { subject: UnitSubject }) => ({
  said: `${subject.name} is a snap, whose files cannot be changed`,
  hints: ["use 'snap set' for its flags"],
}))

export const NoKubeletFound = message(
  'NoKubeletFound',
  () => 'no kubelet found: none runs, and there is no unit kubelet.service',
)

/** It runs, but not as a service of systemd: nothing starts it again. */
export const KubeletWithoutUnit = message(
  'KubeletWithoutUnit',
  ({ pid }: { pid: number }) => `the kubelet with process ID ${pid} is not a service of systemd`,
)

export const SeveralKubeletUnits = message(
  'SeveralKubeletUnits',
  ({ units }: { units: readonly string[] }) => `several units run a kubelet: ${units.join(', ')}`,
)

/** Of the user, or disabled for good. */
export const UnitNotUsable = message(
  'UnitNotUsable',
  ({ subject, loadState }: { subject: UnitSubject; loadState: string }) =>
    `${subject.name} cannot be used: systemd reports it as ${loadState}`,
)

/** The flags of the kubelet are not known. */
export const UnitNotUnderstood = message(
  'UnitNotUnderstood',
  ({ subject, files }: { subject: UnitSubject; files: readonly string[] }) => ({
    said: `${subject.name}: no command line of a kubelet in ${files.join(', ') || 'its files'}`,
    hints: ['start the kubelet in ExecStart, with its flags there or in environment files'],
  }),
)

/** The kubelet then keeps insecure defaults of its flags: anonymous access to everything. */
export const ConfigDirWithoutConfig = message('ConfigDirWithoutConfig', ({ configDir }: { configDir: string }) => ({
  said: `--config-dir=${configDir} without --config: the kubelet keeps insecure defaults, such as anonymous access`,
  hints: ['add --config to the flags of the kubelet'],
}))

/** kubeadm upgrade, or nodeadm at each boot, writes the file of --config. */
export const ConfigRewritten = message(
  'ConfigRewritten',
  ({ subject, by }: { subject: FileSubject; by: 'kubeadm' | 'nodeadm' }) =>
    by === 'kubeadm'
      ? `${subject.name}: kubeadm writes it at each upgrade`
      : `${subject.name}: nodeadm writes it at each boot`,
)

export const NodeReplacedByProvider = message(
  'NodeReplacedByProvider',
  ({ system }: { system: string }) => `a provider may replace this node at any time (system '${system}')`,
)

/** systemd does not start it again after every end. */
export const RestartNotAlways = message(
  'RestartNotAlways',
  ({ subject, restart }: { subject: UnitSubject; restart: string }) => ({
    said: `${subject.name}: Restart=${restart}: systemd does not start the kubelet again after each end`,
    hints: ['set Restart=always in a drop-in of the unit'],
  }),
)

/** systemd gives up before the rescue has counted enough starts. */
export const StartLimitLow = message(
  'StartLimitLow',
  ({ subject, burst }: { subject: UnitSubject; burst: number }) => ({
    said: `${subject.name}: StartLimitBurst=${burst}: systemd gives up before the rescue acts`,
    hints: ['set StartLimitIntervalSec=0 in a drop-in of the unit'],
  }),
)

/** The unit starts another program, which starts the kubelet. */
export const KubeletBehindWrapper = message(
  'KubeletBehindWrapper',
  ({ subject, program }: { subject: UnitSubject; program: string }) =>
    `${subject.name}: its process is '${program}', not the kubelet`,
)

/** The running kubelet was started with other flags than its unit has now. */
export const StartedWithOtherFlags = message(
  'StartedWithOtherFlags',
  ({ flags }: { flags: readonly string[] }) =>
    `the kubelet was started with other flags than its unit has now: ${flags.map((name) => `--${name}`).join(', ')}`,
)

/** Flags win over every document. */
export const FieldsSetByFlags = message('FieldsSetByFlags', ({ fields }: { fields: readonly string[] }) => ({
  said: `flags win over every document for ${fields.join(', ')}`,
  hints: ['kubeletcfg migrate turns flags into a configuration'],
}))

export const ConfigIsLink = message(
  'ConfigIsLink',
  ({ subject, target }: { subject: FileSubject; target: string }) => `${subject.name} is a symbolic link to ${target}`,
)

/** A later drop-in of the unit can set the variable: the node's own file stays as it is. */
export const ConfigInVariable = message(
  'ConfigInVariable',
  ({ variable }: { variable: string }) =>
    `apply mode unit: $${variable} in the unit has --config, and a drop-in can set it`,
)

export const ConfigFileOwn = message(
  'ConfigFileOwn',
  ({ subject }: { subject: FileSubject }) => `apply mode file: --config names ${subject.name}`,
)

/** The kubelet has no file that could be replaced. */
export const NoConfigFile = message('NoConfigFile', () => ({
  said: 'the kubelet has no --config',
  hints: ["give it a file: 'kubeletcfg migrate' writes one from its flags"],
}))

export const ModeAsked = message('ModeAsked', ({ mode }: { mode: string }) => `--apply-mode ${mode} was given`)

export const NoConfigDir = message('NoConfigDir', () => 'the kubelet has no --config-dir')

export const KubeletTooOldForDropIns = message(
  'KubeletTooOldForDropIns',
  ({ release }: { release: string }) => `a kubelet ${release} has no drop-ins: they require 1.30`,
)

const byHand = 'store documents for other nodes, and configure this one by its own means'
