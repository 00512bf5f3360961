import type { Fact } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'

/** What a watch reports besides changes. */
export type WatchFact = FactOf<typeof WatchLost> | FactOf<typeof WatchRestored>

/** The API server cannot be reached: what was printed may be outdated until the connection is restored. */
export const WatchLost = message('WatchLost', ({ because }: { because: Fact; subject?: undefined }) => ({
  said: 'the watch was interrupted, retrying',
  because,
}))

export const WatchRestored = message('WatchRestored', (_: { subject?: undefined }) => 'the watch has resumed')
