import type { GatedNode } from './gate.ts'
import { positionOf } from './gate.ts'
import type { Cause, RolloutDocument } from './rollout.ts'

/** A node that a rollout is for, as the cluster and its agent show it. */
export interface RolloutNode extends GatedNode {
  /** Nodes of one kind are alike: release, operating system, architecture, container runtime, zone. */
  readonly stratum: string
  /** Its kubelet is heard, and says that it is Ready. */
  readonly ready: boolean
  readonly report: NodeReport
}

/** What an agent has said last about a configuration. Digests: `local` for the files of the node. */
export type NodeReport =
  /** The kubelet runs it, and has proven that it works with it. */
  | Reported<'proven'>
  /** It is on the way there, or on trial. */
  | Reported<'working'>
  /** It was refused, is held, or was rolled back; or the kubelet does not stay up with it. */
  | (Reported<'failed'> & { readonly cause: Cause | undefined })

interface Reported<Kind extends string> {
  readonly kind: Kind
  /** What the node is to run; empty: its agent does not know. */
  readonly digest: string
  /** What its kubelet was given last. */
  readonly runs: string
  /** The number of what the node is to run, as its agent has read it; undefined: not known. */
  readonly generation?: number | undefined
}

export type Standing =
  | 'well'
  /** It has proven the configuration, and is not Ready now, as while it boots. */
  | 'away'
  | 'failed'
  /** Anything else: it has not proven it yet. */
  | 'working'

type Wanted = Pick<RolloutDocument, 'digest' | 'generation'>

/** How a node stands with a configuration that it is to run. What it has said of an earlier rollout of the same document says nothing. */
export function standingWith({ report, ready }: RolloutNode, { digest, generation }: Wanted): Standing {
  if (report.digest !== digest || (report.generation ?? generation) !== generation) return 'working'
  if (report.kind !== 'proven') return report.kind
  return ready ? 'well' : 'away'
}

/** Whether a kubelet runs a configuration, or may at any moment. */
export const mayRun = ({ report }: RolloutNode, digest: string): boolean =>
  report.runs === digest || (report.kind === 'working' && report.digest === digest)

export const inOrder = <N extends GatedNode>(nodes: readonly N[], seed: string): readonly N[] => {
  const positions = new Map(nodes.map((node) => [node, positionOf(node, seed)]))
  return nodes.toSorted((a, b) => positions.get(a)! - positions.get(b)! || (a.name < b.name ? -1 : 1))
}

/** The first node of each kind that is Ready, or the first one; in order. */
export function canariesOf(nodes: readonly RolloutNode[], seed: string): readonly RolloutNode[] {
  const byKind = Map.groupBy(inOrder(nodes, seed), ({ stratum }) => stratum)
  const chosen = [...byKind.values()].flatMap((alike) => alike.find(({ ready }) => ready) ?? alike[0] ?? [])
  return inOrder(chosen, seed)
}
