/** A document that hurts, and what the kubelet of the cluster's release does with it on a node of layout `kubeadm`. */
export interface HurtfulDocument {
  /** A name for it, unique. */
  readonly name: string
  /** Fields in YAML; each takes the place of the node's own of that name. */
  readonly fields: string
  readonly course: Course
  /** What an agent of the same node does about it: refused and held ones cost no restart. */
  readonly agent: 'refuses' | 'applies' | 'rolls back'
  /** In the log of the kubelet, or for what it does to pods, in their events. */
  readonly says: string
  /** What `kubeletcfg validate` of the release makes of it. */
  readonly validate: 'invalid' | 'warning' | 'valid'
  /** The rules of ours that speak about it. */
  readonly rules: readonly string[]
  /** Only where cgroups are v1. */
  readonly cgroup?: 'v1'
}

export type Course =
  /** No kubelet can start with it, wherever. */
  | { readonly kind: 'invalid'; readonly exit: 1 | 2 }
  /** The kubelet starts, without what the document says. */
  | { readonly kind: 'ignored' }
  /** The kubelet of this host cannot start with it. */
  | { readonly kind: 'fatal'; readonly exit: 1 | 2 }
  /** It cannot start while this file in its root folder is from before, and can without it. */
  | { readonly kind: 'state-file'; readonly file: string }
  /** The kubelet lives, and this is lost. */
  | { readonly kind: 'useless'; readonly lost: Loss }

export type Loss =
  /** Nothing answers at the health check's address. */
  | 'healthz'
  /** No status and no lease is written any more. */
  | 'reports'
  /** The lease is renewed once, and then too seldom: the node becomes Unknown after a minute. */
  | 'heartbeat'
  /** Nobody answers at port 10250: no logs, no exec, no configz. */
  | 'server'
  /** New pods do not start. */
  | 'new-pods'
  /** Running pods end. */
  | 'pods'

/** undefined: the kubelet does not live. */
export const lostIn = ({ course }: HurtfulDocument): Loss | undefined =>
  course.kind === 'useless' ? course.lost : undefined

/** Listened on by another program of the node. */
export const busyPort = 18080

/** The same, but for an agent that looks before it restarts the kubelet: from then on. */
export const latePort = 18081

/** Stand for amounts that depend on the node: its capacity without 50m of CPU, or 50Mi of memory. */
export const [allCpuButSome, allMemoryButSome] = ['ALL-CPU-BUT-SOME', 'ALL-MEMORY-BUT-SOME'] as const
