/**
 * Waits for reads that run at the same time. When several fail, the first in the list is reported, not the fastest: the
 * same cluster gives the same answer each time.
 */
export async function concurrently<const Reads extends readonly PromiseLike<unknown>[]>(
  reads: Reads,
): Promise<{ -readonly [Index in keyof Reads]: Awaited<Reads[Index]> }> {
  await Promise.allSettled(reads)
  for (const read of reads) await read
  return Promise.all(reads)
}
