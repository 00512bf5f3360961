import type { Node } from '../../api/node.ts'
import type { ObjectBody } from '../../api/object.ts'
import type { Pod } from '../../api/pod.ts'
import type { Outcome } from '../../ports/outcomes.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import type { ReconcilerSeen } from '../install/reconciler-seen.ts'
import type { Installation, NotInstalled } from '../model/installation.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { Host } from '../plan/host.ts'
import type { Right } from './rights.ts'

/** What may not be read has a failure. A kind that the server does not have has no objects. */
export type Seen<T> = Outcome<T>
type Objects = Seen<readonly ObjectBody[]>

/** What a cluster shows about nodesize. */
export interface ClusterSeen {
  /** Milliseconds since the epoch, by the clock of this machine. */
  readonly now: number
  readonly namespace: string
  readonly server: ServerSeen
  readonly installation: Installation | NotInstalled
  /** What install would write, and what is there of it; undefined: it does not exist. */
  readonly objects: readonly { readonly wanted: ObjectBody; readonly live: Seen<ObjectBody | undefined> }[]
  readonly neighbours: NeighboursSeen
  /** Of all nodes; the other fields may have only some. */
  readonly names: ReadonlySet<string>
  readonly nodes: readonly Node[]
  /** None where pods may not be read. */
  readonly sizes: readonly NodeSize[]
  /** Those that several nodes share. */
  readonly hosts: readonly Host[]
  readonly pods: Seen<PodsSeen>
  readonly kubelets: readonly KubeletSeen[]
  readonly buckets: Seen<readonly SizeBucket[]>
  readonly reconciler: ReconcilerSeen
  readonly rights: readonly (Right & { readonly allowed: boolean })[]
}

export interface ServerSeen {
  readonly version: string
  /** Whether discovery lists pods/resize. */
  readonly resizes: boolean
  readonly groups: readonly string[]
  readonly gates: Seen<ReadonlyMap<string, boolean>>
}

/** What is beside balloons: in their namespace, or in the whole cluster. */
export interface NeighboursSeen {
  /** That of the balloons. */
  readonly namespace: Seen<ObjectBody | undefined>
  /** Of all namespaces. */
  readonly daemonSets: Objects
  readonly priorityClasses: Objects
  readonly quotas: Objects
  readonly limitRanges: Objects
  readonly budgets: Objects
  readonly webhooks: Objects
  readonly mutatingPolicies: Objects
  readonly deployments: Objects
  readonly cronJobs: Objects
  /** In the namespace of the balloons. */
  readonly verticalAutoscalers: Objects
  readonly autoscalerStatus: Seen<ObjectBody | undefined>
}

export interface PodsSeen {
  /** With the label of balloons, in any namespace. */
  readonly labelled: readonly Pod[]
  /** How many pods that are bound to a node have a priority. */
  readonly byPriority: readonly { readonly name: string; readonly value: number; readonly pods: number }[]
}

/** What the kubelet of a node reports of its configuration. */
export interface KubeletSeen {
  readonly node: Node
  readonly settings: Seen<KubeletSettings>
}

export interface KubeletSettings {
  readonly cpuManager: string
  readonly memoryManager: string
  readonly swapBehavior: string
  readonly failCgroupV1: boolean | undefined
  readonly gates: ReadonlyMap<string, boolean>
}
