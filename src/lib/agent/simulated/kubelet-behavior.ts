/** What a kubelet does with a content of its file. */
export interface KubeletBehavior {
  /** Milliseconds after which it exits; undefined: it stays. */
  readonly livesMs: number | undefined
  /** Whether /healthz ever answers. */
  readonly healthz: boolean
  readonly renewsLease: boolean
  /** Whether it reports the status of its Node, Ready among it. */
  readonly postsStatus: boolean
  /** Whether pods that ran before are refused when it starts. */
  readonly endsPods: boolean
  /** Whether its configz has what the document says. */
  readonly effective: boolean
  /** Whether pod sandboxes can be made. */
  readonly sandboxes: boolean
  /** It does not start with the state file of another policy. */
  readonly policy: 'none' | 'static'
}

/** As most invalid values do, and without a runtime: before anything answers. */
export const exitsMs = 70
/** After it has answered /healthz once: state files, reservations above capacity. */
export const exitsHealthyMs = 410

export const good: KubeletBehavior = {
  livesMs: undefined,
  healthz: true,
  renewsLease: true,
  postsStatus: true,
  endsPods: false,
  effective: true,
  sandboxes: true,
  policy: 'none',
}

/** By name, so that a schedule is readable. */
export const kubeletBehaviors = {
  good,
  static: { ...good, policy: 'static' },
  exits: { ...good, livesMs: exitsMs },
  exitsHealthy: { ...good, livesMs: exitsHealthyMs },
  exitsLater: { ...good, livesMs: 20_000 },
  deaf: { ...good, healthz: false },
  mute: { ...good, renewsLease: false, postsStatus: false },
  leaseOnly: { ...good, postsStatus: false },
  statusOnly: { ...good, renewsLease: false },
  hangs: { ...good, healthz: false, renewsLease: false, postsStatus: false },
  endsPods: { ...good, endsPods: true },
  ineffective: { ...good, effective: false },
  noSandboxes: { ...good, sandboxes: false },
} as const satisfies Readonly<Record<string, KubeletBehavior>>

export type KubeletBehaviorName = keyof typeof kubeletBehaviors

/** Whether a node can live with it. */
export const isHarmless = ({
  livesMs,
  healthz,
  renewsLease,
  postsStatus,
  endsPods,
  effective,
  sandboxes,
}: KubeletBehavior): boolean =>
  livesMs === undefined && healthz && renewsLease && postsStatus && !endsPods && effective && sandboxes
