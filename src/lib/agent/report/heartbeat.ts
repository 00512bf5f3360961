import type { Node } from '../../api/node.ts'

/**
 * How often the agent renews its condition when nothing else changes, so that a dead agent is seen: as often as a kubelet
 * reports a Node that does not change (nodeStatusReportFrequency). Milliseconds.
 */
export const heartbeatMs = 300_000

/** An agent that was not heard for so long is stale: it is dead, or its node is. Two heartbeats may be lost. */
export const staleAfterMs = 3 * heartbeatMs

/**
 * When the agent of a Node was heard last, in milliseconds since the epoch; undefined: never. The API server notes that by its
 * own clock: that of the node may be wrong, and counts only where the server has noted nothing.
 */
export function heardAt({ agentCondition }: Pick<Node, 'agentCondition'>): number | undefined {
  const time = Date.parse(agentCondition?.writtenAt ?? agentCondition?.heartbeatAt ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** `now`: on the clock of the API server. */
export function isStale(node: Pick<Node, 'agentCondition'>, now: number): boolean {
  const heard = heardAt(node)
  return heard === undefined || now - heard > staleAfterMs
}
