/** What happens when the kubelet is only restarted after a change. */
export type Consequence =
  | { readonly reason: 'ValueTakesEffect' }
  | { readonly reason: 'PodsKeepOldValue' }
  | { readonly reason: 'PodsKeepOldAlignment' }
  /** Pods are admitted again when the kubelet starts; those that do not fit end in phase Failed. */
  | { readonly reason: 'PodsNoLongerFit' }
  | { readonly reason: 'PodsAtOldPath' }
  | { readonly reason: 'StaticPodsStop' }
  | { readonly reason: 'NodeKeepsOldValue' }
  | { readonly reason: 'MayLoseApiServer' }
  | { readonly reason: 'MayRefuseRequests' }
  | { readonly reason: 'MayExitOnHost' }
  | { readonly reason: 'ContainersInOldCgroups' }
  /** The container runtime may decide about the value of this field. */
  | { readonly reason: 'RuntimeMayDecide' }
  | { readonly reason: 'ExitsOnOtherPolicy'; readonly stateFile: string }
  | { readonly reason: 'ExitsOnOtherReservation'; readonly stateFile: string }
  | { readonly reason: 'ExitsOnOtherCpus'; readonly stateFile: string }
  | { readonly reason: 'ExitsOnOtherIdRanges' }
