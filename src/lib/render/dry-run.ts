import type { DryRunMode } from '../ports/limits.ts'

/** What the line of a target ends with when nothing was stored. */
export const dryRunSuffix: Readonly<Record<DryRunMode, string>> = {
  none: '',
  client: ' (dry run)',
  server: ' (server dry run)',
}
