import type { WatchFact } from '../flows/watch-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const watchWords: Vocabulary<WatchFact> = {
  WatchLost: ({ because }) => ({ said: 'the watch was interrupted, retrying', because }),
  WatchRestored: () => 'the watch has resumed',
}
