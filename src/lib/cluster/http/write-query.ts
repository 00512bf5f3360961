import type { DryRun } from '../../ports/limits.ts'

/** The query of a write: its field manager, and whether it is a dry run. */
export const writeQuery = (fieldManager: string, dryRun: DryRun): Record<string, string | undefined> => ({
  fieldManager,
  dryRun: dryRun === 'server' ? 'All' : undefined,
})
