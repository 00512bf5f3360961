import type { DryRun } from '../../ports/limits.ts'

/** The query of a write: who writes, and whether it is stored. */
export const writeQuery = (fieldManager: string, dryRun: DryRun): Record<string, string | undefined> => ({
  fieldManager,
  dryRun: dryRun === 'server' ? 'All' : undefined,
})
