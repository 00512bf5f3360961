import type { Fact } from '../fact.ts'

/** What happens to a watch besides changes. */
export type WatchFact =
  /** The API server cannot be reached: what is printed may be old, until it can be again. */
  | { readonly reason: 'WatchLost'; readonly because: Fact; readonly subject?: undefined }
  | { readonly reason: 'WatchRestored'; readonly subject?: undefined }
