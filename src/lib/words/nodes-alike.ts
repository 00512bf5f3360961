import type { NodeWaitFact, WaitFact } from '../flows/agents/agent-flow-fact.ts'

/** More lines are not read: then nodes with the same reason count as alike, though their messages differ. */
const mostLines = 10

/** Nodes of which the same is to be said, as one fact. */
export function nodesAlike(facts: readonly NodeWaitFact[]): readonly WaitFact[] {
  const byMessage = grouped(facts, said)
  if (byMessage.length <= mostLines) return byMessage
  return grouped(facts, (fact) => JSON.stringify([fact.reason, causeReason(fact), 'state' in fact && fact.state]))
}

function grouped(facts: readonly NodeWaitFact[], keyOf: (fact: NodeWaitFact) => string): readonly WaitFact[] {
  return [...Map.groupBy(facts, keyOf).values()].map((some) => {
    const [first] = some
    if (first === undefined || some.length === 1) return first!
    const isSame = new Set(some.map(said)).size === 1
    return { reason: 'KubeletsAlike', nodes: some.map(({ subject }) => subject.name), first, isSame }
  })
}

/** All that is said of a node but its name. */
const said = (fact: NodeWaitFact): string => JSON.stringify({ ...fact, subject: undefined, assigned: undefined })

const causeReason = (fact: NodeWaitFact): string | undefined => ('cause' in fact ? fact.cause?.reason : undefined)
