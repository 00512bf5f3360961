import type { Applying, Trial } from '../journal/work.ts'
import type { OptOut } from '../model/opt-out.ts'
import type { State } from './state.ts'

/** The opt-out in force: that of the node's own file wins, also over an API server that does not answer. */
export function optOutOf({ seen, journal }: State): OptOut | undefined {
  if (seen.optOutFile !== undefined && seen.optOutFile !== 'none') return { by: 'file', mode: seen.optOutFile }
  return journal.optOut && { by: 'annotation', mode: journal.optOut }
}

/**
 * Whether an opt-out forbids what is under way. `local` forbids changes towards a document; `freeze` all of them, also that
 * what runs has to prove itself. The node's own files, once they run, have their trial in any case.
 */
export function isForbidden({ kind, config, restarts }: Applying | Trial, state: State): boolean {
  const mode = optOutOf(state)?.mode
  if (mode === undefined) return false
  if (config.source === 'local') return mode === 'freeze' && kind === 'Applying'
  return restarts || mode === 'freeze'
}
