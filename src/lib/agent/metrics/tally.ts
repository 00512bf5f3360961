import type { Phase } from '../model/phase.ts'

/** What an agent counts from its start on. */
export interface Tally {
  /** Restarts of the kubelet by the agent. */
  readonly restarts: number
  /** Entries into a phase. */
  readonly entered: Readonly<Partial<Record<Phase, number>>>
  /** Requests to the API server and to the kubelet that failed, by the reason of the failure. */
  readonly failedRequests: Readonly<Record<string, number>>
  /** Whether a policy limits the agent; undefined: it is not known. */
  readonly isLimited?: boolean
}

export const emptyTally: Tally = { restarts: 0, entered: {}, failedRequests: {} }

export const withRestart = (tally: Tally): Tally => ({ ...tally, restarts: tally.restarts + 1 })

export const withEntry = (tally: Tally, phase: Phase): Tally => ({
  ...tally,
  entered: { ...tally.entered, [phase]: (tally.entered[phase] ?? 0) + 1 },
})

/** `reason`: of the fact, so that there are not more series than reasons. */
export const withFailedRequest = (tally: Tally, reason: string): Tally => ({
  ...tally,
  failedRequests: { ...tally.failedRequests, [reason]: (tally.failedRequests[reason] ?? 0) + 1 },
})
