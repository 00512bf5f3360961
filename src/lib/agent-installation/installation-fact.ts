import type { Fact, FileSubject, Subject } from '../fact.ts'
import type { Said } from '../failure.ts'
import type { ApplyModeFact, LayoutCare, LayoutRefusal } from '../kubelet-layout/layout-fact.ts'

type NodeSubject = Extract<Subject, { readonly kind: string }>

/** Why an agent cannot be installed on this machine. */
export type InstallationProblem =
  | LayoutRefusal
  | ApplyModeFact
  | { readonly reason: 'NotRoot' }
  /** It runs on a Node.js of its own, which the node may not have tomorrow. */
  | { readonly reason: 'NotTheExecutable' }
  /** The file system is read-only, or the folder is not one. `errno`: such as EROFS. */
  | { readonly reason: 'FolderNotWritable'; readonly subject: FileSubject; readonly errno: string }
  /** Somebody else than root can replace what is in it: the folder itself, or one above it. */
  | {
      readonly reason: 'FolderOfOthers'
      readonly subject: FileSubject
      readonly found: { readonly path: string; readonly uid: number; readonly gid: number; readonly mode: number }
    }
  | {
      readonly reason: 'DiskFull'
      readonly subject: FileSubject
      readonly freeBytes: number
      readonly neededBytes: number
    }
  | { readonly reason: 'InodesUsedUp'; readonly subject: FileSubject; readonly free: number; readonly needed: number }
  | { readonly reason: 'ProgramMissing'; readonly program: string }
  /** It has no --kubeconfig: there is no cluster. */
  | { readonly reason: 'KubeletStandalone' }
  /** No drop-in can change it: a wrapper, or a command in another file. */
  | { readonly reason: 'ConfigFlagNotInUnit'; readonly subject: Subject }
  | { readonly reason: 'InstalledWithOtherMode'; readonly mode: string }
  | { readonly reason: 'NodeNameUnknown' }
  | { readonly reason: 'AgentNameTooLong'; readonly subject: NodeSubject }
  /** The kubelet registers under another name. */
  | { readonly reason: 'NodeNameContradicted'; readonly subject: NodeSubject; readonly known: string }
  | { readonly reason: 'NodeAbsent'; readonly subject: NodeSubject }
  /** The Node was registered by another machine. */
  | { readonly reason: 'NodeOfOtherMachine'; readonly subject: NodeSubject }
  /** It is there, and install has not made it. */
  | { readonly reason: 'FileNotOurs'; readonly subject: FileSubject }
  | { readonly reason: 'InstalledForOtherNode'; readonly subject: NodeSubject }
  | { readonly reason: 'InstallationNewer'; readonly subject: FileSubject }
  /** The other form of the agent is on this machine already. */
  | { readonly reason: 'InstalledForPod' }
  | { readonly reason: 'InstalledAsService' }
  /** The record cannot be read, so that an installation cannot be completed. */
  | { readonly reason: 'InstallationUnreadable'; readonly subject: FileSubject }
  /** Neither can the record be read, nor do these files show what was installed. */
  | { readonly reason: 'InstallationUnclear'; readonly subject: FileSubject; readonly paths: readonly string[] }
  /** An agent that this installation has not made works here now. */
  | { readonly reason: 'OtherAgentRuns'; readonly subject: FileSubject }

export type InstallationFact =
  | InstallationProblem
  | LayoutCare
  | { readonly reason: 'AgentInstallRefused'; readonly problems: readonly InstallationProblem[] }
  /** `undone`: everything is as before. */
  | {
      readonly reason: 'AgentInstallFailed'
      readonly because: Fact | Said
      readonly undone: boolean
      readonly left: readonly string[]
    }
  | { readonly reason: 'AgentNotReady'; readonly subject: Subject }
  | { readonly reason: 'AgentNotInstalled' }
  /** Its record is missing or cannot be read. `by`: the files that show its mode. `left`: what is not removed. */
  | {
      readonly reason: 'InstallationDamaged'
      readonly subject: FileSubject
      readonly mode: string
      readonly by: readonly string[]
      readonly left: readonly string[]
    }
  /** Half of an installation is there. */
  | { readonly reason: 'InstallationUnfinished'; readonly state: 'installing' | 'uninstalling' }
  /** The condition and the annotation of the Node are still there. */
  | { readonly reason: 'NodeNotCleared'; readonly subject: NodeSubject; readonly because: Fact | Said }
  | { readonly reason: 'KubeletNotHealthyAfterUninstall'; readonly subject: Subject }
  /** Between the plan and the act the agent has changed what has to be undone; it runs again. */
  | {
      readonly reason: 'UninstallPlanOutdated'
      readonly disruption: string
      readonly fields: readonly string[]
      readonly stateFiles: readonly string[]
    }
  /** Nothing was undone, but systemd does not start the agent again. `because`: what ended the uninstallation. */
  | { readonly reason: 'AgentStaysStopped'; readonly subject: Subject; readonly because: Fact | Said }
  /** What was done stays done. */
  | { readonly reason: 'AgentUninstallFailed'; readonly because: Fact | Said; readonly subject: Subject }
  /** Nobody knows which Node has the condition and the annotation. */
  | { readonly reason: 'NodeNameLost' }
  | { readonly reason: 'UninstallNeedsRisk'; readonly disruption: string; readonly fields: readonly string[] }
