/** What a kubelet does with a content of its file. */
export interface Temper {
  /** Milliseconds after which it exits; undefined: it stays. */
  readonly livesMs: number | undefined
  /** Whether /healthz ever answers. */
  readonly healthz: boolean
  /** Whether it renews its Lease and reports its status. */
  readonly heartbeats: boolean
  /** Whether pods that ran before are refused when it starts. */
  readonly endsPods: boolean
  /** Whether its configz has what the document says. */
  readonly effective: boolean
  /** It does not start with the state file of another policy. */
  readonly policy: 'none' | 'static'
}

export const good: Temper = {
  livesMs: undefined,
  healthz: true,
  heartbeats: true,
  endsPods: false,
  effective: true,
  policy: 'none',
}

/** By name, so that a schedule is readable. */
export const tempers = {
  good,
  static: { ...good, policy: 'static' },
  /** As most invalid values do: before anything answers. */
  exits: { ...good, livesMs: 70 },
  /** After it has answered /healthz once: state files, reservations above capacity. */
  exitsHealthy: { ...good, livesMs: 410 },
  exitsLater: { ...good, livesMs: 20_000 },
  deaf: { ...good, healthz: false },
  mute: { ...good, heartbeats: false },
  hangs: { ...good, healthz: false, heartbeats: false },
  endsPods: { ...good, endsPods: true },
  ineffective: { ...good, effective: false },
} as const satisfies Readonly<Record<string, Temper>>

export type TemperName = keyof typeof tempers

/** Whether a node can live with it. */
export const isHarmless = ({ livesMs, healthz, heartbeats, endsPods, effective }: Temper): boolean =>
  livesMs === undefined && healthz && heartbeats && !endsPods && effective
