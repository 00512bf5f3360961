import type { Schedule } from './schedule.ts'

/** The smallest schedule below this one that fails as well: without operations, then with shorter waits. */
export function shrink(schedule: Schedule, fails: (smaller: Schedule) => boolean): Schedule {
  for (const smaller of smallerThan(schedule)) if (fails(smaller)) return shrink(smaller, fails)
  return schedule
}

function* smallerThan(schedule: Schedule): Iterable<Schedule> {
  const { ops, documents } = schedule
  if (schedule.endsSilent) yield { ...schedule, endsSilent: false }
  for (let index = 0; index < ops.length; index += 1) yield { ...schedule, ops: ops.toSpliced(index, 1) }
  for (const [index, op] of ops.entries())
    if (op.after > 0) yield { ...schedule, ops: ops.with(index, { ...op, after: Math.floor(op.after / 2) }) }
  for (const [index, document] of documents.entries()) {
    if (document.temper !== 'good')
      yield { ...schedule, documents: documents.with(index, { ...document, temper: 'good' }) }
    if (document.refused) yield { ...schedule, documents: documents.with(index, { ...document, refused: false }) }
    if (document.diesOnUpgrade)
      yield { ...schedule, documents: documents.with(index, { ...document, diesOnUpgrade: false }) }
  }
}
