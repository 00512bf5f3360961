import type { Fact, Subject } from '../../../fact.ts'
import type { Said } from '../../../failure.ts'
import type { Amounts } from '../../../sizing/amounts.ts'

/** What of a cluster may not be seen. */
export type Part =
  | 'pods'
  | 'namespace'
  | 'daemon-sets'
  | 'priority-classes'
  | 'quotas'
  | 'limit-ranges'
  | 'budgets'
  | 'webhooks'
  | 'mutating-policies'
  | 'deployments'
  | 'cron-jobs'
  | 'autoscaler-status'
  | 'vertical-autoscalers'
  | 'sizes'
  | 'lease'
  | 'reconciler'
  | 'objects'

/** What is told apart of a kubelet by its configuration. */
type OfKubelets = { readonly nodes: readonly string[]; readonly subject?: undefined }

/** About hosts that several nodes share, and machines that are resized. */
export type HostDoctorFact =
  /** The nodes of one host offer more than it has. */
  | { readonly reason: 'HostExceeded'; readonly nodes: readonly string[]; readonly excess: Amounts }
  /** Of what autoscale has noted about machines. */
  | { readonly reason: 'MachineNotesBroken'; readonly nodes: readonly string[] }
  | { readonly reason: 'NodesAboveMachine'; readonly nodes: readonly string[] }
  | { readonly reason: 'MachineAttemptsLeft'; readonly nodes: readonly string[] }
  /** Notes of an earlier version, on the Nodes. */
  | { readonly reason: 'MachineAnnotationsIgnored'; readonly nodes: readonly string[] }

/** What doctor of nodesize has found. */
export type SizeDoctorFact =
  | { readonly reason: 'NotSeen'; readonly parts: readonly Part[]; readonly because: Fact | Said }
  | { readonly reason: 'ServerResizes'; readonly version: string }
  /** As its metrics report them. */
  | { readonly reason: 'ServerGates'; readonly on: readonly string[]; readonly off: readonly string[] }
  | { readonly reason: 'ServerGateOff'; readonly gate: string }
  | { readonly reason: 'InstallationMissing'; readonly namespace: string }
  | { readonly reason: 'ObjectsAsIntended'; readonly count: number; readonly namespace: string }
  | { readonly reason: 'ObjectMissing'; readonly subject: Subject }
  /** `fields`: paths of what is not as install writes it. */
  | { readonly reason: 'ObjectDiffers'; readonly subject: Subject; readonly fields: readonly string[] }
  /** Its value and its policy cannot be changed. */
  | { readonly reason: 'PriorityClassDiffers'; readonly subject: Subject; readonly fields: readonly string[] }
  /** Pods keep the priority that their class had when they were created. `critical`: a resize of them ends other pods. */
  | { readonly reason: 'BalloonsOfOtherPriority'; readonly nodes: readonly string[]; readonly critical: boolean }
  | { readonly reason: 'BalloonsPreemptible'; readonly classes: readonly PriorityCount[] }
  | { readonly reason: 'BudgetsDoNotProtect'; readonly budgets: readonly string[] }
  | { readonly reason: 'NamespaceHarmless'; readonly namespace: string }
  /** A webhook or a policy that may change balloons when they are created, or when they are resized. */
  | {
      readonly reason: 'PodsMutated'
      readonly subject: Subject
      readonly by: string
      readonly failurePolicy: string
      readonly at: 'creation' | 'resize' | 'both'
    }
  | {
      readonly reason: 'ClusterAutoscalerFound'
      readonly subject: Subject
      readonly ignoresDaemonSets: boolean | undefined
    }
  /** `counted`: balloons run on the nodes that it makes. */
  | { readonly reason: 'KarpenterFound'; readonly counted: boolean }
  | { readonly reason: 'DeschedulerFound'; readonly subject: Subject }
  | { readonly reason: 'VerticalAutoscalersFound'; readonly count: number }
  | { readonly reason: 'VerticalAutoscalerOfBalloons'; readonly subject: Subject }
  | { readonly reason: 'NoNeighbours' }
  | { readonly reason: 'KubeletsResize'; readonly versions: readonly KubeletCount[] }
  | ({ readonly reason: 'KubeletGateOff'; readonly gate: string } & OfKubelets)
  | ({ readonly reason: 'SwapKeepsMemory' } & OfKubelets)
  | ({ readonly reason: 'SwapNotKnown' } & OfKubelets)
  | ({ readonly reason: 'ManagersStatic'; readonly cpu: boolean; readonly memory: boolean } & OfKubelets)
  | ({ readonly reason: 'CgroupV2Required' } & OfKubelets)
  | ({ readonly reason: 'CgroupNotKnown' } & OfKubelets)
  /** Their configuration would take a request each. */
  | { readonly reason: 'KubeletsNotAsked'; readonly count: number }
  | { readonly reason: 'KubeletsNotRead'; readonly nodes: readonly string[]; readonly because: Fact | Said }
  | { readonly reason: 'BalloonsReady'; readonly ready: number; readonly others: number }
  /** Several nodes have the same trouble; that of the first. */
  | { readonly reason: 'NodesAlike'; readonly nodes: readonly string[]; readonly because: Fact }
  | { readonly reason: 'BalloonLabelSpoofed'; readonly pods: readonly string[] }
  | { readonly reason: 'NodesLeftCordoned'; readonly nodes: readonly string[] }
  | HostDoctorFact
  | { readonly reason: 'SizesKept'; readonly count: number }
  | { readonly reason: 'SizesDrifted'; readonly nodes: readonly string[] }
  | { readonly reason: 'ReconcilerActive'; readonly holder: string }
  /** Its ServiceAccount in this namespace has its rights, and policies limit them. */
  | { readonly reason: 'ReconcilerLimited'; readonly namespace: string }
  /** A policy or its binding does not exist, or has other fields. */
  | { readonly reason: 'ReconcilerNotLimited'; readonly subject: Subject; readonly fields: readonly string[] }
  | { readonly reason: 'ReconcilerAbsent'; readonly count: number }
  | { readonly reason: 'SizingAllowed'; readonly commands: readonly string[] }
  | { readonly reason: 'SizingNotAllowed'; readonly command: string; readonly rights: readonly string[] }
  /** A resize by one millicore was granted, and undone. */
  | {
      readonly reason: 'ResizeProven'
      readonly subject: Subject
      readonly grantedMs: number
      readonly undoneMs: number
    }
  /** It would make nodesize the last one that resized the balloon, and the reconciler no longer leave it alone. */
  | { readonly reason: 'ProofOverrulesOther'; readonly subject: Subject; readonly manager: string }
  | { readonly reason: 'BalloonReplacedMeanwhile'; readonly subject: Subject }

export interface PriorityCount {
  readonly name: string
  readonly pods: number
}

export interface KubeletCount {
  readonly version: string
  readonly nodes: number
}
