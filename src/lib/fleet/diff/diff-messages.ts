import { configMapName, type Target } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import { message } from '../../message/message.ts'
import type { Outcome } from '../../ports/outcomes.ts'

/** These are stored, and in none of the files. */
const NotInFiles = message(
  'NotInFiles',
  ({ targets }: { targets: readonly Target[] }) =>
    `stored, and in none of the files: ${targets.map(configMapName).join(', ')} (with --prune, that is a difference)`,
)

/** Documents may not be listed. */
const OthersNotKnown = message('OthersNotKnown', ({ because }: { because: Fact }) => ({
  said: 'what else is stored is not known',
  because,
}))

export function notInFiles({ value, failure }: Outcome<readonly Target[]>): readonly Fact[] {
  if (failure !== undefined) return [OthersNotKnown({ because: failure.fact })]
  return value.length === 0 ? [] : [NotInFiles({ targets: value })]
}
