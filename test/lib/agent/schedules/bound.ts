import type { Settings } from '../../../../src/lib/agent/model/settings.ts'

const minute = 60_000
const hour = 60 * minute

/** What the settings do not say: docs/agent-states.md has these times. */
const agentBackMs = 15 * minute
const examinedAgainMs = 10 * minute
const longestRetryMs = 5 * minute
const heartbeatInDoubtMs = 8 * minute

/** A kubelet that reports its status changes its Node more often. */
export const listedAgainMs = 3_600_000

/** How long it is watched after the bound. */
export const restMs = 7_200_000

/**
 * How long after the last fault a node runs what it should, and says so: an agent that is down comes back; what is under way
 * ends; a change waits for its turn, and ends, too.
 */
export function boundMs(settings: Settings): number {
  const { absenceMs, quietMs, jitterMs } = settings
  const turnMs = absenceMs + quietMs + examinedAgainMs + hour + jitterMs + longestRetryMs
  return agentBackMs + 2 * changeMs(settings) + turnMs
}

/** A trial, and the way back: to the last known good configuration, to the node's own files, and to those without state files. */
function changeMs({ trialMs, inconclusiveMs, healthDeadlineMs }: Settings): number {
  return trialMs + heartbeatInDoubtMs + inconclusiveMs + healthDeadlineMs + 3 * (healthDeadlineMs + longestRetryMs)
}
