import type { Goal } from '../flows/agents/standing.ts'
import type { Waited } from '../flows/agents/wait-for-kubelets.ts'
import { messageOf } from '../words/describe.ts'
import { errorData } from './facts-data.ts'

/** With more nodes, only the numbers of states are printed. */
const mostByName = 10

/** What is printed when the standing of some nodes has changed. */
export function waitLines(changed: readonly Waited[], all: readonly Waited[]): readonly string[] {
  if (all.length <= mostByName) return changed.map(lineOf)
  const undone = changed.filter(({ standing }) => standing.kind === 'failed' || standing.kind === 'skipped')
  return undone.map(lineOf)
}

/** `waiting for 3 of 40 kubelets: 2 Resolving, 1 Trial`. */
export function waitText(all: readonly Waited[]): string {
  const states = all.flatMap(({ standing }) => (standing.kind === 'waiting' ? [standing.state] : []))
  const counts = [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`)
  return `waiting for ${states.length} of ${all.length} kubelets: ${counts.join(', ')}`
}

function lineOf({ node, standing }: Waited): string {
  if (standing.kind === 'failed') return messageOf(standing.failure.fact)
  if (standing.kind === 'skipped') return messageOf(standing.fact)
  return `node/${node}: ${standing.state}`
}

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
