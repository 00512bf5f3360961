import type { WatchFact } from '../flows/watch-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const watchWords: Vocabulary<WatchFact> = {
  WatchLost: ({ because }) => ({ said: 'changes are not seen, trying again', because }),
  WatchRestored: () => 'connected again: changes are seen',
}
