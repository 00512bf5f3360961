/** What pods request of a node, and what it offers them: thousandths of a CPU, and bytes. */
export interface Room {
  readonly cpu: bigint
  readonly memory: bigint
  readonly storage: bigint
}

export type RoomResource = keyof Room

/** What is known of a pod that is bound to the node and has not ended. */
export interface PodEvidence {
  readonly uid: string
  readonly namespace: string
  readonly name: string
  /** Milliseconds since the epoch; undefined: not known. */
  readonly createdAt: number | undefined
  /** Somebody has deleted it: it takes room until it has ended. */
  readonly isDeleted: boolean
  /** What a kubelet that starts looks for room for: what it has granted before. */
  readonly requests: Room
  /** What it counts for this pod while it looks for room for others. */
  readonly counted: Room
  /** Whole CPUs that the static CPU manager gives to its containers alone. */
  readonly exclusiveCpus: bigint
  readonly isGuaranteed: boolean
  /** A drain leaves it: static, or of a DaemonSet. */
  readonly staysOnDrain: boolean
  readonly isStatic: boolean
  /** The kubelet ends others to make room for it. */
  readonly isCritical: boolean
  /** hostUsers: false. */
  readonly mapsUsers: boolean
  readonly usesFlexVolume: boolean
  readonly usesDevices: boolean
  /** Of a balloon of nodesize that holds more than its floor: what it requests after it has given back. */
  readonly floor: Room | undefined
}

/** What only the machine knows. A value that is missing is not known. */
export interface MachineEvidence {
  /** UIDs of pods that have a range of user IDs on disk. */
  readonly idRanges?: readonly string[] | undefined
  readonly numaNodes?: number | undefined
  /** Whether the static CPU manager has given away each CPU that it may give, so that no kubelet starts with its state. */
  readonly sharesNoCpu?: boolean | undefined
  /** Bytes that the pods use together, without what the kernel can take back. */
  readonly podsMemory?: bigint | undefined
  /** By eviction signal, in its unit, with the capacity that a percentage is of. */
  readonly signals?: ReadonlyMap<string, { readonly available: bigint; readonly capacity: bigint }> | undefined
}

/** Evidence of what a restart of the kubelet with other values would do to the pods of a node. */
export interface NodeEvidence {
  readonly pods: readonly PodEvidence[]
  /** Quantities of the Node, by resource. */
  readonly allocatable: Readonly<Record<string, string>>
  readonly capacity: Readonly<Record<string, string>>
  readonly machine: MachineEvidence
}
