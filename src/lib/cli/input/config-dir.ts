import type { Together } from '../../offline/read/document-report.ts'

/** What judges documents with the drop-ins of --config-dir; undefined without it. */
export async function togetherWith(configDir: string | undefined, signal: AbortSignal): Promise<Together | undefined> {
  if (configDir === undefined) return undefined
  const { findDropIns } = await import('./drop-in-folder.ts')
  const { judgeTogether } = await import('../../offline/validate/check-together.ts')
  return judgeTogether(await findDropIns(configDir, signal))
}
