/**
 * Runs tasks together until the signal aborts or one of them fails: then all others are told to end. Resolves when all
 * have ended after the signal aborted, or succeeded; rejects with the first failure otherwise, when all have ended.
 */
export async function runTasks(
  start: (signal: AbortSignal) => readonly Promise<unknown>[],
  signal: AbortSignal,
): Promise<void> {
  const end = new AbortController()
  const tasks = start(AbortSignal.any([signal, end.signal]))
  try {
    await Promise.all(tasks)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    end.abort(new Error('the program ends'))
    await Promise.allSettled(tasks)
  }
}
