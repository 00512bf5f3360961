import type { Release } from './releases.ts'

/** One row of the generated table of defaults. */
export interface Default {
  readonly path: string
  /** As in JSON. */
  readonly value: boolean | number | string | readonly string[]
  /** First release that has it; absent: the oldest known one. */
  readonly since?: Release
  /** Last release that has it; absent: the newest known one. */
  readonly until?: Release
}
