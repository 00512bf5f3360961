import type { Fact, Subject } from '../../fact.ts'
import type { Said } from '../../failure.ts'
import type { ElsewhereFact, LimitFact, StateFact } from '../../sizing/size-fact.ts'

/** Why nodesize cannot be installed. */
export type InstallProblem =
  | { readonly reason: 'InstallRightMissing'; readonly verb: string; readonly subject: Subject }
  | { readonly reason: 'ServerCannotResize'; readonly version: string }
  | { readonly reason: 'QuotaDemandsLimits'; readonly subject: Subject; readonly limits: readonly string[] }
  | { readonly reason: 'SecondInstallation'; readonly namespace: string }
  /** It has the name of an object of nodesize, but not the label of install. */
  | { readonly reason: 'NotMadeByInstall'; readonly subject: Subject }
  /** What is installed was written by a newer nodesize than this one. */
  | { readonly reason: 'InstalledByNewer'; readonly installed: string; readonly own: string }
  | LimitFact

export type InstallWarning =
  | { readonly reason: 'QuotaCountsBalloons'; readonly subject: Subject; readonly resources: readonly string[] }
  | {
      readonly reason: 'NoNodeSelected'
      readonly linuxNodes: number
      readonly selector: Readonly<Record<string, string>>
    }
  | { readonly reason: 'BalloonsKeepOldTemplate' }
  /** Another client added these labels to the selector of the DaemonSet, and an apply does not remove them. */
  | {
      readonly reason: 'SelectorNotOurs'
      readonly subject: Subject
      readonly labels: readonly (readonly [key: string, value: string])[]
    }
  | Extract<StateFact, { reason: 'KubeletTooOld' }>

/** Why uninstall keeps an object; the subject is the object. */
export type KeepFact = { readonly subject: Subject } & (
  | { readonly reason: 'NotMadeByInstall' }
  | { readonly reason: 'NamespaceInUse'; readonly tenants: readonly Tenant[] }
  | { readonly reason: 'NeededElsewhere'; readonly namespaces: readonly string[] }
)

/** An object in a namespace; without a name, all objects of a kind that may not be listed. */
export interface Tenant {
  readonly kind: string
  readonly name?: string
}

export type InstallFact =
  | ElsewhereFact
  | InstallProblem
  | InstallWarning
  | KeepFact
  | { readonly reason: 'InstallRefused'; readonly problems: readonly InstallProblem[] }
  | { readonly reason: 'InstallInterrupted'; readonly subject: Subject; readonly because: Fact | Said }
  | { readonly reason: 'BalloonsNotReady'; readonly nodes: readonly StateFact[] }
  | { readonly reason: 'BalloonsLeft' }
  /** By its Lease. */
  | { readonly reason: 'ReconcilerLeads'; readonly holder: string; readonly renewedAt: string | undefined }
  /** A ServiceAccount in this namespace has the rights of the reconciler. */
  | { readonly reason: 'ReconcilerLeft'; readonly namespace: string }
  /** One that was run by hand has left it, and nobody holds it. */
  | { readonly reason: 'LeaseLeft'; readonly namespace: string }
  /** What autoscale has noted about the machines of these nodes goes with the sizes. */
  | { readonly reason: 'MachinesForgotten'; readonly nodes: readonly string[] }
  | { readonly reason: 'NothingInstalled'; readonly namespace: string }
