/** What the agent is doing about the configuration of its node. The order is that of docs/agent.md. */
export const phases = [
  /** Nothing is assigned: the kubelet runs with the node's own files. */
  'Idle',
  /** Reading the sources, or waiting until they settle (quiet time, absence, jitter). */
  'Resolving',
  /** The assigned document must not be used; nothing was changed. */
  'Rejected',
  /** The assigned document needs more than a restart, and waits for a drain or an accepted risk. */
  'Held',
  /** Writing files and restarting the kubelet. */
  'Applying',
  /** The kubelet runs with the assigned configuration; evidence is collected. */
  'Trial',
  /** The assigned configuration passed its trial: it is the last known good one. */
  'Good',
  /** Putting back the last known good configuration. */
  'RollingBack',
  /** The kubelet runs with the last known good configuration again; the assigned one is remembered as bad. */
  'RolledBack',
  /** Neither the last known good configuration nor the node's own files gave a healthy kubelet: hands off. */
  'DeadEnd',
  /** Opted out: nothing is changed. */
  'Frozen',
] as const

export type Phase = (typeof phases)[number]
