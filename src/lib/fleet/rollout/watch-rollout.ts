import type { News } from '../../cluster/follow.ts'
import type { Limits } from '../../ports/limits.ts'
import { type FollowWorld, followRollout } from './follow-rollout.ts'
import type { RolloutStatus } from './output.ts'
import { rolloutIn } from './read-rollout.ts'
import { NoRolloutPolicy } from './rollout-flow-messages.ts'
import { type Screen, type StatusLine, statusLines } from './status-lines.ts'

/**
 * Where the rollout stands, then the same after each change. Rejects with Failure 'invalid' where there is none at first; later, it may
 * be gone or unreadable for a while.
 */
export async function* watchRollout(world: FollowWorld, limits: Limits): AsyncGenerator<News<RolloutStatus>> {
  let before: RolloutStatus | undefined
  let isFirst = true
  for await (const seen of followRollout(world, limits)) {
    if ('notice' in seen) {
      yield { events: [], warnings: [], notice: seen.notice }
      continue
    }
    const { view, leads } = seen
    const reading = view.stored?.reading
    if (isFirst) rolloutIn(view.stored)
    isFirst = false
    if (reading?.kind === 'rollout') {
      const row = { view, leads, rollout: reading.rollout }
      yield { events: [{ type: before === undefined ? 'ADDED' : 'MODIFIED', row }], warnings: [] }
      before = row
    } else if (reading?.kind === 'unreadable') {
      yield { events: [], warnings: [reading.because] }
    } else {
      yield { events: before === undefined ? [] : [{ type: 'DELETED', row: before }], warnings: [NoRolloutPolicy()] }
      before = undefined
    }
  }
}

/** For people: the lines of each status. */
export async function* watchedLines(
  all: AsyncIterable<News<RolloutStatus>>,
  screen: Screen | undefined,
): AsyncGenerator<News<StatusLine>> {
  for await (const { events, ...news } of all)
    yield {
      ...news,
      events: events.flatMap(({ type, row: status }) =>
        type === 'DELETED' ? [] : statusLines(status, screen).map((row) => ({ type, row })),
      ),
    }
}
