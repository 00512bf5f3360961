import type { OptOut } from './opt-out.ts'
import type { State } from './state.ts'

/** The opt-out in force: that of the node's own file wins, also over an API server that does not answer. */
export function optOutOf({ seen, journal }: State): OptOut | undefined {
  if (seen.optOutFile !== undefined && seen.optOutFile !== 'none') return { by: 'file', mode: seen.optOutFile }
  return journal.optOut && { by: 'annotation', mode: journal.optOut }
}
