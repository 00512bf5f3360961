import { messageOf } from '../../message/describe.ts'
import { namesIn } from '../../message/names-in.ts'
import { errorData } from '../../output/facts-data.ts'
import type { NodeWaitFact } from '../status/agent-flow-messages.ts'
import type { Goal } from './rollout-status.ts'
import { reasonShown, type Waited } from './wait-for-kubelets.ts'

/** With more nodes, only the numbers of states are printed. */
const mostByName = 10

/** What is printed when the standing of some nodes has changed. The messages of their agents come when the wait ends. */
export function waitLines(changed: readonly Waited[], all: readonly Waited[]): readonly string[] {
  if (all.length <= mostByName) return changed.map((one) => `node/${one.node}: ${textOf(one)}`)
  const undone = changed.filter(({ standing }) => standing.kind === 'failed' || standing.kind === 'skipped')
  return [...Map.groupBy(undone, textOf)].map(([text, some]) => {
    const names = some.map(({ node }) => node)
    return names.length === 1 ? `node/${names[0]}: ${text}` : `${names.length} nodes: ${text} (${namesIn(names)})`
  })
}

/** `waiting for 3 of 40 kubelets: 2 Resolving, 1 Trial`. */
export function waitText(all: readonly Waited[]): string {
  const states = all.flatMap((one) => (one.standing.kind === 'waiting' ? [textOf(one)] : []))
  const counts = [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`)
  return `waiting for ${states.length} of ${all.length} kubelets: ${counts.join(', ')}`
}

/** The state, and the reason of the agent in brackets. */
function textOf({ node, standing }: Waited): string {
  if (standing.kind === 'skipped') return messageOf(standing.fact).replace(`node/${node}: `, '')
  if (standing.kind === 'done') return standing.state
  const reason = standing.kind === 'failed' ? causeIn(standing.failure.fact) : reasonShown(standing)
  return reason === undefined ? standing.state : `${standing.state} (${reason})`
}

const causeIn = (fact: NodeWaitFact): string | undefined => ('cause' in fact ? fact.cause?.reason : undefined)

/** What became of the wait, for scripts. */
export const waitData = (goal: Goal, nodes: readonly Waited[]): object => ({
  until: goal,
  items: nodes.map(({ node, standing }) => ({ node, ...standingData(standing) })),
})

function standingData(standing: Waited['standing']): object {
  if (standing.kind === 'failed') return { outcome: standing.failure.code, ...errorData(standing.failure) }
  if (standing.kind === 'skipped')
    return { outcome: 'skipped', error: messageOf(standing.fact), reason: standing.fact.reason }
  return { outcome: standing.kind === 'done' ? 'running' : 'timeout', ...errorData(undefined) }
}
