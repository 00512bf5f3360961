import type { PastRollout, Rollout } from './rollout.ts'
import type { CauseFact } from './rollout-messages.ts'

/** Somebody has stored another document: that says nothing against the one before. */
const replaced: readonly string[] = ['RolloutSuperseded', 'RolloutWithdrawn'] satisfies readonly CauseFact['reason'][]

/** The rollout in which a document did harm or was given up, if nobody has asked for it again since. */
export function refusalOf({ past }: Pick<Rollout, 'past'>, digest: string): PastRollout | undefined {
  const judged = past.find((one) => one.digest === digest && !replaced.includes(one.cause?.reason ?? ''))
  return judged?.outcome === 'Aborted' ? judged : undefined
}
