import { Pauses } from '../../loop/pause.ts'
import { Failure } from '../../message/failure.ts'
import type { World } from './world.ts'

/** A policy is in force a second after it is bound. */
const againMs = 5_000
/** While there is one, and while there is none: then it is as rare as every other heartbeat. */
const pauseMs = { limited: 3_600_000, unlimited: 600_000 }

/**
 * Tries now and then, as a dry run, to write what the policy of agents denies, and reports whether it was denied: that a
 * policy exists does not say that it is in force. An agent without one works all the same: whoever steals its token is what
 * the policy is for.
 */
export async function watchLimit(
  { cluster, clock, random }: Pick<World, 'cluster' | 'clock' | 'random'>,
  report: (isLimited: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const pauses = new Pauses({ clock, random })
  for (let before = true; ; ) {
    const isLimited = await attempt(cluster, signal)
    if (isLimited === undefined) {
      await pauses.afterFailure(signal)
      continue
    }
    pauses.succeeded()
    if (!isLimited && before) await clock.sleep(againMs, signal)
    else {
      report(isLimited)
      // Agents that were started together do not ask together.
      await clock.sleep(pauseMs[isLimited ? 'limited' : 'unlimited'] * (1 + random() / 4), signal)
    }
    before = isLimited
  }
}

/** undefined: it is not known. */
async function attempt({ node }: World['cluster'], signal: AbortSignal): Promise<boolean | undefined> {
  try {
    return await node.isLimited({ signal })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
