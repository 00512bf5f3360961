import type { Faults } from './fault.ts'
import type { ApiReply, ApiRequest } from './request.ts'

/** Size, release and randomness of the simulated cluster. */
export interface SandboxOptions {
  /** Number of nodes; their names are node-a, node-b, …. */
  readonly nodes: number
  /** Cpu and memory of each node, as quantities. */
  readonly nodeCpu: string
  readonly nodeMemory: string
  /** Such as 1.36. */
  readonly kubernetesVersion: string
  /** Seed of everything random: names, uids, delays. */
  readonly seed: number
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly now: number
  /** Whether metrics-server is installed: usage is a fixed share of the requests of each pod. */
  readonly metricsServer?: boolean | undefined
  /** What the kubelet of a node answers at /configz; undefined: it does not serve it. Without it, none does. */
  readonly configz?: ((node: string) => object | undefined) | undefined
}

/** A simulated cluster without a network. Its time passes only in `advance`. */
export interface Sandbox extends Faults {
  /** Virtual time, in milliseconds since the epoch. */
  now(): number
  handle(request: ApiRequest): ApiReply
  /** Lets virtual time pass, and runs what falls due, in order. */
  advance(ms: number): void
  /** Virtual time at which something falls due next; undefined if nothing is scheduled. */
  nextDue(): number | undefined
}
