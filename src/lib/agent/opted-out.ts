import type { OptOut } from './opt-out.ts'
import type { State } from './state.ts'
import type { Change } from './work.ts'

/** The opt-out in force: that of the node's own file wins, also over an API server that does not answer. */
export function optOutOf({ seen, journal }: State): OptOut | undefined {
  if (seen.optOutFile !== undefined && seen.optOutFile !== 'none') return { by: 'file', mode: seen.optOutFile }
  return journal.optOut && { by: 'annotation', mode: journal.optOut }
}

/** Whether an opt-out forbids a change: one towards a document. Proving what runs is only forbidden while all is frozen. */
export function isForbidden({ config, restarts }: Change, state: State): boolean {
  const optOut = optOutOf(state)
  return optOut !== undefined && config.source !== 'local' && (restarts || optOut.mode === 'freeze')
}
