import { BackOff } from '../../loop/back-off.ts'
import { watchPolicy } from '../../loop/watch-policy.ts'
import type { AgentDependencies } from './dependencies.ts'

/** While there is a policy, and while there is none: then it is as rare as every other heartbeat. */
const tries = { limitedMs: 3_600_000, unlimitedMs: 600_000 }

/**
 * Tries now and then, as a dry run, to write what the policy of agents denies, and reports whether it was denied. An agent
 * without one works all the same: whoever steals its token is what the policy is for.
 */
export async function watchLimit(
  { cluster, clock, random }: Pick<AgentDependencies, 'cluster' | 'clock' | 'random'>,
  report: (isLimited: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const backOff = new BackOff({ clock, random })
  await watchPolicy(
    {
      clock,
      report,
      async isDenied(limits) {
        const isLimited = await cluster.node.isLimited(limits)
        if (isLimited !== undefined) backOff.reset()
        return isLimited
      },
      pauseMs(isLimited) {
        if (isLimited === undefined) return backOff.nextMs()
        // Agents that were started together do not ask together.
        return (isLimited ? tries.limitedMs : tries.unlimitedMs) * (1 + random() / 4)
      },
    },
    signal,
  )
}
