import type { MeaningChange } from '../../kubelet/changes/meaning-changes.ts'
import { releaseBefore } from '../../kubelet/model/releases.ts'

/** What a field means now, what it meant before, and what to do about it; it continues the path. */
export function changeText({ since, now, before, remedy }: MeaningChange): string {
  const hint = remedy === undefined ? '' : `; ${remedy}`
  return `from ${since} on, ${now}; up to ${releaseBefore(since)}, ${before}${hint}`
}

export const meaningData = ({ path, since, now, before, remedy, gate }: MeaningChange): Record<string, unknown> => ({
  path,
  since,
  now,
  before,
  remedy: remedy ?? null,
  gate: gate ?? null,
})
