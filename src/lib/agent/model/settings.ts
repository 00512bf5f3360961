/** How the agent behaves: its flags, with these defaults. All times in milliseconds. */
export interface Settings {
  readonly trialMs: number
  /** The restarts of many nodes for one global document are spread over this time, each node at its own place in it. */
  readonly jitterMs: number
  /** Starts of the kubelet in a trial after which it is rolled back. */
  readonly crashThreshold: number
  /** From the restart until healthz, lease and heartbeat must be good. */
  readonly healthDeadlineMs: number
  /** A document must be unchanged for this long before it is applied. */
  readonly quietMs: number
  /** A document must be gone for this long before the node leaves it: replacing an object deletes it first. */
  readonly absenceMs: number
  /** How long a trial may be extended while the API server does not answer. */
  readonly inconclusiveMs: number
  /** Restarts by the agent in one hour; more are put off. */
  readonly restartsPerHour: number
  /** Fields in which a document may make the node less safe (examine/policy.ts). */
  readonly allowedUnsafe: readonly string[]
  /** Decides and reports, and changes nothing on the node. */
  readonly dryRun: boolean
}

export const defaultSettings: Settings = {
  trialMs: 600_000,
  jitterMs: 300_000,
  crashThreshold: 3,
  healthDeadlineMs: 180_000,
  quietMs: 2_000,
  absenceMs: 60_000,
  inconclusiveMs: 1_800_000,
  restartsPerHour: 12,
  allowedUnsafe: [],
  dryRun: false,
}
