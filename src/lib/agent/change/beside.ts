import { isOther } from '../health/vigil.ts'
import type { Trial } from '../journal/work.ts'
import type { Evidence } from '../model/evidence.ts'
import type { State } from '../state/state.ts'
import { othersIn } from './drift.ts'

/**
 * A kubelet reads more than the live file, such as the drop-ins of other programs. When those change, a process that is older
 * does not run them, and one that is younger is not the document's alone.
 */
export const withOthersRead = (state: State, work: Trial, { service }: Evidence): Trial =>
  state.seen.live !== undefined && isOther(work.vigil, service) ? { ...work, othersRead: othersIn(state) } : work

/** Whether the kubelet has read what is not known to work. */
export const readsUnknown = ({ others, othersRead }: Trial): boolean => others !== othersRead

/** Whether another program changed it since the kubelet was proven last. */
export const areOthersChanged = (state: State, { others }: Trial): boolean =>
  state.seen.live !== undefined && othersIn(state) !== others

/** The files that are there now are not those that the process has read. */
export function comparable(state: State, { othersRead }: Trial, evidence: Evidence): Evidence {
  const { configz } = evidence
  if (configz.verdict !== 'fail' || state.seen.live === undefined || othersIn(state) === othersRead) return evidence
  return { ...evidence, configz: { verdict: 'unknown', because: configz.because } }
}
