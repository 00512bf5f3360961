import type { ReportedConfig, ReportedFact } from '../../agent/report/report.ts'
import { globalTarget, nodeTarget, targetFlag } from '../../documents/target.ts'
import { namesIn } from '../../message/names-in.ts'
import type { NodeState } from './node-status.ts'
import { resolverOf } from './resolvers.ts'

/** A node whose kubelet does not run what it should, as its agent reports it. */
export interface Stuck {
  readonly node: string
  readonly state: NodeState
  readonly cause: ReportedFact | undefined
  /** What it was to run; undefined: that is not known. */
  readonly assigned: ReportedConfig | undefined
}

/** What to do about a node: what its agent says, then what becomes of a document that it does not try again. */
export function waysOn(stuck: Stuck): readonly string[] {
  const { state, cause } = stuck
  const ofAgent = cause?.hints ?? []
  if (state === 'DeadEnd') return [...ofAgent, mendKubelet, ...wayBack(stuck, 'or push')]
  const isTriedAgain = state !== 'RolledBack' || resolverOf(state, cause?.reason) !== 'failed'
  return isTriedAgain ? ofAgent : [...ofAgent, ...wayBack(stuck, 'push'), ...anotherTrial(stuck)]
}

const mendKubelet =
  'see on the node why its kubelet fails: journalctl -u kubelet; once it is healthy, the agent goes on'

/** A first revision has none before it. */
function wayBack({ node, assigned }: Stuck, push: string): readonly string[] {
  if (assigned === undefined || assigned.source === 'local') return []
  const back = assigned.revision === 1 ? 'delete' : 'rollback'
  return [`${push} a corrected document, or go back: kubeletcfg ${back} ${targetFlag(targetOf(assigned.source, node))}`]
}

const targetOf = (source: 'node' | 'global', node: string) => (source === 'global' ? globalTarget : nodeTarget(node))

const anotherTrial = ({ node, assigned }: Stuck): readonly string[] =>
  assigned === undefined || assigned.source === 'local'
    ? []
    : [
        `if the cause lies elsewhere, mend it, then: kubeletcfg bad forget ${shortDigest(assigned.digest)} --node ${node}`,
      ]

/** As long as `bad list` prints it, without the algorithm. */
const shortDigest = (digest: string): string => digest.slice(digest.lastIndexOf(':') + 1).slice(0, 12)

/** The same for several: each once, with the nodes that it is for if they are not all. */
export function waysOnOfAll(nodes: readonly Stuck[]): readonly string[] {
  const alike = [...Map.groupBy(nodes, keyOf).values()]
  const ofNodes = alike.flatMap((some) => waysOn(someNode(some)).map((hint) => ({ some, hint })))
  const hints = [...Map.groupBy(ofNodes, ({ hint }) => hint)].map(([hint, ones]) => {
    const names = ones.flatMap(({ some }) => some.map(({ node }) => node))
    return names.length === nodes.length ? hint : `${namesIn(names)}: ${hint}`
  })
  return hints.length > most ? [...hints.slice(0, most), 'kubeletcfg doctor NODE says what to do about others'] : hints
}

/** More are not read. */
const most = 6

/** What of a node decides what to do about it. */
function keyOf({ state, cause, assigned }: Stuck): string {
  const document = assigned === undefined || assigned.source === 'local' ? undefined : assigned
  const isFirst = document?.revision === 1
  return JSON.stringify([state, cause?.reason, cause?.hints, document?.source, document?.digest, isFirst])
}

/** One node, or one that stands for several. */
const someNode = ([first, ...others]: readonly Stuck[]): Stuck =>
  others.length === 0 ? first! : { ...first!, node: 'NODE' }
