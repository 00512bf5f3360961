import type { Fact } from '../fact.ts'

/** What a watch reports besides changes. */
export type WatchFact =
  /** The API server cannot be reached: what was printed may be outdated until the connection is restored. */
  | { readonly reason: 'WatchLost'; readonly because: Fact; readonly subject?: undefined }
  | { readonly reason: 'WatchRestored'; readonly subject?: undefined }
