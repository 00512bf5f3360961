import { configMapName, type Target } from '../../documents/target.ts'
import { message } from '../../message/message.ts'

/** These are stored, and in none of the files. */
export const NotInFiles = message(
  'NotInFiles',
  ({ targets }: { targets: readonly Target[] }) =>
    `stored, and in none of the files: ${targets.map(configMapName).join(', ')} (with --prune, that is a difference)`,
)
