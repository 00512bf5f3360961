import { Failure, said } from '../../src/lib/message/failure.ts'

/** Aborts on Ctrl-C and the like, and when whoever holds the other end of our channel has ended. From then on these signals no longer end this process: it has to clean up. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(new Failure('interrupted', said('Interrupted', `interrupted by ${name}`))))
  }
  process.once('disconnect', () => controller.abort(new Failure('interrupted', said('Interrupted', 'left alone'))))
  process.channel?.unref()
  // Nobody may be left to read what is said while cleaning up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return controller.signal
}
