import type { Release } from './releases.ts'

/** One row of the generated table of defaults. */
export interface Default {
  readonly path: string
  /** As JSON says it. */
  readonly value: boolean | number | string | readonly string[]
  /** First release that has it, when that is not the oldest known one. */
  readonly since?: Release
  /** Last release that has it, when that is not the newest. */
  readonly until?: Release
}
