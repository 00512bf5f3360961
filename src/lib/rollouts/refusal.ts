import type { Cause, PastRollout, Rollout } from './rollout.ts'
import type { CauseFact } from './rollout-messages.ts'

const replacements: readonly string[] = [
  'RolloutSuperseded',
  'RolloutWithdrawn',
] satisfies readonly CauseFact['reason'][]

/** Somebody has stored another document: that says nothing against the one before. */
export const isReplaced = ({ cause }: { readonly cause: Cause | undefined }): boolean =>
  replacements.includes(cause?.reason ?? '')

/** The rollout in which a document did harm or was given up, if nobody has asked for it again since. */
export function refusalOf({ past }: Pick<Rollout, 'past'>, digest: string): PastRollout | undefined {
  const judged = past.find((one) => one.digest === digest && !isReplaced(one))
  return judged?.outcome === 'Aborted' ? judged : undefined
}
