import type { Fact } from '../fact.ts'

/** What the looks at a kubelet have shown since it was restarted. It counts only time that was watched. */
export interface Vigil {
  /** Wall clock: heartbeats must be newer. */
  readonly restartedAt: number
  readonly healthyMs: number
  readonly failingMs: number
  readonly inconclusiveMs: number
  /** Automatic restarts that its configuration is to blame for. */
  readonly crashes: number
  /** Healthy looks at the same process, one after the other, seconds apart. */
  readonly healthyLooks: number
  /** Looks in a row that showed harm which more time does not heal. */
  readonly harmfulLooks: number
  readonly last: Look | undefined
}

export interface Look {
  readonly bootId: string
  readonly uptimeMs: number
  /** When its process started, milliseconds since the boot; undefined: there was none. */
  readonly processAt: number | undefined
  readonly restarts: number
  readonly finding: Finding
}

export type Finding =
  | { readonly kind: 'healthy' }
  | { readonly kind: 'failing'; readonly because: Fact }
  /** As failing, and more time does not heal it. */
  | { readonly kind: 'harm'; readonly because: Fact }
  | { readonly kind: 'inconclusive'; readonly because: Fact }
