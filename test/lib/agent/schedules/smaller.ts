import { smallerOps } from '../../../support/schedules/shrink.ts'
import type { Schedule } from './schedule.ts'

/** Without operations, then with shorter waits, then with better documents. */
export function* smallerThan(schedule: Schedule): Iterable<Schedule> {
  const { ops, documents } = schedule
  if (schedule.endsSilent) yield { ...schedule, endsSilent: false }
  if (schedule.unseen?.length) yield { ...schedule, unseen: [] }
  if (schedule.slowMs) yield { ...schedule, slowMs: 0 }
  if (schedule.makesPods) yield { ...schedule, makesPods: false }
  for (const fewer of smallerOps(ops)) yield { ...schedule, ops: fewer }
  for (const [index, document] of documents.entries()) {
    if (document.behavior !== 'good')
      yield { ...schedule, documents: documents.with(index, { ...document, behavior: 'good' }) }
    if (document.refused) yield { ...schedule, documents: documents.with(index, { ...document, refused: false }) }
    if (document.diesOnUpgrade)
      yield { ...schedule, documents: documents.with(index, { ...document, diesOnUpgrade: false }) }
  }
}
