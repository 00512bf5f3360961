import type { EventBody, EventSeries } from '../api/event.ts'
import type { Limits } from './limits.ts'

/** Where `kubectl describe` and `kubectl events` find what happened. An API server forgets events after an hour. */
export interface Events {
  /** Failure 'conflict' when there is one of that name already. */
  create(event: EventBody, limits: Limits): Promise<void>
  /** The same happened again. False when the server has forgotten the first one: create it anew. */
  repeat(event: Pick<EventBody, 'metadata'>, series: EventSeries, limits: Limits): Promise<boolean>
}
