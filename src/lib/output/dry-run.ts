import type { DryRunMode } from '../ports/limits.ts'

/** The end of a target's line when nothing was stored. */
export const dryRunSuffix: Readonly<Record<DryRunMode, string>> = {
  none: '',
  client: ' (dry run)',
  server: ' (server dry run)',
}
