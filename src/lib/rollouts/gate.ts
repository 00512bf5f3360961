import { hash } from 'node:crypto'

/** Which nodes get the candidate of a rollout. All others get what is promoted. */
export interface Gate {
  /** By name: the canaries. */
  readonly nodes: readonly string[]
  /** And all up to this position, inclusive; 0: none. */
  readonly upTo: number
  /** Of the positions: each rollout has an order of its own. */
  readonly seed: string
  /** RFC 3339, by the clock of the API server. A node that was made later gets the candidate only by its name. */
  readonly since: string
}

/** What decides whether a gate admits a node. */
export interface GatedNode {
  readonly name: string
  /** RFC 3339, by the clock of the API server; undefined: not known. */
  readonly createdAt: string | undefined
  /** The value of its label for the order: `early`, `late`, or anything else for neither. */
  readonly order: string | undefined
}

/** The same for its agent, for commands and for whoever moves the gate. */
export const admits = (gate: Gate, node: GatedNode): boolean =>
  gate.nodes.includes(node.name) ||
  (gate.upTo > 0 && wasThere(node, gate.since) && positionOf(node, gate.seed) <= gate.upTo)

/** The nodes that a rollout counts: those that were there when it began, and those that it has admitted by their names. */
export const nodesOf = <N extends GatedNode>(gate: Gate, nodes: readonly N[]): readonly N[] =>
  nodes.filter((node) => wasThere(node, gate.since) || gate.nodes.includes(node.name))

/** Whether a node existed at a time. One of which that is not known did not: it stays on what is promoted. */
export function wasThere({ createdAt }: Pick<GatedNode, 'createdAt'>, at: string): boolean {
  const created = Date.parse(createdAt ?? '')
  // The API server cuts times off at whole seconds.
  return !Number.isNaN(created) && created <= Date.parse(at)
}

/** Nodes that can be told apart within a turn. */
const perTurn = 2 ** 32

/** The place of a node in the order of a rollout, from 1 on: early ones first, late ones last, and else by a hash. */
export function positionOf({ name, order }: Pick<GatedNode, 'name' | 'order'>, seed: string): number {
  const turn = order === 'early' ? 0 : order === 'late' ? 2 : 1
  return turn * perTurn + Number.parseInt(hash('sha256', `${seed}\n${name}`).slice(0, 8), 16) + 1
}
