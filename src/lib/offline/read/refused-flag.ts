import { absenceWithRemedy, placeOf } from '../../kubelet/flags/flag-messages.ts'
import { messageOf } from '../../message/describe.ts'
import type { FlagRefusal } from './start-messages.ts'

/** A flag with which the kubelet does not start; null where a problem is not about one flag. */
export function refusedFlagData(fact: FlagRefusal): Record<string, unknown> {
  const flag = 'subject' in fact && fact.subject.kind === 'Flag' ? `--${fact.subject.name}` : null
  const from = 'place' in fact ? placeOf(fact.place) : fact.subject.name
  if (fact.reason === 'FlagStopsKubelet')
    return { flag, from, path: fact.replacedBy ?? null, reason: fact.why.reason, message: absenceWithRemedy(fact) }
  const path = fact.reason === 'FlagValueRefused' ? fact.finding.path : null
  return { flag, from, path, reason: fact.reason, message: messageOf(fact) }
}
