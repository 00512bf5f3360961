import type { EventBody, EventSeries } from '../../api/event.ts'
import type { Limits } from '../../ports/limits.ts'

/** Events, as `kubectl describe` and `kubectl events` show them. By default, API servers delete them after an hour. */
export interface Events {
  /** Failure 'conflict' when an Event of this name exists. */
  create(event: EventBody, limits: Limits): Promise<void>
  /** Counts a repetition. False when the server has deleted the first Event: create it again. */
  repeat(event: Pick<EventBody, 'metadata'>, series: EventSeries, limits: Limits): Promise<boolean>
}
