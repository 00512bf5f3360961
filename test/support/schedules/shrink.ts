/** The smallest one below this that fails as well. */
export function shrink<Schedule>(
  schedule: Schedule,
  smallerThan: (schedule: Schedule) => Iterable<Schedule>,
  fails: (smaller: Schedule) => boolean,
): Schedule {
  for (const smaller of smallerThan(schedule)) if (fails(smaller)) return shrink(smaller, smallerThan, fails)
  return schedule
}

/** One operation less, or one that comes sooner. */
export function* smallerOps<Op extends { readonly after: number }>(ops: readonly Op[]): Iterable<readonly Op[]> {
  for (let index = 0; index < ops.length; index += 1) yield ops.toSpliced(index, 1)
  for (const [index, op] of ops.entries())
    if (op.after > 0) yield ops.with(index, { ...op, after: Math.floor(op.after / 2) })
}
