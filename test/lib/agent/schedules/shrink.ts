import type { Schedule } from './schedule.ts'

/** The smallest schedule below this one that fails as well: without operations, then with shorter waits. */
export function shrink(schedule: Schedule, fails: (smaller: Schedule) => boolean): Schedule {
  for (const smaller of smallerThan(schedule)) if (fails(smaller)) return shrink(smaller, fails)
  return schedule
}

function* smallerThan(schedule: Schedule): Iterable<Schedule> {
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

/** One operation less, or one that comes sooner. */
export function* smallerOps<Op extends { readonly after: number }>(ops: readonly Op[]): Iterable<readonly Op[]> {
  for (let index = 0; index < ops.length; index += 1) yield ops.toSpliced(index, 1)
  for (const [index, op] of ops.entries())
    if (op.after > 0) yield ops.with(index, { ...op, after: Math.floor(op.after / 2) })
}
