import type { ReportedConfig } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { Documents } from '../../documents/precedence.ts'
import { type NodeState, type NodeStatus, statusOf } from './node-status.ts'

interface Known {
  /** undefined when they may not be read. */
  readonly documents: Documents | undefined
  readonly nodes: readonly Node[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What each node is to run, what it runs and since when: the one account that all views choose from. By name of the node. */
export type Account = ReadonlyMap<string, NodeStatus>

export const accountOf = ({ documents, nodes, now }: Known): Account =>
  new Map(nodes.map((node) => [node.name, statusOf({ node, documents, now })]))

/** How the nodes that get a document stand to it. */
export interface Uptake {
  /** Whose kubelet runs it, on trial included. */
  readonly running: readonly string[]
  /** All of them, by state, in the order of their first nodes. */
  readonly states: readonly NodesInState[]
}

export interface NodesInState {
  readonly state: NodeState
  readonly nodes: readonly string[]
}

/** `digest`: of the document; undefined when no kubelet can decode it. */
export function uptakeOf(digest: string | undefined, audience: readonly NodeStatus[]): Uptake {
  const states = Map.groupBy(audience, ({ state }) => state)
  return {
    running: audience.filter(({ runs }) => means(runs, digest)).map(nameOf),
    states: [...states].map(([state, nodes]) => ({ state, nodes: nodes.map(nameOf) })),
  }
}

const nameOf = ({ node }: NodeStatus): string => node.name

/** Whether a kubelet that runs this does what a document of this digest says, wherever it got it from. */
export const means = (config: ReportedConfig | undefined, digest: string | undefined): boolean =>
  config !== undefined && config.source !== 'local' && config.digest === digest

interface Revision {
  readonly past: PastDocument
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
}

/**
 * The revision of a document that a kubelet runs: the one that its agent names if its text means that, else the newest
 * that does. Several revisions may mean the same, and a node runs one. `revisions`: the newest first.
 */
export function revisionOf<Row extends Revision>(config: ReportedConfig | undefined, revisions: readonly Row[]) {
  const same = revisions.filter(({ past, digest }) => config?.source === past.target.kind && means(config, digest))
  const isNamed = ({ past }: Row) => config?.source !== 'local' && past.revision === config?.revision
  return same.find(isNamed) ?? same[0]
}
