/** What a change of a document costs a node, cheapest first. */
export const changeKinds = ['none', 'restart', 'new-node', 'drain', 'state-file', 'reboot'] as const

export type ChangeKind = (typeof changeKinds)[number]

/** Kinds that do harm, or nothing at all, when a kubelet is just restarted. */
export const riskyKinds = ['new-node', 'drain', 'state-file', 'reboot'] as const satisfies readonly ChangeKind[]

export type RiskyKind = (typeof riskyKinds)[number]

export const isRisky = (kind: ChangeKind): kind is RiskyKind => (riskyKinds as readonly ChangeKind[]).includes(kind)

export const costlier = (a: ChangeKind, b: ChangeKind): ChangeKind =>
  changeKinds.indexOf(a) >= changeKinds.indexOf(b) ? a : b
