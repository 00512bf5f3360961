import type { ReportedConfig, ReportedFact } from '../agent/report/report.ts'
import type { NodeState } from '../flows/agents/node-status.ts'
import { namesIn } from './names-in.ts'

/** A node whose kubelet does not run what it should, as its agent reports it. */
export interface Stuck {
  readonly node: string
  readonly state: NodeState
  readonly cause: ReportedFact | undefined
  /** What it was to run; undefined: that is not known. */
  readonly assigned: ReportedConfig | undefined
}

/** What to do about a node. */
export const waysOn = ({ cause }: Stuck): readonly string[] => cause?.hints ?? []

/** The same for several: each once, with the nodes that it is for if they are not all. */
export function waysOnOfAll(nodes: readonly Stuck[]): readonly string[] {
  const alike = [...Map.groupBy(nodes, keyOf).values()]
  const told = alike.flatMap((some) => waysOn(someNode(some)).map((hint) => ({ some, hint })))
  return [...Map.groupBy(told, ({ hint }) => hint)].map(([hint, ones]) => {
    const names = ones.flatMap(({ some }) => some.map(({ node }) => node))
    return names.length === nodes.length ? hint : `${namesIn(names)}: ${hint}`
  })
}

/** What of a node decides what to do about it. */
const keyOf = ({ state, cause, assigned }: Stuck): string =>
  JSON.stringify([state, cause?.reason, cause?.hints, assigned?.source])

/** One node, or one that stands for several. */
const someNode = ([first, ...others]: readonly Stuck[]): Stuck =>
  others.length === 0 ? first! : { ...first!, node: 'NODE' }
