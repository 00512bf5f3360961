import { asInt } from '../defaults/values.ts'
import type { Rule } from './rule.ts'
import { hostValidation } from './sources.ts'

const field = 'userNamespaces.idsPerPod'
const unit = 65_536n
const most = 2n ** 32n - 1n

function flawOf(ids: bigint): string | undefined {
  if (ids < unit) return `must be ${unit} or greater`
  if (ids % unit !== 0n) return `must be a multiple of ${unit}`
  return ids > most ? `must not be greater than ${most}` : undefined
}

/** How many user and group IDs a pod gets. On Linux. */
export const userNamespacesRules: readonly Rule[] = [
  {
    id: 'V69',
    since: '1.33',
    fields: [field],
    meaning: 'userNamespaces.idsPerPod must be a multiple of 65536, and at most 4294967295.',
    source: hostValidation,
    check: (config) => {
      const ids = config.get(field)
      const flaw = ids === undefined ? undefined : flawOf(asInt(ids))
      return flaw === undefined ? [] : [{ subject: field, message: `${asInt(ids)} ${flaw}` }]
    },
  },
]
