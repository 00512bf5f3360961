import type { Limits } from '../../ports/limits.ts'

/** Who asks an API server, and how long the answer may take. */
export interface Asked extends Limits {
  readonly userAgent: string
}
