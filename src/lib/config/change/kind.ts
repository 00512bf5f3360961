/** What a change of a document costs a node, cheapest first. */
export const changeKinds = ['none', 'restart', 'new-node', 'drain', 'state-file', 'reboot'] as const

export type ChangeKind = (typeof changeKinds)[number]

/** Each with what it takes to make the change well. */
export const procedures: Readonly<Record<ChangeKind, string>> = {
  none: 'nothing: the kubelet works with the same value before and after',
  restart: 'restart the kubelet',
  'new-node': 'delete the Node object and let the kubelet register anew, or make the same change with kubectl',
  drain: 'drain the node, restart the kubelet, uncordon',
  'state-file': 'drain the node, stop the kubelet, remove its state file, start it, uncordon',
  reboot: 'drain the node, change the file, reboot the machine, uncordon',
}

/** Kinds that do harm, or nothing at all, when a kubelet is just restarted. */
export const riskyKinds = ['new-node', 'drain', 'state-file', 'reboot'] as const satisfies readonly ChangeKind[]

export type RiskyKind = (typeof riskyKinds)[number]

export const isRisky = (kind: ChangeKind): kind is RiskyKind => (riskyKinds as readonly ChangeKind[]).includes(kind)

export const costlier = (a: ChangeKind, b: ChangeKind): ChangeKind =>
  changeKinds.indexOf(a) >= changeKinds.indexOf(b) ? a : b
