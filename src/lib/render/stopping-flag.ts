import type { FlagStopsKubelet } from '../kubelet-flags/flag-fact.ts'
import { placeOf } from '../kubelet-flags/source.ts'
import { absenceWithRemedy } from '../words/flag-words.ts'

/** A flag that the kubelet does not have. */
export const stoppingFlagData = (fact: FlagStopsKubelet): Record<string, unknown> => ({
  flag: `--${fact.subject.name}`,
  from: placeOf(fact.place),
  path: fact.replacedBy ?? null,
  reason: fact.why.reason,
  message: absenceWithRemedy(fact),
})
