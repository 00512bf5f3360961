import type { Check } from './checks.ts'
import type { ProbePolicy } from './probe.ts'
import type { TimeWindow } from './windows.ts'

/** How a change reaches the nodes of a target. Times in milliseconds. */
export interface RolloutPolicy {
  /** The last one has all nodes. */
  readonly waves: readonly Wave[]
  /** How long the nodes of a wave must be well before the next wave begins. */
  readonly soakMs: number
  /** Nodes that may be away at a time: those that a rollout restarts, and those that are not Ready anyway. */
  readonly maxUnavailable: Share
  /** Failed nodes that end the rollout. */
  readonly maxFailures: number
  /** A node that has not proven the candidate so long after it was admitted has failed. */
  readonly nodeDeadlineMs: number
  readonly onFailure: OnFailure
  /** When the gate may open; none: at any time. It closes at any time. */
  readonly windows: readonly TimeWindow[]
  /** All have to say go before a soak ends. */
  readonly checks: readonly Check[]
  /** What follows where kubelets with the candidate evict or refuse pods, as others do not. */
  readonly pods: OnHurtPods
  /** undefined: no pods are made. */
  readonly probe: ProbePolicy | undefined
}

export const onFailures = ['abort', 'pause'] as const
export type OnFailure = (typeof onFailures)[number]

/** `hold`: the gate waits while it goes on; `ignore`: pods are not read. */
export const onHurtPods = ['abort', 'hold', 'ignore'] as const
export type OnHurtPods = (typeof onHurtPods)[number]

export interface Wave {
  readonly to: WaveSize
  /** Instead of that of the policy. */
  readonly soakMs: number | undefined
  /** Somebody has to approve before it begins. */
  readonly approval: boolean
}

export type WaveSize =
  /** One node of each kind: release, operating system, architecture, container runtime, zone. */
  { readonly kind: 'canary' } | { readonly kind: 'nodes'; readonly names: readonly string[] } | Share

/** Of all nodes that the rollout is for, those of earlier waves among them. */
export type Share =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number }

const wave = (to: WaveSize): Wave => ({ to, soakMs: undefined, approval: false })
const percent = (value: number): Share => ({ kind: 'percent', percent: value })

export const defaultPolicy: RolloutPolicy = {
  waves: [wave({ kind: 'canary' }), wave(percent(10)), wave(percent(50)), wave(percent(100))],
  soakMs: 600_000,
  maxUnavailable: percent(10),
  maxFailures: 1,
  nodeDeadlineMs: 1_800_000,
  onFailure: 'abort',
  windows: [],
  checks: [],
  pods: 'abort',
  probe: undefined,
}

/** Of so many nodes, rounded up: a wave is never empty. */
export const countOf = (share: Share, of: number): number =>
  Math.min(of, share.kind === 'count' ? share.count : Math.ceil((share.percent * of) / 100))

/** Rounded down as for a Deployment, but at least one: otherwise nothing could change. */
export const atATime = (share: Share, of: number): number =>
  Math.max(1, share.kind === 'count' ? share.count : Math.floor((share.percent * of) / 100))

/** As it is written in a policy. */
export function sizeText(size: WaveSize): string {
  switch (size.kind) {
    case 'canary':
      return 'canary'
    case 'nodes':
      return size.names.join(', ')
    case 'count':
      return String(size.count)
    case 'percent':
      return `${size.percent}%`
  }
}
