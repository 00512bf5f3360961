/**
 * How often the agent renews its condition when nothing else changes, so that a dead agent is seen: as often as a kubelet
 * reports a Node that does not change (nodeStatusReportFrequency). Milliseconds.
 */
export const heartbeatMs = 300_000

/** An agent that was not heard for so long is stale: it is dead, or its node is. Two heartbeats may be lost. */
export const staleAfterMs = 3 * heartbeatMs

/** Both in milliseconds since the epoch; undefined: it was never heard. */
export const isStale = (heartbeatAt: number | undefined, now: number): boolean =>
  heartbeatAt === undefined || now - heartbeatAt > staleAfterMs
