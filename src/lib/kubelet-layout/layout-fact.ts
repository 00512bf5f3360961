import type { FileSubject, Subject } from '../fact.ts'
import type { Product } from './processes.ts'

type UnitSubject = Extract<Subject, { readonly kind: string }> & { readonly kind: 'Unit' }

/** Why the agent does not work on a machine, whatever its settings. */
export type LayoutRefusal =
  | { readonly reason: 'NotLinux'; readonly platform: string }
  /** `init`: the name of the first process. */
  | { readonly reason: 'NoSystemd'; readonly init: string }
  /** An operating system that writes the kubelet's configuration itself, by an API of its own. */
  | { readonly reason: 'SystemManagesKubelet'; readonly system: 'Talos' | 'Bottlerocket' }
  /** The kubelet is a part of another program, and cannot be restarted alone. */
  | { readonly reason: 'KubeletEmbedded'; readonly subject: UnitSubject | undefined; readonly product: Product }
  /** A snap has its own place for flags, and is read-only. */
  | { readonly reason: 'KubeletInSnap'; readonly subject: UnitSubject }
  | { readonly reason: 'NoKubeletFound' }
  /** It runs, but not as a service of systemd: nothing starts it again. */
  | { readonly reason: 'KubeletWithoutUnit'; readonly pid: number }
  | { readonly reason: 'SeveralKubeletUnits'; readonly units: readonly string[] }
  /** Of the user, or disabled for good. */
  | { readonly reason: 'UnitNotUsable'; readonly subject: UnitSubject; readonly loadState: string }
  /** The flags of the kubelet are not known. */
  | { readonly reason: 'UnitNotUnderstood'; readonly subject: UnitSubject; readonly files: readonly string[] }
  /** The kubelet then keeps insecure defaults of its flags: anonymous access to everything. */
  | { readonly reason: 'ConfigDirWithoutConfig'; readonly configDir: string }

/** What an operator should know; the agent works nevertheless. */
export type LayoutCare =
  /** kubeadm upgrade, or nodeadm at each boot, writes the file of --config. */
  | { readonly reason: 'ConfigRewritten'; readonly subject: FileSubject; readonly by: 'kubeadm' | 'nodeadm' }
  | { readonly reason: 'NodeReplacedByProvider'; readonly system: string }
  /** systemd does not start it again after every end. */
  | { readonly reason: 'RestartNotAlways'; readonly subject: UnitSubject; readonly restart: string }
  /** systemd gives up before the rescue has counted enough starts. */
  | { readonly reason: 'StartLimitLow'; readonly subject: UnitSubject; readonly burst: number }
  /** The unit starts another program, which starts the kubelet. */
  | { readonly reason: 'KubeletBehindWrapper'; readonly subject: UnitSubject; readonly program: string }
  /** The running kubelet was started with other flags than its unit has now. */
  | { readonly reason: 'StartedWithOtherFlags'; readonly flags: readonly string[] }
  /** Flags win over every document. */
  | { readonly reason: 'FieldsSetByFlags'; readonly fields: readonly string[] }
  | { readonly reason: 'ConfigIsLink'; readonly subject: FileSubject; readonly target: string }

/** Why a way to apply documents was chosen, or cannot be used. */
export type ApplyModeFact =
  /** A later drop-in of the unit can set the variable: the node's own file stays as it is. */
  | { readonly reason: 'ConfigInVariable'; readonly variable: string }
  | { readonly reason: 'ConfigFileOwn'; readonly subject: FileSubject }
  /** The kubelet has no file that could be replaced. */
  | { readonly reason: 'NoConfigFile' }
  | { readonly reason: 'ModeAsked'; readonly mode: string }
  | { readonly reason: 'NoConfigDir' }
  | { readonly reason: 'KubeletTooOldForDropIns'; readonly release: string }

export type LayoutFact = LayoutRefusal | LayoutCare | ApplyModeFact

export const unitSubject = (name: string): UnitSubject => ({ kind: 'Unit', name })
