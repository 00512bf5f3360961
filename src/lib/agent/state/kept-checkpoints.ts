import { configsOf } from '../journal/configs.ts'
import type { Journal } from '../journal/journal.ts'
import { type Config, sources } from '../model/config.ts'
import type { CleanupTask } from '../model/effect.ts'
import type { Found } from '../model/event.ts'
import type { Known } from './source-seen.ts'
import type { State } from './state.ts'
import { withJournal } from './state.ts'

/** What runs, what it would go back to, what is assigned, and what is under way. */
export function keepingWhatCounts({ seen }: State, { active, lastKnownGood, work }: Journal): CleanupTask {
  const assigned = sources.flatMap((source) => {
    const { known, doubtful } = seen.sources[source]
    return [known, doubtful?.found].flatMap(checkpointsIn)
  })
  const checkpoints = [...[active, lastKnownGood, ...configsOf(work)].flatMap(checkpointOf), ...assigned]
  return { kind: 'keep-checkpoints', checkpoints: [...new Set(checkpoints)].sort() }
}

const checkpointOf = (config: Config): readonly string[] => (config.source === 'local' ? [] : [config.checkpoint])

/** Each text of a document has a checkpoint, also one with the meaning of the last: so many are there at most until some go. */
const mostTexts = 16

/** One more answer of a source. A change ends with the same; a text with the same meaning leads to none. */
export function withText(state: State, before: Known | undefined, found: Found): State {
  const had = new Set(checkpointsIn(before))
  const more = checkpointsIn(found).filter((checkpoint) => !had.has(checkpoint)).length
  if (more === 0) return state
  const texts = state.seen.texts + more
  if (texts < mostTexts) return { ...state, seen: { ...state.seen, texts } }
  const { cleanupTasks } = state.journal
  const others = cleanupTasks.filter(({ kind }) => kind !== 'keep-checkpoints')
  const next = withJournal(state, { cleanupTasks: [...others, keepingWhatCounts(state, state.journal)] })
  return { ...next, seen: { ...next.seen, texts: 0 } }
}

function checkpointsIn(found: Found | undefined): readonly string[] {
  if (found?.kind === 'gated') return [found.promoted, found.candidate].flatMap(checkpointsIn)
  return found?.kind === 'document' || found?.kind === 'unusable' ? [found.version.checkpoint] : []
}
